r"""The console examples of README and docs run, in order, and print what they say.

Python examples (`>>>`) are doctests; this is for fences marked `console`. In each page they share one empty folder
(with `examples` in it) and one store. Lines that begin with `$ kenning` run, a line that ends in `\` goes on in the
next, and what follows up to the next `$` is what it prints; `...` stands for anything. Other commands (`$ make`,
`$ pip`) are shown, not run.
"""

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.need import need

ROOT = Path(__file__).resolve().parents[1]
PAGES = [page for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))) if page.exists()]
FENCE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLE = re.compile(r"^\$ (kenning\b.*(?:(?<=\\)\n.*)*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
SECONDS_MAX = 60

same = doctest.OutputChecker().check_output


def examples(page: Path) -> Iterator[tuple[str, str]]:
    """The commands of a page with what they should print."""
    for fence in FENCE.findall(page.read_text(encoding="utf-8")):
        yield from EXAMPLE.findall(fence)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_console_examples_print_what_they_say(page, tmp_path):
    found = list(examples(page))
    if not found:
        return
    program = Path(sys.executable).with_name("kenning")
    need("the command kenning", program.exists() and (ROOT / "src/kenning/faces/cli").exists(), "docs show it")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    setting = os.environ | {
        "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
        "KENNING_STORE": str(tmp_path / "docs.kenning"),
        "COLUMNS": "120",
        "NO_COLOR": "1",
        "TERM": "dumb",
    }
    for command, printed in found:
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=tmp_path,
            env=setting,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=SECONDS_MAX,
            check=False,
        )
        assert same(printed, done.stdout, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE), (
            f"{page.name}: $ {command}\nsays:\n{printed}\nprints (exit {done.returncode}):\n{done.stdout}"
        )
