"""Layouts for people of one event: the whole view, its history, the tree of what it is linked to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from kenning.faces.cli import render
from kenning.faces.cli.page import ACTOR, BAD, MOMENT, QUIET, TITLE, joined, one_line, place, span
from kenning.model.event import Envelope, File
from kenning.model.report import Edge
from kenning.model.view import View

if TYPE_CHECKING:
    from rich.text import Text

    from kenning.faces.cli.page import Page

Find = Callable[[str], Envelope | None]
LABEL_CELLS = 11
GAP = "  "
SAID_CHARACTERS = 100
UP, DOWN = "→", "←"


def card(page: Page, view: View, find: Find, zone: str) -> None:
    """An event as it reads now: what it says, then all that is claimed about it, then what was done to it."""
    event = view.event
    state = "redacted" if view.redacted else "corrected" if view.corrected else ""
    page.line(
        joined([span(event.kind, TITLE), span(place(event.sequence, event.id)), span(str(event.id)), span(state, BAD)])
    )
    _text(page, _hidden(view, find) if view.redacted else render.words_of(event.text, event))
    for amendment in view.amendments:
        page.hanging(
            span("  + ", QUIET),
            joined([span(amendment.text), span(f"{place(amendment.sequence, amendment.event_id)} amended", QUIET)]),
        )
    if view.amendments:
        page.line()
    for label, value in _place(event, zone) if view.redacted else _facts(event, zone):
        _fact(page, label, value)
    for attached in view.attached:
        _fact(page, "attached", f"{_file(attached.file)}  {attached.event_id}")
    for derived in view.derived:
        _fact(
            page,
            "gave rise",
            f"{derived.kind}  {place(derived.sequence, derived.event_id)}  {derived.event_id}{'  stale' * derived.stale}",
        )
    if view.stale:
        _fact(page, "stale", "drawn from what changed since: " + ", ".join(view.stale_because), BAD)
    if view.history:
        number = len(view.history)
        _fact(
            page, "history", f"{number} change{'s' * (number > 1)}: kenning history {event.sequence or event.id}", QUIET
        )


def original(page: Page, event: Envelope, zone: str) -> None:
    """An event as it was recorded, before anything was done to it."""
    page.line(
        joined(
            [
                span(event.kind, TITLE),
                span(place(event.sequence, event.id)),
                span(str(event.id)),
                span("original", QUIET),
            ]
        )
    )
    _text(page, render.words_of(event.text, event))
    for label, value in _facts(event, zone):
        _fact(page, label, value)


def _text(page: Page, text: str) -> None:
    page.line()
    page.hanging(span("    "), span(text) if text.strip() else span("(no text)", QUIET))
    page.line()


def _hidden(view: View, find: Find) -> str:
    """What is said in place of what is hidden: by which event, and why."""
    hiding = [change for change in view.history if change.effect == "redacts" and change.counts]
    by = find(hiding[-1].event_id) if hiding else None
    why = render.reason(by) if by else ""
    lift = f"; kenning lift {by.sequence or by.id} shows it again" if by else ""
    return f"(redacted{f': {why}' if why else ''}{lift})"


def _fact(page: Page, label: str, value: str, style: str = "") -> None:
    if value:
        page.hanging(span(label.ljust(LABEL_CELLS - len(GAP)) + GAP, QUIET), span(value, style))


def _facts(event: Envelope, zone: str) -> Iterable[tuple[str, str]]:
    """What the envelope claims, label by label; an empty value is left out."""
    yield "when", _when(event, zone)
    yield "who", _party(event.actor)
    yield "source", _party(event.source)
    yield "where", _where(event)
    for label, part in (event.context and _parts(event.context)) or ():
        yield label, _named(part)
    for concerned in event.entities:
        yield concerned.role or "concerns", _party(concerned)
    for file in event.files:
        if file.role != "primary" or file.name or file.url or file.stored_as:
            yield file.role, _file(file)
    for link in event.links:
        yield link.relation.replace("_", " "), link.to_event_id
    if event.privacy:
        labels = [event.privacy.sensitivity, f"for {event.privacy.visibility}", *(event.privacy.domains or ())]
        yield "privacy", ", ".join(labels)
    if event.provenance:
        sure = event.provenance.confidence
        yield "basis", event.provenance.basis + (f", {sure:.0%} sure" if sure is not None else "")
    yield from _place(event, zone)


def _place(event: Envelope, zone: str) -> Iterable[tuple[str, str]]:
    """What Kenning itself says of an event, which is shown also where its content is hidden."""
    by = f" by {event.recorded_by.principal} on {event.recorded_by.channel}" if event.recorded_by else ""
    yield "recorded", render.recorded(event, zone) + by
    yield "key", event.idempotency_key or ""
    yield "hash", event.hash


def _when(event: Envelope, zone: str) -> str:
    """Its claims of time as they were given, after the one that counts on the reader's clock."""
    if event.time is None:
        return ""
    claims = {
        "": event.time.occurred_at,
        "captured ": event.time.captured_at,
        "observed ": event.time.observed_at,
    }
    said = [name + claim for name, claim in claims.items() if claim]
    said += [event.time.time_zone or "", f"to the {event.time.precision}" if event.time.precision else ""]
    return f"{render.moment(event, zone)}  ({', '.join(part for part in said if part)})"


def _party(party: object) -> str:
    """Somebody by name, then by all that tells which one."""
    facts = [getattr(party, field, None) for field in ("name", "identifier", "id", "channel", "version")]
    kind = getattr(party, "type", None)
    return "  ".join([*(str(fact) for fact in dict.fromkeys(facts) if fact), f"({kind})" if kind else ""]).strip()


def _where(event: Envelope) -> str:
    place = event.location
    if place is None:
        return ""
    point = place.coordinates
    address = place.address
    parts = [
        place.name or place.type or "",
        ", ".join(address.values()) if isinstance(address, dict) else address or "",
        f"{point.latitude:.5f}, {point.longitude:.5f}" if point else "",
        f"by {place.source}" if place.source else "",
    ]
    return "  ".join(part for part in parts if part)


def _parts(context: object) -> Iterable[tuple[str, object]]:
    """The parts of the context that are there, each with its label."""
    for label in ("session", "app", "device", "environment"):
        part = getattr(context, label)
        if part is not None:
            yield label, part


def _named(part: object) -> str:
    facts = (getattr(part, "name", None), getattr(part, "id", None), getattr(part, "version", None))
    return "  ".join(str(fact) for fact in dict.fromkeys(facts) if fact)


def _file(file: File) -> str:
    """A file as one looks for it, with the hash to tell it by."""
    sealed = f"  sha256 {file.sha256}" if file.sha256 else ""
    return render.what(file) + sealed


# -- history -------------------------------------------------------------------------------------------------------------


def history(page: Page, view: View, find: Find, zone: str) -> None:
    """All that was done to an event, in order, what no longer counts marked so."""
    numbers = {change.event_id: change.sequence for change in view.history}
    _act(page, view.event, view.event.sequence, "recorded", zone)
    for change in view.history:
        by = numbers.get(change.because or "")
        undone = "" if change.counts else f", undone by #{by}" if by else ", undone since"
        _act(page, find(change.event_id), change.sequence, _DONE[change.effect] + undone, zone)


_DONE: Mapping[str, str] = {
    "corrects": "corrected",
    "amends": "amended",
    "attaches": "file attached",
    "redacts": "redacted",
    "lifts": "redaction lifted",
}


def _act(page: Page, event: Envelope | None, sequence: int, done: str, zone: str) -> None:
    when = render.recorded(event, zone) if event else ""
    head = (
        joined(
            [span(place(sequence, event.id if event is not None else "").ljust(6), QUIET), span(when.ljust(19), MOMENT)]
        )
        + "  "
    )
    said = one_line(event.text) if event else ""
    words = said if len(said) <= SAID_CHARACTERS else said[: SAID_CHARACTERS - 1] + "…"
    why = render.reason(event) if event else ""
    lines = [joined([span(done, TITLE), span(words)]), span(f"because: {why}" if why else "")]
    page.hanging(head, joined([*lines, span(str(event.id) if event else "", QUIET)], "\n"))


# -- links ---------------------------------------------------------------------------------------------------------------


def tree(page: Page, start: Envelope, edges: Sequence[Edge], find: Find, zone: str) -> None:
    """What an event is linked to, as a tree; an event met before is named again but not walked again."""
    page.line(page.cut(node(page, start, zone)))
    if not edges:
        page.line(span("no links", QUIET))
    branches = _grown(str(start.id), edges)

    def walk(at: str, stem: str) -> None:
        here = branches.get(at, [])
        for number, (arrow, other, is_new) in enumerate(here, 1):
            fork, below = ("└─ ", "   ") if number == len(here) else ("├─ ", "│  ")
            event = find(other)
            leaf = node(page, event, zone) if event else span(f"{other}  (erased)", QUIET)
            page.line(page.cut(joined([span(stem + fork + arrow, QUIET), leaf])))
            if is_new:
                walk(other, stem + below)

    walk(str(start.id), "")


def _grown(root: str, edges: Sequence[Edge]) -> dict[str, list[tuple[str, str, bool]]]:
    """The branches at each event, of edges in the order of a breadth-first walk: arrow, other end, whether it is new."""
    level = {root: 0}
    branches: dict[str, list[tuple[str, str, bool]]] = {}
    for edge in edges:
        upwards = level.get(edge.from_event_id) == edge.depth - 1
        at, other = (edge.from_event_id, edge.to_event_id)[:: 1 if upwards else -1]
        arrow = f"{UP if upwards else DOWN} {edge.relation}"
        branches.setdefault(at, []).append((arrow, other, other not in level))
        level.setdefault(other, edge.depth)
    return branches


def node(page: Page, event: Envelope, zone: str) -> Text:
    """An event in one line; with its id where the page has room for it."""
    said = one_line(render.words_of(event.text, event))
    return joined(
        [
            span(place(event.sequence, event.id)),
            span(str(event.id) if not page.width or page.width >= render.ID_CELLS_MIN else "", QUIET),
            span(render.moment(event, zone), MOMENT),
            span(event.kind),
            span(render.actor(event), ACTOR),
            span(said[:SAID_CHARACTERS]),
        ]
    )
