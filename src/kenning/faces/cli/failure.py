"""How a command fails: `error: …` and `hint: …` on stderr, or one JSON object; an honest exit code; never a traceback."""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path

import typer

from kenning.errors import InvalidError, KenningError


def tell(error: Exception, *, as_json: bool) -> int:
    """Tell a person or a program what went wrong, and give the exit code that says so."""
    from kenning.faces import wire

    if isinstance(error, BrokenPipeError):
        # Python flushes stdout when it ends and would complain once more; nobody reads that either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return wire.NOBODY_READS
    if isinstance(error, typer.Abort):
        return wire.INTERRUPTED
    if isinstance(
        error, UnicodeEncodeError
    ):  # what a shell gives as bytes that are no UTF-8 reaches us as half characters
        reason = "is not UTF-8"
        details = {"path": "arguments", "value": error.object, "reason": reason}
        error = InvalidError(f'arguments: "{error.object}" {reason}', details=details)
    if isinstance(error, KenningError):
        _say(wire.error_object(error), as_json=as_json)
        return wire.exit_code(error)
    if isinstance(error, typer.TyperException):
        context = getattr(error, "ctx", None)
        command = context.command_path if context is not None else "kenning"
        said = {"code": "invalid", "message": error.format_message(), "hint": f"{command} --help says what there is"}
        _say({**said, "details": {}}, as_json=as_json)
        return error.exit_code
    where = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{Path(where.filename).name}:{where.lineno}"
    hint = "this is a bug in Kenning; python -X dev -m kenning … shows the whole trace"
    message = f"{type(error).__name__}: {error} ({place})"
    _say({"code": "internal", "message": message, "hint": hint, "details": {"at": place}}, as_json=as_json)
    return wire.BUG


def _say(error: dict[str, object], *, as_json: bool) -> None:
    if as_json:
        from kenning.faces import wire

        sys.stderr.write(wire.to_json(error) + "\n")
        return
    from kenning.faces.cli.page import BAD, QUIET, Page, span

    page = Page(sys.stderr)
    page.hanging(span("error: ", BAD), span(str(error["message"])))
    if error["hint"]:
        page.hanging(span("hint:  ", QUIET), span(str(error["hint"])))
