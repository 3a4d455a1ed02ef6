"""The door of the log: what is an event, and what may act on what."""
