"""What a schema means: whether a user's fits beside the system's, the two as one, versions, and what goes with a predicate.

A user's schema adds; it cannot change what the system's says.
"""

from kenning.rules.schema.active import combine, compatible, is_a, predicate, qualified
from kenning.rules.schema.claim import check_ends, check_value
from kenning.rules.schema.version import applied, diff, sealed
from kenning.rules.schema.words import predicate_name
from kenning.rules.schema.written import check, refusal, settled

__all__ = [
    "applied",
    "check",
    "check_ends",
    "check_value",
    "combine",
    "compatible",
    "diff",
    "is_a",
    "predicate",
    "predicate_name",
    "qualified",
    "refusal",
    "sealed",
    "settled",
]
