"""SQL lives in .sql files, in named blocks: ``-- name: find`` and then one statement with its bind variables by name."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


def script(name: str) -> str:
    """Read a whole .sql file of this package."""
    return files("kenning.store").joinpath("sql", name).read_text(encoding="utf-8")


@cache
def load(name: str) -> dict[str, str]:
    """Read a .sql file into its named statements."""
    named: dict[str, str] = {}
    for block in script(name).split("-- name: ")[1:]:
        title, _, body = block.partition("\n")
        lines = [line for line in body.splitlines() if not line.startswith("--")]
        named[title.strip()] = "\n".join(lines).strip().removesuffix(";")
    return named
