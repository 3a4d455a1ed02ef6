"""Notices: which acts in the log the admin is told of, whom they are about, and in which words.

Source: *Entity Model*, "Entity Creation", "Merge Authority" ("Admin is notified of all merges, even delegated ones").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from kenning.model.access.audit import Denied, Notice, NoticeKind
from kenning.model.event import Envelope
from kenning.model.identity.act import Act, Created, MergeAct
from kenning.model.identity.change import Noticed

WORDS: Mapping[NoticeKind, str] = MappingProxyType(
    {
        "new_entity": "{0} is new here and waits for review",
        "merge": "{1} was merged into {0}",
        "flagged_grant": "what {0} gave to {1} waits for review: {0} has lost it",
        "denied_act": "{0} was refused {1}",
    }
)
"""What each kind of notice says, with whom or what it is about."""


def noticed(event: Envelope, act: Act) -> Noticed | None:
    """Tell whether the admin is told of an act: of somebody new on a channel, of every merge, of a refused administrative act."""
    found: tuple[NoticeKind, tuple[str, ...]] | None = None
    match act:
        case Created() if act.review:
            found = ("new_entity", (act.id,))
        case MergeAct():
            found = ("merge", (act.survivor, act.merged))
        case Denied() if act.request.resource_type == "administrative":
            found = ("denied_act", (act.request.entity, act.request.resource_id))
        case _:
            found = None
    return None if found is None else Noticed(str(event.id), *found)


def words(notice: Notice, names: Mapping[str, str]) -> str:
    """Say a notice, with the names of those it is about; who is gone is called by the end of the id.

    >>> one = Notice(event="evt_1", sequence=1, kind="merge", about=["a", "b"])
    >>> words(one, {"a": "Priya", "b": "P. Patel"})
    'P. Patel was merged into Priya'
    """
    return WORDS[notice.kind].format(*_called(notice.about, names), "somebody", "something")


def _called(about: Sequence[str], names: Mapping[str, str]) -> list[str]:
    return [names.get(one, one[-8:] if one.count("-") == 4 else one) for one in about]
