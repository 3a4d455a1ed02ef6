"""The entity graph on the disk."""
