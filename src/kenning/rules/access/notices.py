"""Notices: which acts in the log the admin is told of, whom they are about, and in which words.

Source: *Entity Model*, "Entity Creation", "Merge Authority" ("Admin is notified of all merges, even delegated ones").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from kenning.model.access.act import Denied, GrantsFlagged, Refusal
from kenning.model.event import Envelope
from kenning.model.identity.act import Act, Created, MergeAct
from kenning.model.identity.change import Noticed, Refused
from kenning.model.report import Notice, NoticeKind

WORDS: Mapping[NoticeKind, str] = MappingProxyType(
    {
        "new_entity": "{0} is new here and waits for review",
        "merge": "{1} was merged into {0}",
        "flagged_grant": "what {0} was given waits for review: who gave it has lost it",
        "denied_act": "{0} was refused: {1}",
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
        case GrantsFlagged():
            found = ("flagged_grant", (act.id,))
        case Denied():
            found = ("denied_act", (act.by, act.act, act.target))
        case Refusal() if act.request.resource_type == "administrative":
            found = ("denied_act", (act.request.entity, act.request.resource_id))
        case _:
            found = None
    return None if found is None else Noticed(str(event.id), *found)


def refused(event: Envelope, act: Act) -> Refused | None:
    """Tell what an act says was refused, to whom and why; nothing where it refuses nothing."""
    by = event.recorded_by.principal if event.recorded_by is not None else ""
    match act:
        case Refusal():
            asked = act.request
            verb = f"{asked.resource_type}.{asked.action}"
            return Refused(asked.entity, by, verb, asked.resource_id, tuple(act.reasons))
        case Denied():
            return Refused(act.by, by, f"administrative.{act.act}", act.target, tuple(act.reasons))
        case _:
            return None


def words(notice: Notice, names: Mapping[str, str]) -> str:
    """Say a notice, with the names of those it is about; who is gone is called by the end of the id.

    >>> one = Notice(event="evt_1", sequence=1, kind="merge", about=["a", "b"])
    >>> words(one, {"a": "Priya", "b": "P. Patel"})
    'P. Patel was merged into Priya'
    """
    return WORDS[notice.kind].format(*_called(notice.about, names), "somebody", "something")


def _called(about: Sequence[str], names: Mapping[str, str]) -> list[str]:
    return [names.get(one, one[-8:] if one.count("-") == 4 else one) for one in about]
