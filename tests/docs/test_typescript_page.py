"""The page on TypeScript: its code is one program that prints what it says."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

from tests.client import printed
from tests.faces.http.conftest import serve

__all__ = ["serve"]

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "typescript.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_code_prints_what_it_says(serve: Any, tmp_path: Path) -> None:
    program = "\n".join(re.findall(r"^```ts\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
    told = re.findall(r"^ *console\.log\(.*\); // (.*)$", program, re.MULTILINE)
    assert len(told) == program.count("console.log("), "every line that is printed says what it prints"
    served = serve()
    said = printed(tmp_path, "page.ts", program, {"KENNING": served.url, "TOKEN": served.token})
    same = doctest.OutputChecker().check_output
    assert same("\n".join(told) + "\n", said, doctest.ELLIPSIS), f"says:\n{told}\nprints:\n{said}"
