"""A database of another program, read from a copy: the original is never opened, for opening may already change it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import apsw

from kenning.model.time import wrong
from kenning.store.queries import load

SQL = load("foreign.sql")
_BESIDE = ("-wal", "-journal")  # what a browser that runs has not yet written into the file itself
_LENGTH_MAX = 64 << 20
_STEPS_MAX = 50_000_000  # virtual machine instructions, so that no crafted file keeps us for ever


class ForeignTables:
    """The tables of one file, by the names its owner gave them."""

    def __init__(self, connection: apsw.Connection, name: str) -> None:
        """Read through a connection to a copy; ``name`` is the original's, for refusals."""
        self._connection = connection
        self._name = name
        self._columns: dict[str, frozenset[str]] = {}

    def columns(self) -> dict[str, frozenset[str]]:
        """Name the tables, each with its columns; views and what modules provide are no tables."""
        if not self._columns:
            found: dict[str, set[str]] = {}
            with _judged(self._name, "its schema"):
                for table, column in self._connection.execute(SQL["columns"]):
                    found.setdefault(table, set()).add(column)
            self._columns = {table: frozenset(names) for table, names in found.items()}
        return self._columns

    def rows(self, table: str, columns: Sequence[str]) -> Iterator[tuple[object, ...]]:
        """Read the rows of a table in their order, with None for a column there is none of."""
        known = self.columns().get(table)
        if known is None:
            raise wrong(self._name, table, "is no table of this database")
        asked = ", ".join(_quoted(column) if column in known else "NULL" for column in columns)
        with _judged(self._name, f"table {table}"):
            yield from self._connection.execute(SQL["rows"].format(columns=asked, table=_quoted(table)))


@contextmanager
def opened(path: Path) -> Iterator[ForeignTables]:
    """Copy a database, with what lies beside it unwritten, open the copy and throw it away afterwards.

    Raises `InvalidError` where the file is damaged or is no database.
    """
    with tempfile.TemporaryDirectory(prefix="kenning-") as folder:
        copy = Path(folder) / "copy"
        try:
            shutil.copyfile(path, copy)
            for end in _BESIDE:
                beside = path.with_name(path.name + end)
                if beside.is_file() and not beside.is_symlink():
                    shutil.copyfile(beside, copy.with_name(copy.name + end))
        except OSError as error:
            raise wrong(path.name, str(path), error.strerror or "cannot be copied") from error
        with _judged(path.name, "the whole file"):
            connection = apsw.Connection(str(copy))
        try:
            with _judged(path.name, "the whole file"):
                _guard(connection)
            yield ForeignTables(connection, path.name)
        finally:
            connection.close()


def _guard(connection: apsw.Connection) -> None:
    """Make a file of unknown hands harmless: nothing of its schema runs, nothing of it is without bounds."""
    connection.limit(apsw.SQLITE_LIMIT_LENGTH, _LENGTH_MAX)
    connection.limit(apsw.SQLITE_LIMIT_ATTACHED, 0)
    connection.execute(SQL["guard"])
    connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_VIEW, 0)
    found = connection.execute(SQL["check"]).get
    if found != "ok":
        raise apsw.CorruptError(str(found))


def _quoted(name: str) -> str:
    """Quote a name of the file's own as SQL takes it."""
    return '"' + name.replace('"', '""') + '"'


@contextmanager
def _judged(name: str, place: str) -> Iterator[None]:
    """Turn what the driver says of a damaged file into one refusal that names the place."""
    try:
        yield
    except (apsw.Error, UnicodeDecodeError, OverflowError) as error:
        hint = "the file is damaged, encrypted or in use; close the program that writes it and copy it again"
        raise wrong(name, place, f"cannot be read: {error}", hint=hint) from error
