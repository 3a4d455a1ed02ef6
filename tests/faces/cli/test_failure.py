import os
import subprocess
import sys

import pytest

from kenning import errors
from kenning.engine.session import Session
from kenning.faces import wire
from kenning.faces.cli import app


@pytest.mark.parametrize("error", errors.KenningError.__subclasses__(), ids=lambda error: error.code)
def test_each_error_has_its_exit_code_in_two_lines_or_one_object(full, monkeypatch, error):
    def fails(*_, **__):
        raise error("a.b: 1 is odd", hint="even it", details={"path": "a.b"})

    monkeypatch.setattr(Session, "recall", fails)
    plain = full("recall", "x")
    assert (plain.code, plain.out, plain.err) == (
        wire.EXIT_CODES[error.code],
        "",
        "error: a.b: 1 is odd\nhint:  even it\n",
    )
    told = full("recall", "x", "--json")
    said = {"code": error.code, "message": "a.b: 1 is odd", "hint": "even it", "details": {"path": "a.b"}}
    assert (told.code, told.out, told.error) == (plain.code, "", said)


def test_a_bug_is_told_as_one_and_shows_no_trace(full, monkeypatch):
    def fails(*_, **__):
        raise KeyError("x")

    monkeypatch.setattr(Session, "recall", fails)
    answer = full("recall", "x")
    assert answer.code == wire.BUG
    assert answer.err.startswith("error: KeyError: 'x' (test_failure.py:")
    assert "Traceback" not in answer.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["recall"],
        ["recall", "x", "-k", "many"],
        ["log", "--after", "-1"],
        ["log", "--nonsense"],
        ["--no"],
    ],
    ids=" ".join,
)
def test_what_the_shell_got_wrong_is_invalid(kenning, arguments):
    answer = kenning(*arguments)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("error: ")
    assert "--help says what there is" in answer.err
    assert kenning(*arguments, "--json").error["code"] == "invalid"


def test_a_reader_that_leaves_ends_the_command_quietly(full):
    command = [sys.executable, "-m", "kenning", "--store", str(full.store), "log"]
    read, write = os.pipe()
    os.close(read)
    ended = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert (ended.returncode, ended.stderr) == (wire.NOBODY_READS, b"")


def test_a_terminal_of_another_encoding_gets_signs_and_no_error(kenning):
    kenning("record", "zażółć 東京")
    command = [sys.executable, "-m", "kenning", "--store", str(kenning.store), "log"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    ended = subprocess.run(command, capture_output=True, check=False, env=environment)
    assert ended.returncode == 0
    assert rb"za\u017c\xf3\u0142\u0107 \u6771\u4eac" in ended.stdout


def test_an_id_that_is_no_utf8_is_no_event(full):
    answer = full("show", "caf\udce9")
    assert answer.code == 3
    assert answer.err.startswith("error: caf")


# -- help ----------------------------------------------------------------------------------------------------------------

COMMANDS = sorted(str(command.name) for command in app.registered_commands)


def test_no_command_at_all_shows_what_there_is(kenning):
    shown = kenning()
    assert (shown.code, shown.err) == (0, "")
    assert kenning("--help").out.split() == shown.out.split()
    assert [name for name in COMMANDS if f"\n  {name} " not in shown.out] == []
    assert "..." not in shown.out.split("Record:")[1]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example_and_answers_in_json(kenning, command):
    shown = kenning(command, "--help")
    assert shown.code == 0
    assert "Example" in shown.out
    assert f"kenning {command}" in shown.out
    assert "--json" in shown.out
    assert "--store PATH" in shown.out


def test_help_tells_the_exit_codes(kenning):
    shown = " ".join(kenning("--help").out.split())
    assert [code for code, number in wire.EXIT_CODES.items() if f"{number} {code.replace('_', ' ')}" not in shown] == []


def test_a_command_is_one_word():
    assert [command for command in COMMANDS if not command.isalpha()] == []


def test_the_version_is_said(kenning):
    from kenning import __version__

    assert kenning("--version").out == f"kenning {__version__}\n"
