"""What models are told to do: files beside this one, each with the number of its version in its name.

A file that was published is never edited: what is said otherwise is the next version, and whatever was drawn by the one before
is drawn anew.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

import msgspec

NEWEST = {"extract": 1, "judge": 1, "summarise": 1}


class Prompt(msgspec.Struct, frozen=True):
    """One prompt: its version, such as ``extract-1``, and what it says."""

    version: str
    text: str


@cache
def prompt(name: str) -> Prompt:
    """Give the newest prompt of a name.

    >>> prompt("judge").version
    'judge-1'
    """
    version = f"{name}-{NEWEST[name]}"
    return Prompt(version, resources.files(__package__).joinpath(f"{version}.md").read_text(encoding="utf-8").strip())
