"""Given, when, then: how whoever builds an agent on Kenning says what it should remember, and who should not learn of it.

A world has a store of its own, a clock that stands still until it is moved, and dice that fall alike on every run; no network, no
vectors. Nothing here needs a framework: what does not hold is an `AssertionError` that shows what is there instead, and whence.

>>> def agent(session, words):
...     session.record(f"{words} It was told in passing.")
>>> with given("2027-01-15T08:00:00Z") as house:
...     _ = house.says("Rui", "The gate code is 4711", at="2027-01-10T09:00:00Z")
...     house.when(agent, "The gate sticks.")
...     _ = house.then.recall("gate code").puts_first("4711")
"""

from __future__ import annotations

from kenning.testing.answers import Answer, Line, Then
from kenning.testing.scripted import Scripted
from kenning.testing.world import Given, given

__all__ = ["Answer", "Given", "Line", "Scripted", "Then", "given"]
