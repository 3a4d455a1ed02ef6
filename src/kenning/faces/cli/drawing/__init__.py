"""Commands that draw knowledge from events, and lead from a claim back to the words."""

from kenning.faces.cli.drawing import commands

__all__ = ["commands"]
