"""What was told to a log, without what Kenning decided about it: most laws of the log are about the former."""

from collections.abc import Iterable

from kenning.model.event import Envelope
from kenning.rules import kinds


def told(events: Iterable[Envelope]) -> list[Envelope]:
    """Leave out of some events of a log Kenning's own acts on the entity graph."""
    return [event for event in events if not kinds.connects(event.kind)]
