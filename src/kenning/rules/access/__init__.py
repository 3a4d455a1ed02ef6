"""Who may know it, and who may do what: decisions, scopes, grants and merges as pure functions of values."""

from kenning.rules.access.decide import Compiled, decide
from kenning.rules.access.effective import effective
from kenning.rules.access.scope import readable, readable_classes, scope
from kenning.rules.access.words import words

__all__ = ["Compiled", "decide", "effective", "readable", "readable_classes", "scope", "words"]
