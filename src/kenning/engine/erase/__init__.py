"""Erasing events, entities and identifiers: what goes with them, what stays as a blank, and the tombstone."""
