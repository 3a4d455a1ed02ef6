"""Drawing mentions and claims out of an event: its structure (tier 1), patterns over its words (tier 2). Pure, and no model."""

from kenning.rules.knowledge.extract.patterns import Patterns
from kenning.rules.knowledge.extract.structure import Structure

__all__ = ["Patterns", "Structure"]
