"""The index of words."""
