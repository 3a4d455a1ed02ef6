"""Who may know it: the callers behind sessions, what they see of the log, and the entity graph as far as they see it."""
