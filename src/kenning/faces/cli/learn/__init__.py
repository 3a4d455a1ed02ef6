"""Commands that draw something out of what is recorded, and what it costs where a language model is asked."""
