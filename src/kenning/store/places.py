"""Where a row lies: the number of its namespace in the high bits of its place, the sequence of its event in the low ones."""

NAMESPACE_BITS = 40
SEQUENCE_MAX = (1 << NAMESPACE_BITS) - 1
"""The highest sequence a log can reach, and the bits of a place that are one."""
NOW = SEQUENCE_MAX
"""As a moment: behind everything recorded so far."""
OPEN = SEQUENCE_MAX + 1
"""The end of what still stands."""
