"""Commands about entities and claims."""
