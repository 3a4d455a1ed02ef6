"""Who and what a text calls by a name, known or not: by shape, by cues and, where one has read it, by a model."""
