"""Commands that draw knowledge from events, and lead from a claim back to the words."""

from kenning.faces.cli.drawing import commands, episode

__all__ = ["commands", "episode"]
