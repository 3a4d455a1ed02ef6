"""The verbs on the entity graph, and what acts on it project to."""
