"""`kenning serve`: serve a store over HTTP until told to stop."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kenning.errors import UnavailableError
from kenning.faces.cli.frame import Asked, face

if TYPE_CHECKING:
    import socket

    from kenning.engine.session import Session
    from kenning.faces.http.serving import Serving

LOGS = ("json", "none")
WORKERS_MAX = 64
LOOK_S = 0.5


@face.command(
    "serve",
    "Keep",
    "kenning serve",
    "kenning serve --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem",
    "kenning serve --limit rate_s=50 --metrics",
)
def serve(
    asked: Asked,
    *,
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="PORT", help="On which port; 0 takes a free one.")] = 8420,
    certificate: Annotated[Path | None, typer.Option("--tls-cert", metavar="FILE", help="The certificate.")] = None,
    key: Annotated[Path | None, typer.Option("--tls-key", metavar="FILE", help="Its key.")] = None,
    proxy: Annotated[bool, typer.Option("--behind-proxy", help="A proxy before it speaks TLS.")] = False,
    limits: Annotated[
        list[str] | None, typer.Option("--limit", metavar="NAME=VALUE", help="A limit, as docs/http.md lists them.")
    ] = None,
    oidc: Annotated[
        list[str] | None,
        typer.Option("--oidc", metavar="NAME=VALUE", help="issuer, audience, channel and keys of a provider."),
    ] = None,
    metrics: Annotated[bool, typer.Option("--metrics", help="Give figures at /metrics.")] = False,
    otel: Annotated[bool, typer.Option("--otel", help="Send traces, as OpenTelemetry's variables say.")] = False,
    logs: Annotated[str, typer.Option("--log", metavar="FORM", help="json, or none; on stderr.")] = "json",
    workers: Annotated[int, typer.Option("--workers", metavar="COUNT", help="Processes that share the work.")] = 1,
) -> int:
    """Serve the store over HTTP, to whoever shows a token.

    On a fresh store it prints one for the admin. Beyond this machine it speaks TLS, or stands behind a proxy that does.
    """
    from kenning.faces.http.serving import Limits, Oidc, Serving, said
    from kenning.model.time import wrong

    if logs not in LOGS:
        raise wrong("--log", logs, f"is none of {', '.join(LOGS)}")
    serving = Serving(
        host=host,
        port=port,
        certificate=certificate,
        key=key,
        proxy=proxy,
        limits=said("--limit", limits or (), Limits),
        oidc=said("--oidc", oidc, Oidc) if oidc else None,
        metrics=metrics,
        otel=otel,
        logs=logs == "json",
    )
    serving.check()
    if not 1 <= workers <= WORKERS_MAX:
        raise wrong("--workers", workers, f"is not between 1 and {WORKERS_MAX}")
    with asked.session(create=True) as session:
        _greet(asked, session)
        if workers == 1:
            return run(session, serving)
    return run_several(asked, serving, workers)


@face.command("openapi", "Keep", "kenning openapi > kenning.json")
def openapi(_: Asked) -> None:
    """Print how the server describes itself, as OpenAPI 3.1. No store is opened."""
    from kenning.faces.http.openapi import description

    sys.stdout.write(f"{description().decode()}\n")


def _greet(asked: Asked, session: Session) -> None:
    """Give the admin a token where the store is fresh: nobody could sign in otherwise."""
    from kenning.errors import NotAllowedError

    if session.is_somebody:
        raise NotAllowedError("serve: is for whoever holds the file", hint="leave out --as and --for")
    if session.head()[0]:
        return
    issued = session.issue_token("admin", channel="local", name="first")
    if asked.json:
        asked.answer(issued)
    else:
        asked.page().line(issued.secret)
        asked.side_page().line("the admin's token, shown this once; kenning token issue makes others")
    sys.stdout.flush()


def run(session: Session, serving: Serving, shared: tuple[socket.socket, Any] | None = None) -> int:
    """Serve a store until a signal says stop; what was begun by then is done and answered.

    One of several is given the socket they share, and a semaphore to say that it is ready.
    """
    try:
        import uvicorn

        from kenning.faces.http.app import Server, make_app
    except ImportError as error:
        raise not_installed(error) from error
    server = Server(session, serving)

    class Stopping(uvicorn.Server):
        """Lets listeners go as soon as it is told to stop, since they would wait for ever; ends as any command does."""

        def handle_exit(self, sig: int, frame: Any) -> None:  # noqa: ANN401 - as the signal module has it
            del frame
            server.watch.stop()
            self.force_exit = self.should_exit and sig == signal.SIGINT  # said twice, it is meant
            self.should_exit = True

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if shared is not None:
                shared[1].release()
            elif sockets:
                tell(serving, sockets[0])  # from now on a signal finds it ready to stop

    config = uvicorn.Config(
        make_app(server),
        ssl_certfile=serving.certificate,
        ssl_keyfile=serving.key,
        proxy_headers=serving.proxy,
        access_log=False,
        server_header=False,
        log_config=logs_of(serving),
        timeout_graceful_shutdown=serving.limits.stop_s,
        timeout_keep_alive=30,
        h11_max_incomplete_event_size=1 << 16,
        lifespan="on",
    )
    if shared is not None:
        Stopping(config).run([shared[0]])
        return 0
    with listening(serving) as alone:
        Stopping(config).run([alone])
    return 0


def run_several(asked: Asked, serving: Serving, workers: int) -> int:
    """Serve a store by several processes that share one port; one that dies is started anew.

    Each opens the file for itself: readers never wait for one another, and writers take turns as they do in one process.
    """
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    stop, ready = threading.Event(), context.Semaphore(0)
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, lambda *_: stop.set())
    with listening(serving) as heard:

        def start() -> Any:  # noqa: ANN401 - a process
            process = context.Process(target=_work, args=(asked, serving, (heard, ready)))
            process.start()
            return process

        crew = [start() for _ in range(workers)]
        waits_for = workers
        while waits_for and not stop.is_set() and any(one.is_alive() for one in crew):
            waits_for -= ready.acquire(timeout=LOOK_S)
        if not waits_for:
            tell(serving, heard)
        while not waits_for and not stop.wait(LOOK_S):
            crew = [one if one.is_alive() else start() for one in crew]
        for one in crew:
            one.terminate()
        for one in crew:
            one.join()
    return 0


def _work(asked: Asked, serving: Serving, shared: tuple[socket.socket, Any]) -> None:
    """Serve as one of several, for as long as the process that started them lives."""
    import multiprocessing
    from multiprocessing import connection

    parent = multiprocessing.parent_process()
    assert parent is not None, "it was started by another"

    def end_with_parent() -> None:
        connection.wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=end_with_parent, daemon=True).start()
    with asked.session() as session:
        run(session, serving, shared)


@contextmanager
def listening(serving: Serving) -> Iterator[socket.socket]:
    """Listen where the store is to be served. Raises `UnavailableError`."""
    import socket

    family = socket.AF_INET6 if ":" in serving.host else socket.AF_INET
    try:
        heard = socket.create_server((serving.host, serving.port), family=family, backlog=2048)
    except OSError as error:
        reason = error.strerror or str(error)
        raise UnavailableError(
            f"{serving.host}:{serving.port}: cannot be listened on: {reason}", hint="say another --port"
        ) from error
    with heard:
        yield heard


def tell(serving: Serving, heard: socket.socket) -> None:
    """Say on stderr where the store is served, where whoever started the server reads it."""
    sys.stderr.write(f"serving the store at {serving.url.rpartition(':')[0]}:{heard.getsockname()[1]}\n")
    sys.stderr.flush()


def not_installed(error: ImportError) -> UnavailableError:
    """Build the refusal of a server whose extra is missing."""
    return UnavailableError(f"a server cannot be run: {error.name} is not installed", hint="install kenning[server]")


def logs_of(serving: Serving) -> dict[str, Any]:
    """Give how a server logs: lines of JSON on stderr, or nothing."""
    level = "INFO" if serving.logs else "CRITICAL"
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": "kenning.faces.http.gate.Lines"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "lines", "stream": "ext://sys.stderr"}},
        "loggers": {
            "kenning.http": {"handlers": ["stderr"], "level": level, "propagate": False},
            "uvicorn": {"handlers": ["stderr"], "level": "WARNING" if serving.logs else "CRITICAL", "propagate": False},
        },
    }
