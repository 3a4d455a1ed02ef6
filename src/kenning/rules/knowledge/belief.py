"""How far a claim is believed: from its evidence by noisy-or, weighed by the belief in each source.

The noisy-or (Pearl, *Probabilistic Reasoning in Intelligent Systems*, 1988, section 4.3.2) takes each piece of evidence for an
independent witness. Repetitions by one source are none, so what a source says is joined first and then weighed once: however
often it repeats itself, it gives no more than it is believed. Witnesses to independence are different sources.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import exp, log1p
from types import MappingProxyType

from kenning.model.statement import Evidence

BELIEFS: Mapping[str, float] = MappingProxyType(
    {
        "user": 0.95,  # a person says so in a session of theirs
        "record": 0.9,  # structured: a contact card, a calendar, a sensor's reading
        "import": 0.8,  # a person's words, but taken from a foreign file that nobody vouches for
        "pattern": 0.6,  # drawn from text by a rule
        "model": 0.5,  # drawn from text by a language model
    }
)
"""How far a source is believed, by what sort it is, where nothing is set for itself. Set by reasoning, not fitted."""

UNKNOWN = 0.5
DIGITS = 6
_UNIT = 1 << 40
_CERTAIN = 1 - 1e-9


def belief(source: str, sort: str, chosen: Mapping[str, float] | None = None) -> float:
    """How far a source is believed, between 0 and 1: as chosen for itself, else for its sort, else by `BELIEFS`.

    ``chosen`` holds names of sources and of sorts alike; a sort that nobody knows is believed by half.

    >>> belief("cli:ann", "user"), belief("feed:news", "import", {"feed:news": 0.2}), belief("x", "model", {"model": 0.7})
    (0.95, 0.2, 0.7)
    """
    table = {**BELIEFS, **(chosen or {})}
    return min(1.0, max(0.0, table.get(source, table.get(sort, UNKNOWN))))


def counts(evidence: Evidence) -> bool:
    """Whether a piece of evidence weighs anything at all."""
    return not evidence.derived and evidence.confidence * evidence.belief > 0


def confidence(evidence: Iterable[Evidence]) -> float:
    """How sure a claim is, between 0 and 1: ``1 - Π over sources (1 - belief × (1 - Π (1 - confidence)))``.

    One event counts once, with what says most. More evidence never makes it less. Rounded to six digits.

    >>> ann = Evidence(event="evt_1", source="ann", confidence=0.9, belief=0.8)
    >>> confidence([ann]), confidence([ann, ann])
    (0.72, 0.72)
    >>> confidence([ann, Evidence(event="evt_2", source="bob", confidence=0.5)])
    0.86
    """
    weight = Weight()
    for one in evidence:
        weight.add(one)
    return weight.confidence


class Weight:
    """A running noisy-or, to which evidence is added in constant time.

    Sums of logarithms in units of 2^-40 as whole numbers: they come out the same whatever the order, to the last bit.
    """

    def __init__(self) -> None:
        """Begin with no evidence."""
        self._events: dict[str, Evidence] = {}
        self._sources: dict[str, tuple[int, float]] = {}
        self._total = 0

    @property
    def confidence(self) -> float:
        """Give the confidence by all evidence so far."""
        return round(1 - exp(-self._total / _UNIT), DIGITS)

    def add(self, evidence: Evidence) -> None:
        """Weigh one more piece of evidence; the same event again counts only for what it says more."""
        if not counts(evidence):
            return
        known = self._events.get(evidence.event)
        if known is None:
            self._events[evidence.event] = evidence
            self._weigh(evidence.source, _miss(evidence.confidence), evidence.belief)
            return
        more = joined(known, evidence)
        if more == known:
            return
        self._events[evidence.event] = more
        if more.source == known.source:
            self._weigh(more.source, _miss(more.confidence) - _miss(known.confidence), more.belief)
            return
        events, self._sources, self._total = self._events, {}, 0
        for one in events.values():
            self._weigh(one.source, _miss(one.confidence), one.belief)

    def _weigh(self, source: str, miss: int, believed: float) -> None:
        before, known = self._sources.get(source, (0, 0.0))
        after = before + miss, max(believed, known)
        self._total += _share(*after) - _share(before, known)
        self._sources[source] = after


def joined(one: Evidence, other: Evidence) -> Evidence:
    """Give what two acts say of one event as one: the most of each. An event has one source; of two, the first by name."""
    return Evidence(
        event=one.event,
        source=min(one.source, other.source),
        confidence=max(one.confidence, other.confidence),
        belief=max(one.belief, other.belief),
        derived=one.derived and other.derived,
    )


def _miss(share: float) -> int:
    """Give the logarithm of the chance that it is wrong; certainty is cut off a billionth below 1, so that it stays a number."""
    return round(-log1p(-min(share, _CERTAIN)) * _UNIT)


def _share(miss: int, believed: float) -> int:
    return _miss(believed * (1 - exp(-miss / _UNIT)))
