"""Resolving whom an extractor's mentions mean, by the same rule as those of an event that is appended, and recording it.

What surrounds them is what the event itself says of who takes part, and nothing later: so it makes no difference when, and in
which order, events are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import structs

from kenning.engine.recognise.recogniser import THRESHOLDS, Recogniser
from kenning.model.event import Envelope
from kenning.model.identity.act import Resolution
from kenning.model.identity.entity import Known, Outcome
from kenning.rules.identity.spots import Spot
from kenning.rules.mentions.resolve import Surroundings

if TYPE_CHECKING:
    from kenning.engine.append import Appender


class Drawer(Recogniser):
    """Resolves what an extractor found in one event; ``acts`` are those on the event that made it read as it does."""

    def __init__(self, appender: Appender, event: Envelope, acts: Sequence[Envelope] = ()) -> None:
        """Take up an event that is in the log."""
        super().__init__(appender, event)
        self._acts = list(acts)
        self._causes = [(event, "caused_by"), *((act, "caused_by") for act in acts)]
        met = self._graph.mentioned(event.sequence)
        ids = {path: self._graph.id(self._graph.root(number)) for number, _, path in met}
        self._met = [ids["actor"]] if "actor" in ids else []
        self._here = tuple(dict.fromkeys(one for one in ids.values() if one not in self._met))

    def draw(self, found: Sequence[Spot], drawn: str) -> list[Outcome]:
        """Decide whom each of some places means, and record it as one further act; those decided before are left out."""
        outcomes = [structs.replace(self._by_name(spot), type=spot.type or None) for spot in found]
        if outcomes:
            content = Resolution(
                event=str(self._event.id),
                sequence=self._event.sequence,
                outcomes=outcomes,
                thresholds=THRESHOLDS if any(one.candidates for one in outcomes) else {},
                rules=self._appender.rules,
                drawn=drawn,
            )
            self._appender.decided(self._event, content, self._acts)
        return outcomes

    def _surroundings(self, gathered: list[Known]) -> Surroundings:
        """Read what surrounds the event, once, and only where it could tell candidates apart."""
        speaker = self._met[0] if self._met else None
        if self._plain(gathered):
            return Surroundings(speaker=speaker)
        if self._around is None:
            around = self._appender.earlier.around(self._event, [*self._met, *self._here])
            self._around = structs.replace(around, speaker=speaker, addressees=self._here)
        return self._around
