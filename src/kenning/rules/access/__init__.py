"""Who may know it, and who may do what: decisions, scopes, grants and merges as pure functions of values."""

from kenning.rules.access.decide import Compiled, decide
from kenning.rules.access.effective import effective
from kenning.rules.access.grants import may_grant, shaken, standing, usable
from kenning.rules.access.lifecycle import may_move, moved
from kenning.rules.access.merging import may_join_automatically, may_merge, may_part, merged, opened, parted
from kenning.rules.access.scope import readable, readable_classes, scope
from kenning.rules.access.words import words

__all__ = [
    "Compiled",
    "decide",
    "effective",
    "may_grant",
    "may_join_automatically",
    "may_merge",
    "may_move",
    "may_part",
    "merged",
    "moved",
    "opened",
    "parted",
    "readable",
    "readable_classes",
    "scope",
    "shaken",
    "standing",
    "usable",
    "words",
]
