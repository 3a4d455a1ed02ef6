"""DECISIONS: pure functions of values; no input or output, no clock, no dice."""
