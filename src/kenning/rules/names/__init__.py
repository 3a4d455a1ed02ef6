"""Names: how they are read, and how alike two of them are, with reasons. Pure."""
