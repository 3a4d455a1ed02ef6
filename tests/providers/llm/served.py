"""A server of models on this machine that speaks the protocol, and misbehaves where it is told to."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Given = dict[str, Any]
Reply = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    """Answers one request as the model does, or as the next of the misdeeds says."""

    protocol_version = "HTTP/1.1"
    server: Model

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length", "0"))
        self.given: Given = json.loads(self.rfile.read(length))
        with self.server.lock:
            self.server.asked.append(self.given)
            self.server.headers.append(dict(self.headers))
            misdeed = self.server.misdeeds.pop(0) if self.server.misdeeds else None
        (misdeed or Handler.well)(self)

    def well(self) -> None:
        """Answer as the protocol wants it."""
        if self.path.endswith("/embeddings"):
            data = [{"index": place, "embedding": vector(text)} for place, text in enumerate(self.given["input"])]
            self.reply({"data": data, "usage": {"prompt_tokens": 7 * len(data)}})
        else:
            self.complete(self.server.says(self.given))

    def complete(self, content: Any, **more: Any) -> None:
        said = content if isinstance(content, str) else json.dumps(content)
        choice = {"message": {"role": "assistant", "content": said}, "finish_reason": "stop", **more}
        self.reply({"choices": [choice], "usage": self.server.usage})

    def reply(self, body: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        given = {"Content-Type": "application/json", "Content-Length": str(len(content)), **(headers or {})}
        for name, value in given.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class Model(ThreadingHTTPServer):
    """What was asked so far, what the model says, and what is to go wrong next."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.lock = threading.Lock()
        self.over = threading.Event()
        self.asked: list[Given] = []
        self.headers: list[dict[str, str]] = []
        self.misdeeds: list[Reply] = []
        self.usage = {"prompt_tokens": 100, "completion_tokens": 20}
        self.says: Callable[[Given], Any] = lambda _: {"items": []}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that hangs up is no news."""


@contextmanager
def serving() -> Iterator[Model]:
    """Run the server while it is wanted."""
    model = Model()
    thread = threading.Thread(target=model.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield model
    finally:
        model.over.set()
        model.shutdown()
        model.server_close()
        thread.join()


def vector(text: str) -> list[float]:
    """A vector that tells texts apart: how often each of the first letters occurs."""
    return [1.0, *(float(text.lower().count(letter)) for letter in "abcdefgh")]


# -- misdeeds ----------------------------------------------------------------------------------------------------------


def status(code: int, said: Any = None, **headers: str) -> Reply:
    """Answer with an error."""
    body = {"error": {"message": f"status {code}"}} if said is None else said
    return lambda handler: handler.reply(body, code, {name.replace("_", "-"): text for name, text in headers.items()})


def says(content: Any, **more: Any) -> Reply:
    """Answer with this, whatever was asked."""
    return lambda handler: handler.complete(content, **more)


def body(content: bytes, kind: str = "application/json") -> Reply:
    """Answer with these bytes."""
    return lambda handler: handler.reply(content, 200, {"Content-Type": kind})


def half(handler: Handler) -> None:
    """Break the stream off in the middle of the answer."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "5000")
    handler.end_headers()
    handler.wfile.write(b'{"choices": [{"message": {"content": "{')
    handler.close_connection = True


def hang_up(handler: Handler) -> None:
    """Close the connection without a word."""
    handler.close_connection = True


def silent(handler: Handler) -> None:
    """Say nothing until the test is over."""
    handler.server.over.wait(30)
    handler.close_connection = True


def dripping(handler: Handler) -> None:
    """Answer a blank at a time, without end."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    while not handler.server.over.wait(0.02):
        handler.wfile.write(b"1\r\n \r\n")


def endless(handler: Handler) -> None:
    """Answer more and more, as fast as it is taken."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    part = b"%x\r\n" % (1 << 16) + b" " * (1 << 16) + b"\r\n"
    while not handler.server.over.is_set():
        handler.wfile.write(part)


def elsewhere(handler: Handler) -> None:
    """Send the text on to another address."""
    handler.reply(b"", 307, {"Location": f"{handler.server.url}/elsewhere"})
