"""What the tests of the formats share: reading a file, or a text as a file, as a list of records."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kenning.formats import FORMATS, Draft, Options, Record
from kenning.store import foreign

GOLDEN = Path(__file__).parents[1] / "golden" / "formats"
Reads = Callable[..., list[Record]]


@pytest.fixture
def golden() -> Reads:
    """Give the records of a fixture, named by its format and file."""

    def read(file: str, **options: object) -> list[Record]:
        reading = Options(tables=foreign.opened, **options)  # type: ignore[arg-type]
        return list(FORMATS[file.partition("/")[0]].read(GOLDEN / file, reading))

    return read


@pytest.fixture
def drafts(golden: Reads) -> Callable[..., list[Draft]]:
    """Give the drafts among them."""
    return lambda file, **options: [record for record in golden(file, **options) if isinstance(record, Draft)]


@pytest.fixture
def written(tmp_path: Path) -> Reads:
    """Give the records of a text or bytes, read as a file of a format."""

    def read(name: str, content: str | bytes, file: str = "file", **options: object) -> list[Record]:
        path = tmp_path / file
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        reading = Options(tables=foreign.opened, **options)  # type: ignore[arg-type]
        return list(FORMATS[name].read(path, reading))

    return read


def text(draft: Draft) -> str:
    """The words of a draft."""
    return next(file.content or "" for file in draft.event.files if file.role == "primary")


def moment(draft: Draft) -> tuple[str | None, str | None, str | None]:
    """When it is told to have happened: moment, zone, precision."""
    time = draft.event.time
    return (None, None, None) if time is None else (time.occurred_at, time.time_zone, time.precision)
