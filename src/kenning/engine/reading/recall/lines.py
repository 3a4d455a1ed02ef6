"""Events as recall reads them: what each says, in which words and session; read once for many questions."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from sys import intern

import msgspec

from kenning.engine.reading import threads
from kenning.engine.recognise.around import session_of
from kenning.errors import CorruptError
from kenning.model.codec import envelope_of, glance
from kenning.rules import text
from kenning.store import Reader
from kenning.store.base import Line

_KEPT_MAX = 1 << 13
"""So many are kept twice over: those of the last questions, and those of the questions before."""


class Said(msgspec.Struct, frozen=True, gc=False):
    """One version of an event: what it says, its words, and the session it stands in."""

    text: str
    words: tuple[str, ...]
    session: tuple[str, str] | None


Key = tuple[str, int, int]


class Lines:
    """What was read of an open store lately; all of it is let go of when rows read otherwise or are erased."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._lock = threading.Lock()
        self._new: dict[Key, Said] = {}
        self._old: dict[Key, Said] = {}
        self._turns: dict[str, int] = {}

    def turned(self, namespace: str, turn: int) -> None:
        """Let go of all where a namespace was turned since the last look."""
        with self._lock:
            if self._turns.get(namespace) != turn:
                self._turns[namespace] = turn
                self._new, self._old = {}, {}

    def of(self, reader: Reader, namespace: str, lines: Iterable[Line], at: int, turn: int) -> dict[int, Said]:
        """Read rows: by event, what each says; kept where the namespace still stands as at that turn."""
        found: dict[int, Said] = {}
        missing: list[Line] = []
        with self._lock:
            for line in lines:
                key = (namespace, line.event, line.since)
                known = self._new.get(key) or self._old.get(key)
                if known is None:
                    missing.append(line)
                else:
                    found[line.event] = self._new[key] = known
        fresh = {
            (namespace, line.event, line.since): one
            for line, one in zip(missing, _read(reader, namespace, missing, at), strict=True)
        }
        found.update((key[1], one) for key, one in fresh.items())
        with self._lock:
            if self._turns.get(namespace) == turn:  # what was erased meanwhile is not kept
                self._new.update(fresh)
            if len(self._new) > _KEPT_MAX:
                self._new, self._old = {}, self._new
        return found


def _read(reader: Reader, namespace: str, lines: list[Line], at: int) -> list[Said]:
    read = texts(reader, namespace, [(line.since, line.event) for line in lines], at)
    # One word is one string however many lines say it: a third of the memory, and its hash is known.
    return [Said(said, tuple(map(intern, text.words(said))), session) for said, session in read]


def texts(
    reader: Reader, namespace: str, rows: Sequence[tuple[int, int]], at: int
) -> list[tuple[str, tuple[str, str] | None]]:
    """Read rows, (since, event) each: what it says, and in which session it stands."""
    payloads = reader.payloads(namespace, [event for _, event in rows]) if rows else {}
    made = []
    for since, event in rows:
        payload = payloads.get(event)
        if payload is None:
            raise CorruptError(f"sequence {event}: is projected but not in the log", hint="run verify, then rebuild")
        seen = glance(payload) if since == event else None
        made.append(seen if seen is not None else _folded(reader, namespace, (since, event), at))
    return made


def _folded(reader: Reader, namespace: str, row: tuple[int, int], at: int) -> tuple[str, tuple[str, str] | None]:
    """Read an event whole, with what acts on it."""
    since, sequence = row
    sealed = reader.get(namespace, sequence)
    assert sealed is not None, "its payload was read a moment ago"
    event = envelope_of(sealed)
    if since == sequence:
        return event.text, session_of(event)
    return threads.read_view(reader, namespace, event, min(at, since)).text, session_of(event)
