"""Mentions: where a text names what is known, and where its writer says who he is.

What is found is a name, not yet an entity: `rules.resolve` decides who is meant. A word that is also a name (Rose, Will, May) is
a mention only where case tells it from the word; a name too short to mean anything alone is none.
"""

from kenning.rules.mentions.find import Found, Names, find
from kenning.rules.mentions.introductions import Introduction, introductions

__all__ = ["Found", "Introduction", "Names", "find", "introductions"]
