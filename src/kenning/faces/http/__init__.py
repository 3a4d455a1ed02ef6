"""The face over HTTP: a request becomes one verb of a session, and its answer JSON. Which is which stands in `operations.py`."""
