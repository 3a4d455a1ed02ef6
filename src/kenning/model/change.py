"""What a fold yields: the few things that can happen to projected rows. Rows are opened and closed, never rewritten.

The one exception is `Reread`: what is redacted now is hidden at every earlier moment too, and what is erased is gone from
every version that quoted it, so versions that contained it are read anew.
"""

from __future__ import annotations

import msgspec


class Labels(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What decides who may see a row: interned as one access class.

    ``who`` names the owner, or the exact identifiers that take part, where visibility is by person. ``also`` holds the
    labels of every source of what is derived, each once, in a fixed order: all of them must pass.
    """

    agent: str
    sensitivity: str
    visibility: str
    domains: tuple[str, ...] = ()
    who: tuple[str, ...] = ()
    also: tuple[Labels, ...] = ()


class Row(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One version of an event's view as the read layer finds it: since which sequence, of which event, and its keys.

    ``at_us`` is the effective time: occurred, else captured, else observed, else recorded.
    """

    since: int
    event: int
    kind: str
    actor: str
    at_us: int
    labels: Labels
    text: str


class Open(msgspec.Struct, frozen=True, gc=False):
    """A new version begins."""

    row: Row


class Close(msgspec.Struct, frozen=True, gc=False):
    """The version that began at ``since`` ends before ``until``."""

    since: int
    until: int


class Resume(msgspec.Struct, frozen=True, gc=False):
    """What ended the version is erased: it goes on."""

    since: int


class Hide(msgspec.Struct, frozen=True, gc=False):
    """Every version of the event is out of all readings, at every moment, until shown again."""

    event: int


class Show(msgspec.Struct, frozen=True, gc=False):
    """The event's versions are readable again."""

    event: int


class Reread(msgspec.Struct, frozen=True, gc=False):
    """A version reads differently under what is redacted or erased now; its span stays."""

    row: Row


Change = Open | Close | Resume | Hide | Show | Reread
