"""The page on HTTP: its commands print what they say, and it names every request there is."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from kenning.faces.http.operations import OPERATIONS
from kenning.faces.http.serving import Limits
from tests.faces.http.conftest import serve
from tests.need import need

__all__ = ["serve"]

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "http.md").read_text(encoding="utf-8")
FENCE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SECONDS_MAX = 60


def examples() -> list[tuple[str, str]]:
    """The commands of the page, each with what it prints; a command goes on over lines that are indented."""
    found = []
    for fence in FENCE.findall(PAGE):
        for part in re.split(r"^\$ ", fence, flags=re.MULTILINE)[1:]:
            lines = part.splitlines(keepends=True)
            end = next(number for number, line in enumerate(lines[1:], 1) if not line.startswith("    "))
            while end < len(lines) and lines[end].startswith(" "):
                end += 1
            found.append(("".join(lines[:end]), "".join(lines[end:])))
    return found


def test_the_commands_print_what_they_say(serve: Any, tmp_path: Path) -> None:
    need("curl", shutil.which("curl") is not None, "the page shows it")
    served = serve()
    setting = os.environ | {"KENNING": served.url, "TOKEN": served.token}
    same = doctest.OutputChecker().check_output
    found = examples()
    assert len(found) > 6
    for command, printed in found:
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=tmp_path,
            env=setting,
            capture_output=True,
            text=True,
            timeout=SECONDS_MAX,
            check=False,
        )
        assert same(
            printed.strip() + "\n", done.stdout.strip() + "\n", doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        ), f"$ {command}\nsays:\n{printed}\nprints:\n{done.stdout}{done.stderr}"
    [script] = re.findall(r"^```python\n(import os\n.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    done = subprocess.run([sys.executable, "-c", script], env=setting, capture_output=True, text=True, check=True)
    assert done.stdout == "Dentist on Friday at nine\n"


def test_every_request_and_every_limit_is_named() -> None:
    rows = set(re.findall(r"^\| `((?:GET|POST) [^`]+)` \| `(\w+)`", PAGE, re.MULTILINE))
    assert rows == {(f"{one.method} {one.path}", one.verb) for one in OPERATIONS}
    limits = PAGE.partition("## Limits")[2].partition("## Watch")[0]
    assert set(Limits.__struct_fields__) <= set(re.findall(r"`(\w+)`", limits))
