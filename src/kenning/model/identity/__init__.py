"""What acts on entities say, what they fold to, and what a reader is shown."""
