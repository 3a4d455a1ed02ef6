"""How entities, claims and walks stand on a page, and Kenning's own acts in words."""
