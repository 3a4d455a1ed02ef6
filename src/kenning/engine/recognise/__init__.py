"""Recognising whom an event concerns, as it is appended."""
