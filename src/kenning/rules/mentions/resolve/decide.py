"""From candidates to an outcome: who is meant, who is new, and what stays open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kenning.model.identity.entity import Candidate, Known, Outcome, Tier
from kenning.rules.mentions.resolve.fits import BORNE, CERTAIN, PLAIN, Fit, Fitting, fitting
from kenning.rules.mentions.resolve.nouns import ANY_TYPE, DEFAULT, NEW, Mention, Surroundings, Thresholds

CANDIDATES_MAX = 16
"""As many are named in an outcome, the best first; all are weighed."""

# Who is spoken to, who was met in this scene, who in the wider episode: each apart from the next by more than the margin.
_ADDRESSED, _PRESENT, _RECENT = 1.0, 0.75, 0.4
_GAUNTLET: tuple[Tier, ...] = ("id", "identifier", "exact", "alias", "part", "fuzzy", "embedding", "model")
_ORDER = {tier: place for place, tier in enumerate(_GAUNTLET)}
_TIERS: dict[Fit, Tier] = {
    "full": "exact",
    "exact": "exact",
    "part": "part",
    "nickname": "part",
    "short": "part",
    "alike": "fuzzy",
}


class _Weighed(NamedTuple):
    """A candidate with what speaks for it; ``score`` counts who is at hand, the fit's strength does not."""

    known: Known
    fitting: Fitting
    score: float
    near: float

    @property
    def is_full(self) -> bool:
        """Whether the surface is a whole name of more than one word."""
        return self.fitting.fit == "full"


def decide(
    mention: Mention,
    candidates: Sequence[Known],
    around: Surroundings | None = None,
    thresholds: Thresholds = DEFAULT,
) -> Outcome:
    """Decide who is meant: a known entity, one that is new, or one of several that nothing tells apart.

    In this order: an id, an identifier, who firmly introduces himself, a full name, then all other fits weighed with who is at
    hand, one's own agent's before shared ones. Where that leaves it open: an embedding that agrees with a name, then a verdict.
    Never of an incompatible type; never the speaker, unless he introduces himself or says a whole name that nobody else bears.
    Who acts under an identifier never met is new or known by name alone, and never stays open. Ambiguous keeps the surface.
    """
    around = around or Surroundings()
    distinct = _distinct(candidates)
    if certain := [one for one in distinct if one.tier in {"id", "identifier"}]:
        return _certain(mention, certain)
    weighed = [one for known in distinct if (one := _weighed(mention, known, around, thresholds)) is not None]
    himself = next((one for one in weighed if one.known.entity == around.speaker), None)
    if himself is not None and mention.introduces == "firmly":
        return _resolved(mention, himself, weighed)
    if himself is not None and not mention.introduces and not _may_be_himself(himself, weighed, thresholds):
        weighed.remove(himself)
    weighed = [one for one in weighed if one.is_full] or weighed
    outcome = _chosen(mention, weighed, thresholds)
    if outcome.status == "ambiguous":
        outcome = _advised(mention, weighed, around, thresholds) or outcome
    elif himself is not None and himself not in weighed and _fits_best(himself, outcome, weighed):
        outcome = _open(mention, [himself, *weighed])
    if outcome.status == "ambiguous" and mention.identifier is not None:
        return _created(mention, weighed)
    return outcome


def _may_be_himself(himself: _Weighed, weighed: list[_Weighed], thresholds: Thresholds) -> bool:
    """Whether who does not introduce himself may name himself: by a whole name that nobody else bears."""
    bearers = [one for one in weighed if one is not himself and one.fitting.fit in BORNE]
    others = [one for one in bearers if one.is_full or not himself.is_full]
    return not others and himself.fitting.strength >= thresholds.himself


def _fits_best(himself: _Weighed, outcome: Outcome, weighed: list[_Weighed]) -> bool:
    """Whether the speaker, whom a mention should not mean, bears the name better than who was chosen: then nobody is."""
    chosen = [one.fitting.strength for one in weighed if one.known.entity == outcome.entity]
    return not chosen or himself.fitting.strength > chosen[0]


def _distinct(candidates: Iterable[Known]) -> list[Known]:
    """Each entity once, as the surest tier found it, in the order of ids."""
    surest: dict[str, Known] = {}
    for one in sorted(candidates, key=lambda one: (one.entity, _ORDER[one.tier], one.agent, one.names)):
        surest.setdefault(one.entity, one)
    return list(surest.values())


def _certain(mention: Mention, certain: list[Known]) -> Outcome:
    """What an id or an identifier says, whatever names and types say; open only where two say different things."""
    first = min((_ORDER[one.tier], one.agent != mention.agent) for one in certain)
    weighed = [
        _Weighed(one, CERTAIN._replace(features={one.tier: 1.0}), 1.0, 0.0)
        for one in certain
        if (_ORDER[one.tier], one.agent != mention.agent) == first
    ]
    return _resolved(mention, weighed[0], weighed) if len(weighed) == 1 else _open(mention, weighed)


def _weighed(mention: Mention, known: Known, around: Surroundings, thresholds: Thresholds) -> _Weighed | None:
    """A candidate with what speaks for it; nothing where it cannot be meant."""
    if not _types_agree(mention, known) or (mention.identifier is not None and known.acts):
        return None
    found = fitting(mention.surface, known, thresholds, mention.latin)
    if found is None or (mention.identifier is not None and not found.joins):
        return None
    near = _near(known.entity, around)
    share = thresholds.surroundings
    score = round(found.strength * (1 - share + share * near), 4)
    return _Weighed(known, found, score, near) if score >= thresholds.possible else None


def _types_agree(mention: Mention, known: Known) -> bool:
    """Whether a candidate may be of the type that is meant."""
    return (
        not mention.type
        or ANY_TYPE in {mention.type, known.type}
        or known.type == mention.type
        or known.type in mention.subtypes
    )


def _near(entity: str, around: Surroundings) -> float:
    """How much at hand an entity is."""
    if entity in around.addressees:
        return _ADDRESSED
    if entity in around.present:
        return _PRESENT
    return _RECENT if entity in around.recent else 0.0


# ---- what follows ----------------------------------------------------------------------------------------------------


def _chosen(mention: Mention, weighed: list[_Weighed], thresholds: Thresholds) -> Outcome:
    """Choose among those that fit: the best, where it is good enough and nobody comes near it."""
    if not weighed:
        return _created(mention, [])
    if len(weighed) == 1 and weighed[0].fitting.fit in PLAIN:
        # Nobody else bears the name: who is at hand has nothing to decide.
        only = weighed[0]
        return _resolved(mention, only._replace(score=max(only.score, only.fitting.strength)), weighed)
    good = [one for one in weighed if one.score >= thresholds.resolve]
    own = [one for one in good if one.known.agent == mention.agent]
    best = max(own or good, key=_rank, default=None)
    if best is None:
        return _open(mention, weighed)
    rivals = [one for one in weighed if one is not best and one.score > best.score - thresholds.margin]
    return _open(mention, weighed) if rivals else _resolved(mention, best, weighed)


def _advised(mention: Mention, weighed: list[_Weighed], around: Surroundings, thresholds: Thresholds) -> Outcome | None:
    """What models say where names and surroundings leave it open: only among those whose name fits already."""
    likely = sorted(
        ((around.likeness.get(one.known.entity, 0.0), one) for one in weighed),
        key=lambda pair: (-pair[0], _rank(pair[1])),
    )
    if likely and likely[0][0] >= thresholds.likeness:
        second = likely[1][0] if len(likely) > 1 else 0.0
        if likely[0][0] - second > thresholds.margin:
            return _resolved(mention, likely[0][1], weighed, "embedding")
    chosen = next((one for one in weighed if one.known.entity == around.verdict), None)
    if chosen is not None:
        return _resolved(mention, chosen, weighed, "model")
    return _created(mention, weighed) if around.verdict == NEW else None


def _rank(one: _Weighed) -> tuple[float, float, str]:
    """In which order candidates stand, the best greatest; ids decide between equals, so that order is the same every time."""
    return one.score, one.near, one.known.entity


def _candidates(weighed: list[_Weighed]) -> list[Candidate]:
    ranked = sorted(weighed, key=_rank, reverse=True)
    return [
        Candidate(
            entity=one.known.entity,
            score=one.score,
            features={one.fitting.fit: round(one.fitting.strength, 4), "near": one.near} | one.fitting.features,
        )
        for one in ranked[:CANDIDATES_MAX]
    ]


def _resolved(mention: Mention, chosen: _Weighed, weighed: list[_Weighed], tier: Tier | None = None) -> Outcome:
    """The outcome that a known entity is meant."""
    known = chosen.known
    by_name: Tier = known.tier if known.tier in {"id", "identifier", "exact", "alias"} else _TIERS[chosen.fitting.fit]
    return Outcome(
        path=mention.path,
        surface=mention.surface,
        role=mention.role,
        status="resolved",
        entity=known.entity,
        tier=tier or by_name,
        score=chosen.score,
        candidates=_candidates(weighed),
    )


def _created(mention: Mention, weighed: list[_Weighed]) -> Outcome:
    """The outcome that somebody new is meant; the caller gives the id."""
    return Outcome(
        path=mention.path, surface=mention.surface, role=mention.role, status="created", candidates=_candidates(weighed)
    )


def _open(mention: Mention, weighed: list[_Weighed]) -> Outcome:
    """The outcome that nothing tells apart who is meant."""
    ranked = _candidates(weighed)
    return Outcome(
        path=mention.path,
        surface=mention.surface,
        role=mention.role,
        status="ambiguous",
        score=ranked[0].score,
        candidates=ranked,
    )
