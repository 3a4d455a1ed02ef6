"""What may be given to `import`: a file, an export as a folder, a folder of files, or events on stdin."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from kenning.engine.session import Session
from kenning.errors import KenningError, UnsupportedError
from kenning.faces.cli.page import progress
from kenning.formats.folder import is_export, parts
from kenning.model.report import ImportReport, Remark

STDIN = "-"


class Intake:
    """Imports one thing after another into a session, as asked."""

    def __init__(
        self,
        session: Session,
        format_: str | None,
        options: Mapping[str, object],
        *,
        keep_going: bool,
        is_quiet: bool,
    ) -> None:
        """Bind what holds for all that is taken in."""
        self._session = session
        self._format = format_
        self._options = options
        self._keep_going = keep_going
        self._is_quiet = is_quiet

    def take(self, given: str) -> ImportReport:
        """Import what was given; an error names it."""
        if given == STDIN:
            return self._stdin()
        path = Path(given)
        if path.is_dir() and self._format is None and not is_export(path):
            return self._folder(path)
        return self._file(path)

    def _file(self, path: Path) -> ImportReport:
        try:
            with progress(path.name, shown=not self._is_quiet) as tell:
                return self._session.import_file(
                    path, format=self._format, keep_going=self._keep_going, options=self._options, progress=tell
                )
        except KenningError as error:
            if path.name in error.message:
                raise
            named = f"{path}: {error.message}"
            raise type(error)(named, hint=error.hint, details={"file": str(path), **error.details}) from error

    def _stdin(self) -> ImportReport:
        """Import what is sent to the command. It may have to be read twice, so it is kept in a file meanwhile."""
        with tempfile.TemporaryDirectory(prefix="kenning-") as folder:
            path = Path(folder) / "stdin.jsonl"
            with path.open("wb") as kept:
                shutil.copyfileobj(sys.stdin.buffer, kept)
            return self._file(path)

    def _folder(self, folder: Path) -> ImportReport:
        """Import the files of a folder one by one; what no format knows is left out, not refused."""
        taken: list[tuple[str, ImportReport]] = []
        for path in parts(folder):
            name = path.relative_to(folder).as_posix()
            try:
                taken.append((name, self._file(path)))
            except UnsupportedError:
                left = Remark(where=name, reason="is in no format that Kenning knows")
                taken.append(("", ImportReport(format="", left_out=[left])))
            except KenningError as error:
                if not self._keep_going:
                    raise
                taken.append(("", ImportReport(format="", skipped=[Remark(where=name, reason=error.message)])))
        return joined(taken)


def joined(taken: list[tuple[str, ImportReport]]) -> ImportReport:
    """One report of many, each place with the name of its file before it."""

    def places(field: str) -> list[Remark]:
        return [
            Remark(where=f"{name}: {place.where}" if name else place.where, reason=place.reason)
            for name, report in taken
            for place in getattr(report, field)
        ]

    kinds: Counter[str] = Counter()
    for _, report in taken:
        kinds.update(report.kinds)
    return ImportReport(
        format=", ".join(sorted({report.format for _, report in taken if report.format})) or "nothing known",
        added=sum(report.added for _, report in taken),
        known=sum(report.known for _, report in taken),
        erased=sum(report.erased for _, report in taken),
        skipped=places("skipped"),
        left_out=places("left_out"),
        changed=places("changed"),
        remarks=places("remarks"),
        kinds=dict(sorted(kinds.items())),
    )
