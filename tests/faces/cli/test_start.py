import subprocess
import sys

import pytest

HEAVY = ("apsw", "numpy", "rich", "msgspec", "icalendar", "kenning.engine", "kenning.store", "kenning.formats")


def loaded_by(code: str) -> set[str]:
    """Which modules a program has loaded at its end, beyond those of the front door."""
    told = (
        "import sys, kenning; before = set(sys.modules); {}; print(*sorted(set(sys.modules) - before), file=sys.stderr)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", told.format(code)], capture_output=True, text=True, check=True, encoding="utf-8"
    )
    return set(ended.stderr.split())


@pytest.mark.parametrize("arguments", [["--help"], ["recall", "--help"], ["--version"], []])
def test_help_comes_without_what_only_a_deed_needs(arguments):
    loaded = loaded_by(f"from kenning.faces.cli import run; assert run({arguments!r}) == 0")
    assert "kenning.faces.cli" in loaded
    assert {name for name in loaded if name in HEAVY or name.startswith(tuple(f"{one}." for one in HEAVY))} == set()


def test_the_module_runs_as_the_command():
    ended = subprocess.run([sys.executable, "-m", "kenning", "--version"], capture_output=True, text=True, check=True)
    assert ended.stdout.startswith("kenning ")


def test_nothing_is_sent_or_fetched(tmp_path):
    """No telemetry, no download; a remote address stays a reference."""
    program = """
import sys
tried = []
sys.addaudithook(lambda event, arguments: tried.append(event) if event.startswith(("socket.", "urllib.")) else None)
import kenning
session = kenning.open(sys.argv[1] + "/store.kenning")
source = {"type": "user", "name": "manual"}
files = [{"role": "primary", "url": "https://files.example/a.txt"}]
seen = session.record({"kind": "note.created", "source": source, "files": files, "actor": {"type": "user", "name": "Ada"}})
session.record("Ada looked at https://files.example/b.txt")
assert session.recall("what did Ada look at")
session.rebuild()
assert not session.verify().problems
session.erase(seen.id, because="asked to")
session.close()
assert tried == [], tried
"""
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=True)
