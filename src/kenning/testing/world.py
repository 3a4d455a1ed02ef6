"""A world for a test: a store of its own, a clock that stands still, people, channels, and what happened."""

from __future__ import annotations

import asyncio
import hashlib
import inspect
import itertools
import json
import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, Self

import msgspec

from kenning.engine.config import Config
from kenning.engine.session import Session, open_session
from kenning.model.event import Event, Receipt
from kenning.model.time import instant, rfc3339, wrong
from kenning.testing.answers import Then

START = "2027-01-15T08:00:00Z"
_OFFSET = re.compile(r"(?:Z|[+-]\d\d:\d\d)$")


class _Clock:
    """Stands still until it is moved."""

    def __init__(self, now_us: int) -> None:
        self.now_us = now_us

    def __call__(self) -> int:
        return self.now_us


def _dice(seed: str) -> Callable[[int], bytes]:
    """Give random bytes that are the same on every run, and never the same twice."""
    thrown = itertools.count()
    return lambda size: hashlib.shake_256(f"{seed} {next(thrown)}".encode()).digest(size)


class Given:
    """A world for a test: people, channels, and what happened at which times. Made by `given`; it closes itself.

    What has no verb here is given by those of ``session``, which is that of whoever holds the store.
    """

    def __init__(self, clock: _Clock, config: Config) -> None:
        """Open a store in a folder of its own."""
        self._clock, self._config = clock, config
        self._folder = tempfile.TemporaryDirectory(prefix="kenning-given-")
        self._channels: list[str] = []
        self._met: dict[str, dict[str, str]] = {}
        self._ids: dict[str, str] = {}
        try:
            self.session = open_session(self.path, config=config)
        except BaseException:
            self._folder.cleanup()
            raise

    @property
    def path(self) -> Path:
        """Give where the store lies."""
        return Path(self._folder.name) / "given.kenning"

    @property
    def now(self) -> str:
        """Give the time by the clock of this world."""
        return rfc3339(self._clock.now_us)

    def __enter__(self) -> Self:
        """Use the world as a context that closes it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Close the store and remove it."""
        self.session.close()
        self._folder.cleanup()

    # -- given ---------------------------------------------------------------------------------------------------------

    def passes(self, **time: float) -> Self:
        """Let time pass: ``hours=1``, ``days=3``, as `timedelta` takes it. It never runs backwards."""
        for_us = timedelta(**time) // timedelta(microseconds=1)
        if for_us < 0:
            raise wrong("passes", time, "runs backwards")
        self._clock.now_us += for_us
        return self

    def channel(
        self,
        name: str,
        *,
        domains: Sequence[str] = ("interaction",),
        sensitivity: str = "restricted",
        visibility: str = "shared",
    ) -> Self:
        """Let there be an approved channel, with the labels that what comes by it has."""
        self.session.define_channel(name, domains=domains, sensitivity=sensitivity, visibility=visibility)
        self.session.approve_channel(name)
        self._channels.append(name)
        return self

    def person(self, name: str, level: str = "", permissions: Mapping[str, Any] | str | None = None, **met: str) -> str:
        """Let somebody be known, by identifiers on channels (``chat="@rui"``); gives the id of the entity.

        With a ``level`` they are raised to it, with permissions as `Session.elevate` takes them; without any they may nothing.
        """
        entity = self.session.create_entity(name, identifiers=list(met.items()))
        self._met[name], self._ids[name] = dict(met), entity
        if level:
            self.session.elevate(entity, level, permissions)
        return entity

    def says(self, who: str, text: str, *, at: str | None = None, channel: str | None = None, **fields: Any) -> Receipt:  # noqa: ANN401
        """Let somebody have said something, on the one channel they are met on unless another is named.

        ``at`` is when: the clock moves there, unless it is there already. ``fields`` are further ones of the envelope.
        """
        met = self._met.get(who, {})
        channel = channel or (next(iter(met)) if len(met) == 1 else None)
        known = {"channel": channel, "identifier": met[channel]} if channel in met else {}
        event = {
            "kind": "message.received",
            "source": {"type": "app", "name": channel or "talk", **({"channel": channel} if channel else {})},
            "actor": {"type": "person", "name": who, **known},
            "files": [{"role": "primary", "contentType": "text/plain", "content": text}],
            **fields,
        }
        return self.event(event, at=at)

    def note(self, text: str, *, at: str | None = None) -> Receipt:
        """Let whoever holds the store have written something down."""
        file = {"role": "primary", "contentType": "text/plain", "content": text}
        return self.event(
            {"kind": "note.created", "source": {"type": "user", "name": "manual"}, "files": [file]}, at=at
        )

    def event(self, event: Mapping[str, Any] | Event, *, at: str | None = None) -> Receipt:
        """Let anything have happened, as the envelope says it."""
        if at is not None:
            self._clock.now_us = max(self._clock.now_us, instant(at, self._config.time_zone, "at"))
            plain = dict(event) if isinstance(event, Mapping) else msgspec.to_builtins(event)
            zone = {} if _OFFSET.search(at) else {"timeZone": self._config.time_zone}
            event = plain | {"time": {"occurredAt": at, **zone, **plain.get("time", {})}}
        return self.session.record(event)

    # -- when ----------------------------------------------------------------------------------------------------------

    def when(
        self,
        agent: Callable[..., Any],
        *args: Any,  # noqa: ANN401 - what the agent takes
        by: str | None = None,
        channel: str | None = None,
        acting_for: str | None = None,
        **named: Any,  # noqa: ANN401 - the same
    ) -> Any:  # noqa: ANN401 - what the agent gives
        """Let an agent do something: it is called with a session, and with what is given here; gives what it gives.

        The session is that of whoever holds the store, or of ``by``, on a channel, perhaps for a person. What is to be awaited is
        run to its end; where a loop runs already, it is given back to be awaited there.
        """
        session = self.session if by is None else self.entered(by, channel, acting_for)
        done = agent(session, *args, **named)
        if not inspect.isawaitable(done):
            return done

        async def awaited() -> Any:  # noqa: ANN401 - what the agent gives
            return await done

        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return asyncio.run(awaited())
        return done

    def entered(self, who: str, channel: str | None = None, acting_for: str | None = None) -> Session:
        """Give a session of somebody's, on a channel, or on the one there is; `InvalidError` where that is not clear."""
        met = list(self._met.get(who, {})) or self._channels
        if channel is None and len(met) != 1:
            raise wrong("channel", channel, f"has to be named for {who}", hint="there is not exactly one to go by")
        one, person = self._ids.get(who, who), self._ids.get(acting_for or "", acting_for)
        return self.session.enter(one, channel=channel or met[0], acting_for=person)

    # -- then ----------------------------------------------------------------------------------------------------------

    @property
    def then(self) -> Then:
        """Ask what is known now, as whoever holds the store."""
        return Then(self, self.session)

    def files_with(self, text: str) -> list[str]:
        """Name the files of the store in whose name or bytes a text stands, small or capital, as it is or as JSON writes it."""
        written = {text, json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1]}
        written |= {one.casefold() for one in written} | {one.upper() for one in written}
        sought = {one.encode(form, "surrogatepass") for one in written for form in ("utf-8", "utf-16-le", "utf-16-be")}
        found = []
        for path in sorted(Path(self._folder.name).rglob("*")):
            content = path.name.encode() + (path.read_bytes() if path.is_file() else b"")
            if any(one in content or one in content.lower() for one in sought):
                found.append(path.name)
        return found


def given(start: str = START, *, seed: str = "", **config: Any) -> Given:  # noqa: ANN401 - fields of `Config`
    """Make a world that begins at a time. Ids differ by ``seed`` alone; ``config`` are fields of `kenning.Config`.

    Raises `InvalidError` for a time that is none.
    """
    clock = _Clock(instant(start, config.get("time_zone", "UTC"), "start"))
    steady: dict[str, Any] = {
        "clock_us": clock,
        "noise": _dice(f"log {seed}"),
        "audit_clock_us": clock,
        "audit_noise": _dice(f"audit {seed}"),
        "audit_s": 0.0,
        "synchronous": "off",
        "vectors": False,
    }
    return Given(clock, Config(**steady | config))
