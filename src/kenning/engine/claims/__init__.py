"""The verbs on claims and on the schema they are made under."""
