"""Whether two entities may be one person: reasons for and against, each with its share of the score.

Reasons for are independent chances to be right, so they add up as 1 - (1 - s1)(1 - s2)…; a reason against multiplies.
"""

from __future__ import annotations

from kenning.model.event import Noun
from kenning.rules.identity.evidence import Evidence, evidence
from kenning.rules.identity.person import Counts, Person, Reason, ReasonKind, Suggestion
from kenning.rules.identity.traits import keys

__all__ = ["AUTO", "RULES", "STRENGTHS", "SUGGEST", "Strengths", "compare", "keys", "weigh"]

AUTO = 0.95
"""From here on two untrusted entities are joined without asking."""
SUGGEST = 0.70
"""From here on a suggestion waits for review; below, nothing."""
RULES = "identity/1"
"""Version of these rules, recorded with every decision they made."""


class Strengths(Noun, frozen=True, kw_only=True):
    """How often each fact alone is right, 0 to 1; and, from ``partial`` on, what disagreeing names leave of a score.

    On a coarse ladder, at or below what was measured where there was enough to measure, by reasoning elsewhere: decision 0015.
    """

    same: float = 0.97
    extended: float = 0.95
    near: float = 0.85
    initial: float = 0.75
    alike: float = 0.3
    first_name: float = 0.5
    first_name_common: float = 0.05
    address: float = 0.97
    biometric: float = 0.97
    handle: float = 0.95
    handle_of_name: float = 0.95
    handle_of_names: float = 0.85
    whole: float = 0.95
    clipped: float = 0.92
    initialled: float = 0.75
    truncated: float = 0.75
    word: float = 0.6
    initials: float = 0.5
    domain: float = 0.1
    context: float = 0.4
    behaviour: float = 0.2
    partial: float = 0.3
    differ: float = 0.05
    partial_at_address: float = 0.9
    differ_at_address: float = 0.8


STRENGTHS = Strengths()


def compare(a: Person, b: Person, counts: Counts, strengths: Strengths = STRENGTHS) -> Suggestion | None:
    """Why two entities may be one, and how surely; nothing where nothing speaks for it, or their types differ. Symmetric.

    Source: *Entity Model*, "Identity merging" (potential matches). The shares of the reasons add up to the score.
    """
    found = evidence(a, b, counts)
    return None if found is None else weigh(min(a.id, b.id), max(a.id, b.id), found, strengths)


def weigh(a: str, b: str, found: Evidence, strengths: Strengths = STRENGTHS) -> Suggestion:
    """Give each fact its share: the strongest of each kind, the strongest kind first, and what speaks against last."""
    best: dict[ReasonKind, tuple[float, str]] = {}
    for fact in found.facts:
        strength = getattr(strengths, fact.by) * fact.factor
        best[fact.kind] = max(best.get(fact.kind, (0.0, "")), (strength, fact.detail))
    score, reasons = 0.0, list[Reason]()
    for kind, (strength, detail) in sorted(best.items(), key=lambda item: (-item[1][0], item[0])):
        share = (1 - score) * strength
        score += share
        reasons.append(Reason(kind=kind, share=round(share, 4), detail=detail))
    if found.against:
        left = score * getattr(strengths, found.against)
        reasons.append(Reason(kind="names_disagree", share=round(left - score, 4), detail=found.disagreement))
        score = left
    return Suggestion(a=a, b=b, score=round(score, 4), reasons=tuple(reasons))
