"""What a question refers to without naming it: somebody by a relation, and a time by what happened then."""
