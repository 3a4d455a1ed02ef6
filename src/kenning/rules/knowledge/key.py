"""Which acts speak of one claim, and which have to be looked at together."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import NamedTuple

from msgspec import structs

from kenning.model.codec import canonical as encoded
from kenning.model.statement import ClaimAct, Statement, Validity
from kenning.model.time import instant, wrong
from kenning.rules.knowledge.belief import counts

_PART = re.compile(r"\d{4}(-\d\d)?", re.ASCII)


class Key(NamedTuple):
    """By what two acts say the same thing, times aside: the parts of a statement in its canonical direction."""

    kind: str
    subject: str
    predicate: str
    object: str
    value: str
    topic: str


class Group(NamedTuple):
    """By what acts are looked at together: all that say something of one end of a single-valued predicate, else of one claim.

    ``end`` says which end ``entity`` is of (``either``: the predicate is symmetric), or that ``rest`` names the other one too.
    """

    kind: str
    predicate: str
    end: str
    entity: str
    rest: str


def canonical(statement: Statement) -> Statement:
    """Turn a statement in the direction under which both ways of saying it are one.

    Of the two ends of a symmetric relation the lesser id is the subject. Of a relation and its inverse the one that is
    single-valued is kept, since what it ends is looked for at its subject; where that does not tell, the lesser name.
    """
    if statement.object is None:
        return statement
    if statement.symmetric:
        subject, object_ = sorted((statement.subject, statement.object))
        return structs.replace(
            statement, subject=subject, object=object_, inverse=None, inverse_single=statement.single
        )
    if statement.inverse is None:
        return statement
    single, other = statement.single, statement.inverse_single
    if single > other or (single == other and statement.predicate <= statement.inverse):
        return statement
    return structs.replace(
        statement,
        subject=statement.object,
        predicate=statement.inverse,
        object=statement.subject,
        inverse=statement.predicate,
        single=other,
        inverse_single=single,
    )


def key(statement: Statement) -> Key:
    """By what a statement is the same claim as another, if their times meet.

    >>> sue = Statement(subject="sue", predicate="parent_of", object="tim", inverse="child_of")
    >>> tim = Statement(subject="tim", predicate="child_of", object="sue", inverse="parent_of")
    >>> key(sue) == key(tim)
    True
    """
    said = canonical(statement)
    value = "" if said.object is not None or said.value is None else encoded(said.value).decode()
    return Key(said.kind, said.subject, said.predicate, said.object or "", value, said.topic or "")


def groups(statement: Statement) -> tuple[Group, ...]:
    """Name the groups an act belongs to: two where both ends of a relation are single-valued, as of a marriage; else one.

    A claim is read from all acts of all its groups, and from no others (see `ledger`).
    """
    said = canonical(statement)
    found = []
    if said.kind != "event":
        subject, object_ = ("either", "either") if said.symmetric else ("subject", "object")
        if said.single:
            found.append(Group(said.kind, said.predicate, subject, said.subject, said.topic or ""))
        if said.inverse_single and said.object is not None:
            found.append(Group(said.kind, said.predicate, object_, said.object, said.topic or ""))
    if not found:
        rest = encoded(key(said)[3:]).decode()
        found.append(Group(said.kind, said.predicate, "claim", said.subject, rest))
    return tuple(sorted(set(found)))


def moments(validity: Validity) -> tuple[int | None, int | None]:
    """Give the microseconds since 1970 at which what was said begins and ends to hold; both may be unknown.

    A year or a month alone is its first moment, without a zone in UTC. Raises `InvalidError`.

    >>> moments(Validity(valid_from="1970", valid_to="1970-01-02"))
    (0, 86400000000)
    """
    texts = (validity.valid_from, "validity.validFrom"), (validity.valid_to, "validity.validTo")
    begins, ends = (None if text is None else _moment(text, validity.time_zone, path) for text, path in texts)
    return begins, ends


def _moment(text: str, zone: str | None, path: str) -> int:
    whole = text + "-01-01"[-3 * (3 - len(text.split("-"))) :] if _PART.fullmatch(text) else text
    return instant(whole, zone or "UTC", path)


def check(act: ClaimAct) -> None:
    """Refuse an act that says nothing clear: no evidence, no object, no target, or an end before the start.

    Raises `InvalidError`. What only recalled text supports passes and adds nothing.
    """
    said = act.statement
    if act.valid_from is not None and act.valid_to is not None and act.valid_to < act.valid_from:
        raise wrong("validTo", act.valid_to, "is before validFrom")
    if act.deed in ("retracts", "supersedes"):
        if not act.targets:
            raise wrong("targets", act.targets, f"is empty: it {act.deed} nothing")
        return
    if act.targets:
        raise wrong("targets", act.targets, f"is not for an act that {act.deed}")
    if not act.evidence:
        raise wrong("evidence", act.evidence, "is empty: a claim names the events it rests on")
    if said.object is not None and said.value is not None:
        raise wrong("value", said.value, "stands beside an object, and a claim has one of them")
    if said.symmetric and said.object is None:
        raise wrong("object", None, f"is missing: {said.predicate} is symmetric")
    if act.deed == "ends":
        _check_end(act)
    elif said.object is None and said.value is None:
        raise wrong("object", None, "is missing, and so is a value")


def _check_end(act: ClaimAct) -> None:
    said = act.statement
    if said.kind == "event":
        raise wrong("deed", act.deed, "is not said of an event, which is a point in time")
    if act.valid_to is not None:
        raise wrong("validTo", act.valid_to, "is not for an end, whose time is validFrom")
    if said.object is None and said.value is None and not said.single:
        raise wrong("object", None, f"is missing: {said.predicate} has many at once")


def without(acts: Iterable[ClaimAct], erased: Collection[str]) -> list[ClaimAct]:
    """Give acts as if some events had never been: acts that are gone, evidence that is gone, acts left without any."""
    left = []
    for act in acts:
        if act.event in erased:
            continue
        evidence = [one for one in act.evidence if one.event not in erased]
        targets = [one for one in act.targets if one not in erased]
        if (act.evidence and not evidence) or (act.targets and not targets):
            continue
        left.append(structs.replace(act, evidence=evidence, targets=targets))
    return left


def counted(act: ClaimAct) -> bool:
    """Whether an act changes anything: what claims needs evidence that weighs something, what withdraws does not."""
    if act.deed in ("retracts", "supersedes"):
        return True
    if act.deed == "ends" and act.statement.kind == "event":
        return False
    return any(counts(one) for one in act.evidence)
