"""The command line: `kenning COMMAND`. What a command needs is imported when it runs, so that help comes at once."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from typing import Annotated, NoReturn

import typer

from kenning.errors import KenningError
from kenning.faces.cli import drawing, failure, read, store, write
from kenning.faces.cli.frame import AsOption, Before, ForOption, JsonOption, MeOption, NamespaceOption, StoreOption, app
from kenning.faces.cli.graph import artifact, claim, entity, merge, places, schema, standing, trust, walk, watch
from kenning.faces.http import command
from kenning.faces.mcp import command as mcp
from kenning.faces.settings import Speaks

__all__ = [  # those but `app`, `main` and `run` register their commands on the app
    "app",
    "artifact",
    "claim",
    "command",
    "drawing",
    "entity",
    "main",
    "mcp",
    "merge",
    "places",
    "read",
    "run",
    "schema",
    "standing",
    "store",
    "trust",
    "walk",
    "watch",
    "write",
]


@app.callback(invoke_without_command=True)
def kenning(
    context: typer.Context,
    *,
    store_path: StoreOption = None,
    namespace: NamespaceOption = None,
    as_who: AsOption = None,
    for_whom: ForOption = None,
    me: MeOption = None,
    as_json: JsonOption = False,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> int:
    """Memory for AI agents: what happened, who said so, and what was known when, in one file.

    An event is named by its id or by its number in the log, an entity by any name it has. Times are dates or RFC 3339.
    """
    if version:
        from kenning import __version__

        sys.stdout.write(f"kenning {__version__}\n")
        raise typer.Exit
    if context.invoked_subcommand is None:
        sys.stdout.write(context.get_help() + "\n")
    context.obj = Before(store_path, namespace, as_json, Speaks(as_who, for_whom, me))
    return 0


def run(arguments: Sequence[str]) -> int:
    """Run one command and give its exit code; whatever goes wrong is told on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal of another encoding gets \\u signs, not an error
    try:
        code = typer.main.get_command(app).main(list(arguments), prog_name="kenning", standalone_mode=False)
        sys.stdout.flush()
    except Exception as error:
        if sys.flags.dev_mode and not isinstance(error, KenningError | typer.TyperException | typer.Abort):
            raise
        return failure.tell(error, as_json="--json" in arguments)
    return int(code or 0)


def main() -> NoReturn:
    """Run the command that the shell gave."""
    sys.exit(run(sys.argv[1:]))
