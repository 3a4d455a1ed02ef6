"""Nouns: frozen values with no I/O, no clock and no dice."""
