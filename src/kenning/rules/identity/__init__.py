"""Which entities are one: reasons for and against, joins in order of strength, and what is never joined."""
