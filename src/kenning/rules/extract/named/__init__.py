"""Named mentions in English text: who and what is called by a name there, known or not, by shape, cues and, where one read it, a model."""
