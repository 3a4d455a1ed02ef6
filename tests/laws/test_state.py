"""State is kept behind a checkpoint: what is counted further from there is what is counted anew, after every act."""

from __future__ import annotations

import itertools
import random
from contextlib import suppress
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

import kenning
from kenning.engine.engine import Kept

PEOPLE = ("mira", "tomas", "ann")
CHANNELS = ("chat", "mail")

sent = st.tuples(st.just("send"), st.sampled_from(PEOPLE), st.sampled_from(CHANNELS), st.sampled_from(PEOPLE))
noted = st.tuples(st.just("note"), st.sampled_from(PEOPLE))
others = st.sampled_from([("redact",), ("lift",), ("amend",), ("erase",), ("merge",), ("unmerge",), ("prefer",)])


class Story:
    """A store under way, and what can still be undone in it."""

    def __init__(self) -> None:
        ticks, dice = itertools.count(1_700_000_000_000_000, 3_600_000_000), random.Random(1)
        config = kenning.Config(clock_us=lambda: next(ticks), noise=dice.randbytes, synchronous="off")
        self.session = kenning.open(":memory:", config=config)
        self.events: list[str] = []
        self.redactions: list[str] = []
        self.merges: list[str] = []

    def do(self, step: tuple[Any, ...]) -> None:
        """Carry out one step; one that is not possible now does nothing."""
        with suppress(kenning.KenningError, IndexError, ValueError):
            getattr(self, step[0])(*step[1:])

    def send(self, who: str, channel: str, to: str) -> None:
        event = {
            "kind": "message.received",
            "source": {"type": "import", "name": channel, "channel": channel},
            "actor": {"type": "person", "name": who.title(), "channel": channel, "identifier": who},
            "entities": [{"name": to.title(), "type": "person", "role": "recipient"}],
            "files": [{"role": "primary", "content": f"hello {to}"}],
        }
        self.events.append(self.session.record(event).id)

    def note(self, about: str) -> None:
        self.events.append(self.session.record(f"Something about {about.title()}").id)

    def redact(self) -> None:
        self.redactions.append(self.session.redact(self.events[-1]).id)

    def lift(self) -> None:
        self.session.lift(self.redactions.pop())

    def amend(self) -> None:
        self.session.amend(self.events[0], "and more")

    def erase(self) -> None:
        self.session.erase(self.events.pop(), because="asked to")

    def merge(self) -> None:
        first, second = [one.id for one in self.session.entities()][:2]
        self.merges.append(self.session.merge(first, second))

    def unmerge(self) -> None:
        self.session.unmerge(self.merges.pop())

    def prefer(self) -> None:
        self.session.assert_claim(self.session.entities()[0].id, "favorite_drink", "tea")


def states(session: kenning.Session) -> dict[str, Any]:
    """The state of everybody, as the session gives it."""
    return {one.id: session.state(one.id) for one in session.entities()}


SENT = ("send", "mira", "chat", "ann")


@settings(max_examples=25, deadline=None)
@example([SENT, SENT, ("redact",), ("lift",)])
@example([SENT, ("send", "ann", "mail", "mira"), ("merge",), ("unmerge",)])
@example([SENT, SENT, ("erase",), SENT])
@given(st.lists(st.one_of(sent, noted, others), max_size=14))
def test_what_is_counted_from_a_checkpoint_is_what_is_counted_anew(steps: list[tuple[Any, ...]]) -> None:
    """EM05, EM17: the cache equals the computation after every event."""
    story = Story()
    for step in steps:
        story.do(step)
        kept = states(story.session)
        story.session._engine.tallies = Kept()
        assert kept == states(story.session)


def test_a_state_as_of_a_sequence_is_what_it_was_then() -> None:
    """EM05: as of any sequence, whatever came later and is neither erased nor redacted."""
    story = Story()
    seen: dict[int, Any] = {}
    for step in (("send", "mira", "chat", "ann"), ("send", "ann", "mail", "mira"), ("note", "mira"), ("prefer",)):
        story.do(step)
        seen[story.session.head()[0]] = states(story.session)
    story.do(("send", "mira", "mail", "tomas"))
    for sequence, then in seen.items():
        assert states(story.session.at(sequence)) == then
