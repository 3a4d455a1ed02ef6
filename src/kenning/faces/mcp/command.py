"""`kenning mcp`: give an agent its tools, over stdio or over HTTP."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kenning.errors import UnavailableError
from kenning.faces.cli.frame import Asked, face, wrong_of

if TYPE_CHECKING:
    from kenning.faces.http.serving import Serving
    from kenning.faces.mcp.opening import Wished

PORT = 8421


@face.command(
    "mcp",
    "Keep",
    "kenning --as luna/mcp --for Tom mcp",
    "kenning --as luna/mcp mcp --create companion",
    "KENNING_TOKEN=… kenning --store https://memory.example mcp",
    "kenning mcp --http",
)
def mcp(
    asked: Asked,
    *,
    create: Annotated[
        str | None,
        typer.Option(
            "--create", metavar="TYPE", help="Make the assistant and its channel first, where they are missing."
        ),
    ] = None,
    admin: Annotated[bool, typer.Option("--admin", help="The admin is meant: agents may do all there is.")] = False,
    over_http: Annotated[bool, typer.Option("--http", help="Serve it at /mcp, to whoever shows a token.")] = False,
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="PORT", help="On which port; 0 takes a free one.")] = PORT,
    certificate: Annotated[Path | None, typer.Option("--tls-cert", metavar="FILE", help="The certificate.")] = None,
    key: Annotated[Path | None, typer.Option("--tls-key", metavar="FILE", help="Its key.")] = None,
    proxy: Annotated[bool, typer.Option("--behind-proxy", help="A proxy before it speaks TLS.")] = False,
    limits: Annotated[
        list[str] | None, typer.Option("--limit", metavar="NAME=VALUE", help="A limit, as docs/http.md lists them.")
    ] = None,
) -> int:
    """Give an agent its memory: tools in a session of its own.

    Who asks is --as NAME/CHANNEL, and --for WHO is the person it acts for; over HTTP, and of a server, a token says both.
    """
    from kenning.faces.http.serving import Limits, Serving, said
    from kenning.faces.mcp.opening import Wished, opened

    wished = Wished(create=create, admin=admin)
    if over_http:
        serving = Serving(
            host=host,
            port=port,
            certificate=certificate,
            key=key,
            proxy=proxy,
            limits=said("--limit", limits or (), Limits),
        )
        serving.check()
        return _over_http(asked, wished, serving)
    try:
        from kenning.faces.mcp import server, stdio
    except ImportError as error:
        raise _not_installed(error) from error
    _quiet()
    if sys.stdin.isatty():
        asked.remark("this speaks the Model Context Protocol, to a program that starts it: docs/mcp.md tells how")
    with opened(asked, wished) as session:
        stdio.serve(server.make_server(server.Alone(session)))
    return 0


def _over_http(asked: Asked, wished: Wished, serving: Serving) -> int:
    from kenning.faces.mcp.opening import keepers
    from kenning.faces.opening import SCHEMES

    for one in (asked.settings.as_who, asked.settings.for_whom):
        if one is not None:
            raise wrong_of(one.whence, one.value, "is the token's to say", "leave out --as and --for with --http")
    if wished.create is not None:
        raise wrong_of("--create", wished.create, "is for --as without --http", "run it once without --http")
    if asked.settings.store.value.startswith(SCHEMES):
        raise wrong_of("--http", asked.settings.store.value, "is a server already", "run it where the store is")
    try:
        from kenning.faces.mcp import serving as http
    except ImportError as error:
        raise _not_installed(error) from error
    with keepers(asked) as keeper:
        http.run(keeper, serving, wished)
    return 0


def _not_installed(error: ImportError) -> UnavailableError:
    return UnavailableError(f"agents cannot be served: {error.name} is not installed", hint="install kenning[mcp]")


def _quiet() -> None:
    """Log failures alone, on stderr, without anything that anybody said."""
    from kenning.faces.http.gate import Lines

    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    logging.basicConfig(level=logging.ERROR, handlers=[handler], force=True)
