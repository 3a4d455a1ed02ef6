"""Knowledge: what acts on claims come to. Which acts speak of one claim, how it reads at every sequence, what contradicts it.

The rules, each with a readable case in ``tests/cases/knowledge``, are written down in ``docs/decisions/0017-claims.md``.
"""

from kenning.rules.knowledge.belief import BELIEFS, belief, confidence
from kenning.rules.knowledge.history import advanced, ledger
from kenning.rules.knowledge.key import Group, Key, canonical, check, groups, key, moments, without
from kenning.rules.knowledge.reading import claims, contradictions, holds, joined, open_at

__all__ = [
    "BELIEFS",
    "Group",
    "Key",
    "advanced",
    "belief",
    "canonical",
    "check",
    "claims",
    "confidence",
    "contradictions",
    "groups",
    "holds",
    "joined",
    "key",
    "ledger",
    "moments",
    "open_at",
    "without",
]
