"""Frames over stdin and stdout: a line each, of bounded length, whatever is in it.

What is no message is answered as such, and the next line is read. No more requests are taken than can be under way; those that
are when the input ends are answered first. Nothing else reaches stdout: what prints there goes to stderr while this serves.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from enum import Enum
from queue import SimpleQueue
from typing import Any, TypeVar

import anyio
import msgspec
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.server.lowlevel import Server
from mcp.shared.message import ServerMessageMetadata, SessionMessage
from mcp.types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
)
from mcp.types import jsonrpc_message_adapter as messages
from pydantic import ValidationError

LINE_BYTES_MAX = 8 << 20
UNDER_WAY_MAX = 64
ENDS_S = 30.0
_CHUNK = 1 << 16
Found = TypeVar("Found")


class _Mark(Enum):
    """What stands where a line cannot."""

    TOO_LONG = 0
    END = 1


_TOO_LONG, _END = _Mark.TOO_LONG, _Mark.END
Line = bytes | _Mark
Refusal = tuple[int, str, str | int | None]


def serve(server: Server[Any]) -> None:
    """Serve until the input ends, or a signal says stop."""
    with _apart() as (reads, writes):
        asyncio.run(_serve(server, reads, writes))


async def _serve(server: Server[Any], reads: int, writes: int) -> None:
    task = asyncio.current_task()
    assert task is not None
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sign, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await speak(server, reads, writes)


async def speak(server: Server[Any], reads: int, writes: int) -> None:
    """Speak with whoever is at the other end of two descriptors, until there is nobody."""
    async with Frames(reads, writes).open() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


@contextmanager
def _apart() -> Iterator[tuple[int, int]]:
    """Take the two descriptors for the frames alone; whatever else reads finds nothing, whatever else prints is a remark."""
    reads, writes = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    try:
        yield reads, writes
    finally:
        os.dup2(reads, 0)
        os.dup2(writes, 1)


class Frames:
    """The messages of one connection, to and from two descriptors."""

    def __init__(self, reads: int, writes: int) -> None:
        """Read from a descriptor and write to another."""
        self._reads, self._writes = reads, writes
        self._under_way = 0
        self._settled = anyio.Condition()
        self._writer = _Hand("kenning-writes")
        self._one = anyio.Lock()
        self._ends = anyio.Event()

    @asynccontextmanager
    async def open(
        self,
    ) -> AsyncIterator[
        tuple[MemoryObjectReceiveStream[SessionMessage | Exception], MemoryObjectSendStream[SessionMessage]]
    ]:
        """Give the two ends a server runs on."""
        send, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        outgoing, receive = anyio.create_memory_object_stream[SessionMessage](0)
        async with anyio.create_task_group() as group:
            group.start_soon(self._take_in, send)
            group.start_soon(self._send_out, receive)
            group.start_soon(self._end, incoming)
            yield incoming, outgoing
            group.cancel_scope.cancel()

    # -- in ------------------------------------------------------------------------------------------------------------

    async def _take_in(self, send: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
        lines, reader = _Lines(self._reads), _Hand("kenning-reads")
        async with send:
            with contextlib.suppress(anyio.BrokenResourceError):  # nobody reads the answers: the connection is over
                while (line := await reader.run(lines.next)) is not _END:
                    await self._one_line(line, send)
            with anyio.move_on_after(ENDS_S):
                async with self._settled:
                    while self._under_way and not self._ends.is_set():
                        await self._settled.wait()

    async def _end(self, incoming: MemoryObjectReceiveStream[SessionMessage | Exception]) -> None:
        """End the connection where nobody reads what is written."""
        await self._ends.wait()
        incoming.close()
        async with self._settled:
            self._settled.notify_all()

    async def _one_line(self, line: Line, send: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
        if isinstance(line, _Mark):
            await self._refuse(INVALID_REQUEST, f"the line has more than {LINE_BYTES_MAX} bytes", None)
            return
        if not line.strip():
            return
        message, why = _message(line)
        if message is None:
            await self._refuse(*why)
            return
        if not isinstance(message, JSONRPCRequest):
            await send.send(SessionMessage(message))
            return
        async with self._settled:
            while self._under_way >= UNDER_WAY_MAX:
                await self._settled.wait()
            self._under_way += 1
        await send.send(SessionMessage(message, ServerMessageMetadata(on_request_unanswered=self._done)))

    async def _done(self) -> None:
        async with self._settled:
            self._under_way -= 1
            self._settled.notify_all()

    # -- out -----------------------------------------------------------------------------------------------------------

    async def _send_out(self, receive: MemoryObjectReceiveStream[SessionMessage]) -> None:
        async with receive:
            async for one in receive:
                await self._write(one.message)
                if isinstance(one.message, JSONRPCResponse | JSONRPCError):
                    await self._done()

    async def _refuse(self, code: int, why: str, asked: str | int | None) -> None:
        await self._write(JSONRPCError(jsonrpc="2.0", id=asked, error=ErrorData(code=code, message=why)))

    async def _write(self, message: Any) -> None:  # noqa: ANN401 - a message of the protocol
        line = message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n"
        async with self._one:
            try:
                await self._writer.run(lambda: _write_all(self._writes, line))
            except OSError:
                self._ends.set()


class _Hand:
    """A thread for one deed after another; the process ends without waiting for it where nothing comes, or nobody reads."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._deeds: SimpleQueue[tuple[Callable[[], Any], asyncio.Future[Any]]] = SimpleQueue()
        self._thread: threading.Thread | None = None

    async def run(self, deed: Callable[[], Found]) -> Found:
        """Do a deed in the thread, and give what it gives. Raises `OSError` as the deed does."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
            self._thread.start()
        done: asyncio.Future[Found] = asyncio.get_running_loop().create_future()
        self._deeds.put((deed, done))
        return await done

    def _work(self) -> None:
        while True:
            deed, done = self._deeds.get()
            try:
                _settle(done, deed(), None)
            except OSError as error:
                _settle(done, None, error)


def _settle(done: asyncio.Future[Any], found: Any, error: OSError | None) -> None:  # noqa: ANN401 - what the deed gave
    """Tell the loop that waits how a deed ended; it may be over by then."""

    def tell() -> None:
        if not done.done():
            done.set_exception(error) if error is not None else done.set_result(found)

    with contextlib.suppress(RuntimeError):  # the loop is closed
        done.get_loop().call_soon_threadsafe(tell)


class _Lines:
    """What comes by a descriptor, cut into lines; what is too long is passed over to its end."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._kept = bytearray()

    def next(self) -> Line:
        """Give the next line, or what stands for one that is too long, or for the end."""
        kept, passing, looked = self._kept, False, 0
        while True:
            end = kept.find(b"\n", looked)
            if end >= 0:
                line = bytes(kept[:end])
                del kept[: end + 1]
                return _TOO_LONG if passing or len(line) > LINE_BYTES_MAX else line
            if len(kept) > LINE_BYTES_MAX:
                passing = True
                kept.clear()
            looked = len(kept)
            chunk = os.read(self._descriptor, _CHUNK)
            if not chunk:
                line = bytes(kept)
                kept.clear()
                return _TOO_LONG if passing else line or _END
            kept += chunk


def _write_all(descriptor: int, line: bytes) -> None:
    left = memoryview(line)
    while left:
        left = left[os.write(descriptor, left) :]


def _message(line: bytes) -> tuple[Any, Refusal]:
    """Read a message; where a line is none, say why, and whose answer is waited for where it tells.

    JSON is read twice: the protocol's reader takes for JSON what is none, and passes over an id that it does not understand.
    """
    try:
        plain = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return None, (PARSE_ERROR, "the line is not JSON", None)
    if isinstance(plain, list):
        return None, (INVALID_REQUEST, "batches are not taken: send one message a line", None)
    asked = plain.get("id") if isinstance(plain, dict) else None
    known = asked if isinstance(asked, str | int) and not isinstance(asked, bool) else None
    why = (INVALID_REQUEST, "the line is no message of JSON-RPC 2.0", known)
    try:
        message = messages.validate_json(line, by_name=False)
    except ValidationError:
        return None, why
    if isinstance(message, JSONRPCNotification) and "id" in plain:
        return None, why
    return message, why
