"""The threads of a server: who begins when, who waits for whom, and to which process a connection goes."""

import asyncio
import socket
import threading
import time
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import pytest

from kenning.errors import UnavailableError
from kenning.faces.http.command import _hand_on
from kenning.faces.http.pool import Pool
from kenning.faces.http.serving import Limits


def through(work, **limits):
    """Run what a story does with a pool of its own."""

    async def told():
        pool = Pool(Limits(**limits))
        try:
            return await asyncio.wait_for(work(pool), 30)
        finally:
            pool.close()

    return asyncio.run(told())


def test_readers_begin_in_the_order_they_came_and_one_at_a_time():
    began, at_once, most = [], [0], [0]

    def read(number):
        began.append(number)
        at_once[0] += 1
        most[0] = max(most[0], at_once[0])
        time.sleep(0.002)
        at_once[0] -= 1

    async def work(pool):
        await asyncio.gather(*(pool.run(lambda n=number: read(n), reads=True) for number in range(30)))

    through(work)
    assert (began, most[0]) == (list(range(30)), 1)


@pytest.mark.parametrize("reads", [True, False], ids=["who reads for long", "who writes"])
def test_nobody_waits_for(reads):
    let_go = threading.Event()

    async def work(pool):
        long = asyncio.create_task(pool.run(let_go.wait, reads=reads))
        await asyncio.sleep(0)
        answered = await pool.run(lambda: "answered", reads=True)
        was_there = not long.done()
        let_go.set()
        return answered, was_there, await long

    assert through(work) == ("answered", True, True)


def test_who_comes_when_too_many_wait_is_refused_before_anything_is_done():
    let_go, done = threading.Event(), []

    async def work(pool):
        first = asyncio.create_task(pool.run(let_go.wait, reads=True))
        await asyncio.sleep(0)
        with pytest.raises(UnavailableError):
            await pool.run(lambda: done.append(1), reads=True)
        let_go.set()
        await first

    through(work, waiting=1)
    assert done == []


def test_a_connection_goes_to_whoever_serves_fewest_and_past_who_takes_none():
    with ExitStack() as stack:
        heard = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        pipes = [socket.socketpair() for _ in range(3)]
        for pipe in pipes:
            for end in pipe:
                stack.enter_context(end)
        crew: Any = [
            SimpleNamespace(pipe=ours, serves=serves) for (ours, _), serves in zip(pipes, (3, 0, 1), strict=True)
        ]
        pipes[1][0].close()  # it serves fewest, and is gone
        for _ in range(3):
            stack.enter_context(socket.create_connection(heard.getsockname(), timeout=10))
            _hand_on(heard, crew)
        assert [one.serves for one in crew] == [4, 0, 3]
