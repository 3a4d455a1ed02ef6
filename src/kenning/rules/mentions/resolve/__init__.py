"""Who is meant: one mention, the entities it may mean, what surrounds it, and what is decided.

The gauntlet runs from what cannot be doubted to what can: an explicit id, an exact identifier, the whole name, an alias, a part
of a name or a short form, a name that looks alike, then the numbers and verdicts of models where the caller has any. A name that
fits several is decided by who is at hand, and stays ambiguous where that does not tell. Nothing here depends on the order in
which candidates are given.
"""

from kenning.rules.mentions.resolve.decide import decide
from kenning.rules.mentions.resolve.nouns import ANY_TYPE, DEFAULT, NEW, Mention, Surroundings, Thresholds

RULES = "resolve-2"
"""The version of these rules, raised on every change of what would be decided, and recorded with each decision."""

__all__ = ["ANY_TYPE", "DEFAULT", "NEW", "RULES", "Mention", "Surroundings", "Thresholds", "decide"]
