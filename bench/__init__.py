"""Measures of Kenning, each beside a baseline taken in the same run: `python -m bench`."""
