"""The examples that ask a server, each by a client of its own: they do what they say, to the end."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.client import printed
from tests.faces.http.conftest import serve
from tests.need import need

__all__ = ["serve"]

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SECONDS_MAX = 60


def test_the_main_job_with_curl(serve: Any, tmp_path: Path) -> None:
    need("curl and bash", bool(shutil.which("curl") and shutil.which("bash")), "the example is made of them")
    served = serve()
    done = subprocess.run(
        ["bash", str(EXAMPLES / "http.sh")],
        cwd=tmp_path,
        env=os.environ | {"KENNING": served.url, "TOKEN": served.token},
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    titles = [part.splitlines() for part in done.stdout.split("\n# ")[1:]]
    parts = {title: "\n".join(lines) for title, *lines in titles}
    recorded, recognised, recalled, corrected, redacted, log, stream, refused = parts.values()
    first, again = recorded.splitlines()
    assert again == first.replace("}", ',"replayed":true}')
    assert '"canonicalName":"Marta"' in recognised
    assert "The dentist is on Friday at nine" in recalled
    assert "The dentist is on Friday at ten" in corrected
    assert "they called" in corrected
    assert '"hits"' not in redacted
    assert log.count('"cursor"') == 2
    assert "event: event\ndata: {" in stream
    assert '"code":"invalid"' in refused


@pytest.mark.slow
def test_the_main_job_with_the_client_in_typescript(serve: Any, tmp_path: Path) -> None:
    served = serve()
    program = (EXAMPLES / "typescript_client.ts").read_text(encoding="utf-8")
    said = printed(tmp_path, "example.ts", program, {"KENNING": served.url, "TOKEN": served.token})
    assert said.splitlines() == [
        "recorded once: true",
        "claimed: based_in Lisbon",
        "Priya: I moved to the Lisbon office in May (chat)",
        "now: I moved to the Lisbon office in June",
        "then: I moved to the Lisbon office in May",
        "left of it: 0",
        "refused: not_found",
    ]
