"""Commands about entities and claims, and how what they answer stands on a page."""
