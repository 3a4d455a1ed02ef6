"""`kenning serve`: serve a store over HTTP until told to stop."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
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
HAND_S = 1.0
"""A process that takes no connection for so long is passed over."""
HANDED_MAX = 64
READY, OVER = b"r", b"o"


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


def run(session: Session, serving: Serving, pipe: socket.socket | None = None) -> int:
    """Serve a store until a signal says stop; what was begun by then is done and answered.

    One of several is given a pipe by which connections are handed to it.
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
            gc.collect()
            gc.freeze()  # what is there now stays: looking through it again and again would hold everybody up
            if pipe is not None:
                _take(pipe, self)
            elif sockets:
                tell(serving, sockets[0])  # from now on a signal finds it ready to stop

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            if pipe is not None:
                asyncio.get_running_loop().remove_reader(pipe)
                pipe.close()
            await super().shutdown(sockets)

    config = config_of(make_app(server), serving)
    if pipe is not None:
        Stopping(config).run([])
        return 0
    with listening(serving) as alone:
        Stopping(config).run([alone])
    return 0


def run_several(asked: Asked, serving: Serving, workers: int) -> int:
    """Serve a store by several processes that share one port; one that dies is started anew.

    Each opens the file for itself: readers never wait for one another, and writers take turns as they do in one process. Whoever
    calls is handed to the one that has fewest to serve: taking calls from one socket, whoever wakes first would take them all.
    """
    import multiprocessing
    import socket
    from multiprocessing import connection

    context = multiprocessing.get_context("spawn")
    woken, wake = socket.socketpair()
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, lambda *_: wake.send(b"."))
    with listening(serving) as heard, woken, wake:
        heard.setblocking(False)  # who calls may have hung up before the call is taken
        crew = [Worker(context, asked, serving) for _ in range(workers)]
        started, told, stops = list(crew), False, False
        while not stops and any(one.lives for one in crew):
            ready = [one for one in crew if one.is_ready]
            found = connection.wait(
                [woken, *(one.pipe for one in crew if one.lives), *([heard] if told and ready else ())]
            )
            stops = woken in found
            for one in crew:
                if one.pipe in found:
                    one.hear()
            if heard in found:
                _hand_on(heard, ready)
            if told:
                crew = [one if one.lives else Worker(context, asked, serving) for one in crew]
                started = [one for one in {*started, *crew} if one.process.is_alive()]
            elif all(one.is_ready for one in crew):
                tell(serving, heard)
                told = True
        for one in started:
            one.process.terminate()
        for one in started:
            one.process.join()
    return 0


class Worker:
    """One of several processes that serve a store, with the pipe by which it is handed connections and tells which are over."""

    def __init__(self, context: Any, asked: Asked, serving: Serving) -> None:  # noqa: ANN401 - of multiprocessing
        """Start it."""
        import socket

        self.pipe, theirs = socket.socketpair()
        self.pipe.settimeout(HAND_S)
        with theirs:
            self.process = context.Process(target=_work, args=(asked, serving, theirs))
            self.process.start()
        self.is_ready = False
        self.lives = True
        self.serves = 0

    def hear(self) -> None:
        """Take note of what it says: that it is ready, which connections are over, or nothing more."""
        try:
            said = self.pipe.recv(1 << 12)
        except OSError:  # it went without a word
            said = b""
        self.lives = bool(said)
        self.is_ready = self.lives and (self.is_ready or READY in said)
        self.serves -= said.count(OVER)
        if not self.lives:
            self.pipe.close()


def _hand_on(heard: socket.socket, crew: Sequence[Worker]) -> None:
    """Hand whoever calls to the one that has fewest to serve; where that takes none, to the next."""
    import socket

    try:
        called, _ = heard.accept()
    except OSError:  # hung up meanwhile
        return
    with called:
        for one in sorted(crew, key=lambda one: one.serves):
            with suppress(OSError):
                socket.send_fds(one.pipe, [READY], [called.fileno()])
                one.serves += 1
                return


def _take(pipe: socket.socket, server: Any) -> None:  # noqa: ANN401 - of uvicorn
    """Say that a server is ready, and have it serve the connections that are handed to it."""
    import socket

    loop, config = asyncio.get_running_loop(), server.config
    beginning: set[asyncio.Task[Any]] = set()
    spoken: Any = config.http_protocol_class  # which one depends on what is installed

    class Handed(spoken):  # type: ignore[misc]
        """Tells when a connection is over."""

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            over()

    def over() -> None:
        with suppress(OSError):  # nobody counts any more
            pipe.send(OVER)

    def protocol() -> Any:  # noqa: ANN401 - of uvicorn
        return Handed(config=config, server_state=server.server_state, app_state=server.lifespan.state)

    def begun(task: asyncio.Task[Any]) -> None:
        beginning.discard(task)
        if not task.cancelled() and task.exception() is not None:  # no TLS came of it
            over()

    def take() -> None:
        _, handed, _, _ = socket.recv_fds(pipe, 1 << 12, HANDED_MAX)
        if not handed:
            loop.remove_reader(pipe)
        for number in handed:
            one = socket.socket(fileno=number)
            one.setblocking(False)
            task = loop.create_task(loop.connect_accepted_socket(protocol, one, ssl=config.ssl))
            beginning.add(task)
            task.add_done_callback(begun)

    loop.add_reader(pipe, take)
    pipe.send(READY)


def _work(asked: Asked, serving: Serving, pipe: socket.socket) -> None:
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
        run(session, serving, pipe)


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


def config_of(app: Any, serving: Serving) -> Any:  # noqa: ANN401 - of the library of ASGI, and of uvicorn
    """Give how uvicorn serves an application: with our limits and logs, and without saying what it is."""
    import uvicorn

    return uvicorn.Config(
        app,
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


def tell(serving: Serving, heard: socket.socket, path: str = "") -> None:
    """Say on stderr where the store is served, where whoever started the server reads it."""
    sys.stderr.write(f"serving the store at {serving.url.rpartition(':')[0]}:{heard.getsockname()[1]}{path}\n")
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
