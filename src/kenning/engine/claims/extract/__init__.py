"""From text to knowledge: what is read, how it is drawn out, what is recorded of it, and how a claim leads back to its words."""
