"""Nouns of the record of who asked for what: denials, which are events, and sights, which are lines of the audit.

Source: design section 3 ("deny or allow + log event"). They hold ids; never a question, never what was read.
"""

from __future__ import annotations

from typing import Literal

from kenning.model.access.request import Reason, Request
from kenning.model.event import Noun, Word

REFUSED = "access.refused"
READ = "notice.read"

NoticeKind = Literal["new_entity", "merge", "flagged_grant", "denied_act"]


class Refusal(Noun, frozen=True, kw_only=True):
    """``access.refused``: a request that was refused, by which rule and for which reasons; the event tells who made it.

    An administrative act that was refused is ``access.denied``, with what it went too far by.
    """

    request: Request
    rule: Word
    reasons: list[Reason] = []


class NoticesRead(Noun, frozen=True, kw_only=True):
    """``notice.read``: the admin has seen these notices, named by the events they are about."""

    notices: list[Word]


class Notice(Noun, frozen=True, kw_only=True):
    """Something the admin is told: an act of the log, which entities or requests it is about, and whether it was seen."""

    event: str
    sequence: int
    kind: NoticeKind
    about: list[str] = []
    recorded_at: str = ""
    by: str = ""
    read: bool = False


class Sighting(Noun, frozen=True, kw_only=True):
    """One line of the audit: who was shown what, by which verb, how often within a tenth of a second; or refused.

    ``swept`` counts what was seen and is erased since.
    """

    number: int
    at: str
    principal: str
    channel: str
    verb: str
    allowed: bool = True
    seen: list[str] = []
    times: int = 1
    swept: int = 0
    reasons: list[Reason] = []
