"""Names: how they are read, and how alike two of them are, with reasons. Pure."""

from kenning.rules.names.keys import grams, index_keys, query_keys
from kenning.rules.names.letters import fold, words
from kenning.rules.names.match import Match, compare
from kenning.rules.names.parts import Named, read

RULES = "names-2"
"""The version of these rules, raised on every change that alters a score or a key, and recorded with each decision."""

__all__ = ["RULES", "Match", "Named", "compare", "fold", "grams", "index_keys", "query_keys", "read", "words"]
