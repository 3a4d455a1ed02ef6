"""How candidates become an answer: pure functions from a question and passages to ranked hits, each with its reasons."""
