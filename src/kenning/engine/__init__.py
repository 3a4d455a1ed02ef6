"""Deeds: gather what a rule needs, ask the rule, append what it says. One write path, one read path."""
