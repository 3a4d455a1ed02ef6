"""The faces: thin ways in, each of which decodes, calls one verb of a session, and encodes what it answers."""
