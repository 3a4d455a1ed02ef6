"""From an event and its thread to the changes of the projected rows; looks nothing up and asks no clock.

Every event that is not itself an act on another opens a row. An amendment, a correction or an attachment closes the last row of
its root and opens the next. A redaction of the root hides all its rows; a redaction of an act rereads the rows from there on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec
from msgspec import structs

from kenning.model.change import Change, Close, Hide, Labels, Open, Reread, Resume, Row, Show
from kenning.model.event import Actor, Concerned, Envelope, Privacy, Source
from kenning.model.time import instant
from kenning.model.view import Attached, View
from kenning.rules import kinds
from kenning.rules.view import patch_of, strictest, ultimate, view


def effective_us(event: Envelope) -> int:
    """Give the instant by which an event is ordered in time: the best of its claims, else when it was recorded."""
    claimed = claimed_us(event)
    return instant(event.recorded_at, None, "recordedAt") if claimed is None else claimed


def claimed_us(event: Envelope) -> int | None:
    """Give the instant at which an event happened by its source's best claim; nothing where it claims none."""
    time = event.time
    if time is not None:
        for text in (time.occurred_at, time.captured_at, time.observed_at):
            if text is not None:
                return instant(text, time.time_zone, "time")
    return None


def labels_of(event: Envelope, said: Sequence[Privacy] = ()) -> Labels:
    """Give the labels under which a view may be seen: its own and those of what was said about it, the strictest of each.

    The strictest defaults where the event names none; an act without labels of its own is read under those of its root.
    """
    privacy = event.privacy
    for labels in said:
        privacy = strictest(privacy, labels)
    visibility = privacy.visibility if privacy else "owner"
    who: tuple[str, ...] = ()
    if visibility == "owner" and event.recorded_by is not None:
        who = (event.recorded_by.principal,)
    if visibility == "participants":
        parties: list[Source | Actor | Concerned] = [event.source, *event.entities]
        if event.actor is not None:
            parties.append(event.actor)
        who = tuple(sorted({f"{party.channel or ''}:{party.identifier}" for party in parties if party.identifier}))
    return Labels(
        agent=event.agent,
        sensitivity=privacy.sensitivity if privacy else "private",
        visibility=visibility,
        domains=tuple(sorted(privacy.domains or ())) if privacy else (),
        who=who,
    )


def joined(labels: Labels, sources: Iterable[Labels]) -> Labels:
    """Give labels under which what is derived is read: its own and those of all its sources, each once, in a fixed order.

    >>> own = Labels(agent="shared", sensitivity="public", visibility="public")
    >>> joined(own, [own]) == own
    True
    """
    own = structs.replace(labels, also=())
    every = {one for source in sources for one in (structs.replace(source, also=()), *source.also)} | {*labels.also}
    return structs.replace(own, also=tuple(sorted(every - {own}, key=msgspec.json.encode)))


def raises(event: Envelope) -> bool:
    """Whether an act may put what it acts on under stricter labels: its own, or those of what it is drawn from."""
    draws = any(link.relation == "derived_from" for link in event.links)
    return draws or event.privacy is not None or (event.kind == kinds.CORRECTED and "privacy" in patch_of(event))


def actor_of(event: Envelope) -> str:
    """Give the name by which the actor of an event is asked for: its name, else its identifier, else its id."""
    actor = event.actor
    return actor.name or actor.identifier or actor.id or "" if actor is not None else ""


def searchable(event: Envelope, said: str, attached: Sequence[Attached] = ()) -> str:
    """Give the words by which an event is found: what it says, who said it, where, and of whom it speaks."""
    parts = [said]
    if event.actor is not None and event.actor.name:
        parts.append(event.actor.name)
    if event.location is not None and event.location.name:
        parts.append(event.location.name)
    if event.context is not None and event.context.session is not None and event.context.session.name:
        parts.append(event.context.session.name)
    parts += [concerned.name for concerned in event.entities if concerned.name]
    parts += [file.name for file in event.files if file.name]
    if attached:
        parts += [one.file.name for one in attached if one.file.name]
        parts += [
            one.file.content
            for one in attached
            if one.file.content and one.file.encoding is None and one.file.role in {"transcript", "derived"}
        ]
    return "\n".join(parts)


def row_of(reading: View, since: int, thread: Sequence[Envelope] = ()) -> Row:
    """Give the row of a view whose current version began at ``since``, folded from a thread."""
    counted = {amendment.event_id for amendment in reading.amendments} | {one.event_id for one in reading.attached}
    event = reading.event
    return Row(
        since=since,
        event=event.sequence,
        kind=event.kind,
        actor=actor_of(event),
        at_us=effective_us(event),
        labels=labels_of(event, [one.privacy for one in thread if one.id in counted and one.privacy is not None]),
        text=searchable(event, reading.text, reading.attached),
    )


def root_row(event: Envelope) -> Row:
    """Give the first row of an event nothing has touched yet, without building a view."""
    return Row(
        since=event.sequence,
        event=event.sequence,
        kind=event.kind,
        actor=actor_of(event),
        at_us=effective_us(event),
        labels=labels_of(event),
        text=searchable(event, event.text),
    )


def bare(thread: Sequence[Envelope], root: Envelope) -> list[Envelope]:
    """Leave out of a thread the redactions of the root itself (and their lifts), so that its content can be read."""
    out = {root.id}
    kept = []
    for event in sorted(thread, key=lambda one: one.sequence):
        link = kinds.target(event)
        if event.kind == kinds.REDACTED and link is not None and link.to_event_id in out:
            out.add(event.id)
            continue
        kept.append(event)
    return kept


def versions(thread: Sequence[Envelope], root: Envelope) -> list[Row]:
    """Give every row an event has had: one since the event, one since each act but redactions, read under those of now.

    Labels only rise, and those of now hold at every earlier moment: all rows stand under the last ones.
    """
    content = bare(thread, root)
    redactions = [event for event in content if event.kind == kinds.REDACTED]
    rows = []
    for event in content:
        if event.kind == kinds.REDACTED:
            continue
        upto = [one for one in content if one.sequence <= event.sequence and one.kind != kinds.REDACTED]
        rows.append(row_of(view(str(root.id), [*upto, *redactions]), event.sequence, upto))
    return [structs.replace(row, labels=rows[-1].labels) for row in rows]


def fold(event: Envelope, thread: Sequence[Envelope]) -> list[Change]:
    """Turn one event into changes; ``thread`` is its root and all acts on it up to and with this one (empty for no act)."""
    if event.kind == kinds.ERASED or kinds.connects(event.kind):
        return []  # a tombstone is for the log, an act on entities for the graph; neither answers a question in its words
    link = kinds.target(event)
    if link is None:
        return [Open(root_row(event))]
    root_id = ultimate(str(event.id), thread)
    root = next(one for one in thread if one.id == root_id)
    before = [one for one in thread if one.id != event.id]
    if event.kind == kinds.REDACTED:
        return _redaction(root, before, thread)
    content = [one for one in bare(thread, root) if one.kind != kinds.REDACTED]
    last = max(one.sequence for one in content if one.id != event.id)
    reading = view(root_id, bare(thread, root))
    row = row_of(reading, event.sequence, thread)
    return [Close(last, event.sequence), Open(row), *_raised(event, before, root, row.labels)]


def _raised(event: Envelope, before: Sequence[Envelope], root: Envelope, labels: Labels) -> list[Change]:
    """Put the earlier rows under labels that an act has raised."""
    if not raises(event):
        return []
    return [Reread(structs.replace(row, labels=labels)) for row in versions(before, root)]


def _redaction(root: Envelope, before: Sequence[Envelope], after: Sequence[Envelope]) -> list[Change]:
    was, now = view(str(root.id), before).redacted, view(str(root.id), after).redacted
    if was != now:
        return [Hide(root.sequence) if now else Show(root.sequence)]
    old = {row.since: row for row in versions(before, root)}
    return [Reread(row) for row in versions(after, root) if old.get(row.since) != row]


def refold(root: Envelope, thread: Sequence[Envelope]) -> list[Change]:
    """Give the changes that make an event's rows read as if acts no longer in its thread had never been."""
    rows = versions(thread, root)
    changes: list[Change] = [Reread(row) for row in rows]
    changes.extend(Close(row.since, after.since) for row, after in pairwise(rows))
    return [*changes, Resume(rows[-1].since)]
