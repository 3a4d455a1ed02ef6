"""Relations in a text that a small model has parsed: who did what to whom, who is whose, what lies where."""
