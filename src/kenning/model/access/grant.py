"""Grants: who gave whom which level and permissions, whether that rests on the giver, and whether it waits for review."""

from __future__ import annotations

from kenning.model.access.levels import TrustLevel
from kenning.model.access.permissions import NONE, Permissions
from kenning.model.event import Noun, Word


class Grant(Noun, frozen=True, kw_only=True):
    """One grant: an elevation or permissions given, by the event that gave it.

    ``dependent``: usable only while the granter holds all of it. ``flagged``: the granter lost it once, and nobody reviewed it
    since; what the granter gets back does not lift that, only a review does.
    """

    id: Word
    granter: Word
    target: Word
    level: TrustLevel = "untrusted"
    permissions: Permissions = NONE
    dependent: bool = False
    flagged: bool = False


class Excess(Noun, frozen=True, kw_only=True):
    """One thing by which a grant goes too far: what was to be given, and the most there is to give.

    ``bound`` names what is exceeded: a ceiling, what the granter holds, to whom or up to which level it may delegate.
    """

    path: str
    given: str
    most: str
    bound: Word
