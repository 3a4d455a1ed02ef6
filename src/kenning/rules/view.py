"""How an event reads now: one pure fold of the event with all that acts on it, directly or through other acts.

The rules, each with a readable case in ``tests/cases/view``:

- Acts count in the order of their sequence. A correction is a JSON merge patch; where two overlap, the later one is
  preferred.
- A correction of a correction stands in its stead: the former counts no longer, until the later one is redacted.
- A redaction hides: an event's content, or an act with all that was said about it. Redacting a redaction lifts it,
  redacting the lift hides again.
- Words about an act (an amendment of a correction, say) count as long as the act does.
- Labels only rise: those of a correction stay, even when it counts no longer. Lowering them is another right.
- What no longer fits (a patch of a field that only another, now redacted, correction had brought) does not count.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import structs

from kenning.errors import InvalidError, NotFoundError
from kenning.model.event import Concerned, Context, Envelope, Event, File, Location, Privacy, Source, Time
from kenning.model.time import wrong
from kenning.model.view import Act, Amendment, Attached, Derivation, View
from kenning.rules import kinds
from kenning.rules.door.wire import check_inline, check_times, not_json, patched

Effect = Literal["corrects", "amends", "attaches", "redacts", "lifts"]
CORRECTABLE = ("content", "context", "entities", "location", "privacy", "time")
"""What a correction may touch; never who said it, how it is known, what it is, or where it stands in the log."""

_EFFECTS: Mapping[str, Effect] = {
    kinds.AMENDED: "amends",
    kinds.ATTACHED: "attaches",
    kinds.CORRECTED: "corrects",
    kinds.REDACTED: "redacts",
}
_SENSITIVITY = ("public", "restricted", "private", "confidential")
_VISIBILITY = ("public", "shared", "participants", "owner")
_PATCHED: Mapping[str, Any] = {"time": Time | None, "location": Location | None, "context": Context | None}
_JSON_TYPE = re.compile(r"application/(?:[\w.-]+\+)?json(?:\s*;.*)?", re.IGNORECASE)


# -- the fold ----------------------------------------------------------------------------------------------------------


def view(
    root_id: str,
    thread: Sequence[Envelope],
    *,
    derivations: Sequence[Envelope] = (),
    source_changes: Mapping[str, int] | None = None,
) -> View:
    """Give the current reading of one event.

    ``thread`` holds the event and all that acts on it, in any order; where it also holds what the event itself acts
    on, a redaction there hides this one too. Cut at a sequence it gives the reading of that moment. ``derivations`` are
    events derived from this one, ``source_changes`` says when the sources of this one last changed (see `changed`).

    Raises `NotFoundError` where the event is not in the thread, and nothing else on any thread that a log can hold.
    """
    acts = _Thread(thread)
    root = acts.events.get(root_id)
    if root is None:
        raise NotFoundError(f"{root_id}: there is no such event in this thread", details={"id": root_id})
    inside = acts.below(root_id)
    hider = acts.hider.get(root_id)
    if hider is None:
        event = acts.reading(root_id)
        amendments, attached = acts.said(root_id, inside)
        corrected = any(acts.holder.get(act.id or "") == root_id and act.id not in acts.out for act in inside)
        history = [acts.change(act) for act in inside]  # last, since only reading finds out which patches fit
        reading = View(event=event, corrected=corrected, amendments=amendments, attached=attached, history=history)
    else:
        hiding = acts.events[hider]
        shown = inside if hiding in inside else sorted([hiding, *inside], key=_sequence)
        reading = View(event=blank(root), redacted=True, history=[acts.change(act) for act in shown])
    return _sourced(reading, root, derivations, source_changes or {})


def changed(reading: View) -> int:
    """Give the last sequence at which an event came to read otherwise; what was derived from it before that is stale.

    A file attached later adds to an event and changes nothing of it. A lift counts, since something may have been
    derived while the event was hidden; that what is older is marked with it errs on the safe side.
    """
    return max((one.sequence for one in reading.history if one.counts and one.effect != "attaches"), default=0)


def ultimate(event_id: str, thread: Sequence[Envelope]) -> str:
    """Follow what an event acts on, and what that acts on, to the event at the root; it may be outside the thread."""
    by_id = {event.id: event for event in thread}
    found, sequence = event_id, None
    while (event := by_id.get(found)) is not None and (sequence is None or event.sequence < sequence):
        link = kinds.target(event)
        if link is None:
            break
        found, sequence = link.to_event_id, event.sequence
    return found


def before(event: Event, thread: Sequence[Envelope]) -> View:
    """Give the reading that a correction not yet in the thread would patch: without the one it would replace."""
    link = kinds.target(event)
    assert link is not None, "check() lets no correction through without its target"
    last = max((one.sequence for one in thread), default=0)
    empty = File(role="primary", content="{}")
    trial = Envelope(kind=kinds.CORRECTED, id="", source=event.source, links=[link], files=[empty], sequence=last + 1)
    acts = _Thread([*thread, trial])
    return view(acts.holder[""], [*thread, trial])


def _sourced(reading: View, root: Envelope, derivations: Sequence[Envelope], changes: Mapping[str, int]) -> View:
    """Add what was derived from the event, and from what it was derived itself; each marked where it is stale."""
    last = changed(reading)
    unique = {one.id: one for one in derivations if root.id in _sources(one)}
    derived = [
        Derivation(
            event_id=one.id or "",
            sequence=one.sequence,
            kind=one.kind,
            provenance=one.provenance,
            stale=last > one.sequence,
        )
        for one in sorted(unique.values(), key=_sequence)
    ]
    sources = [] if reading.redacted else _sources(root)
    moved = [one for one in sources if changes.get(one, 0) > root.sequence]
    if not derived and not sources:
        return reading
    return structs.replace(reading, derived=derived, derived_from=sources, stale=bool(moved), stale_because=moved)


def outdone(reading: View, successors: Sequence[str], outdated: Collection[str]) -> View:
    """Mark a derived event that newer ones supersede as stale, and such of what is derived from an event."""
    derived = [structs.replace(one, stale=one.stale or one.event_id in outdated) for one in reading.derived]
    because = [*reading.stale_because, *successors]
    return structs.replace(reading, derived=derived, stale=reading.stale or bool(successors), stale_because=because)


def _sources(event: Envelope) -> list[str]:
    return [link.to_event_id for link in event.links if link.relation == "derived_from"]


def _reason(act: Envelope) -> str | None:
    link = kinds.target(act)
    reason = link.metadata.get("reason") if link is not None and link.metadata else None
    return reason if isinstance(reason, str) else None


def _sequence(event: Envelope) -> int:
    return event.sequence


def blank(event: Envelope) -> Envelope:
    """Give what is left to see of a hidden event: that it is there, and nothing that was said in it or about it."""
    return Envelope(
        kind=event.kind,
        id=event.id,
        source=Source(type=event.source.type),
        files=[File(role="primary")],
        sequence=event.sequence,
        namespace=event.namespace,
        agent=event.agent,
        recorded_at=event.recorded_at,
        hash=event.hash,
    )


class _Thread:
    """A thread resolved: who acts on whom, what hides what, and which acts count. Three passes, no recursion."""

    def __init__(self, thread: Iterable[Envelope]) -> None:
        """Order the thread and resolve it; every act points backwards, so later ones are settled first."""
        self.events = {event.id or "": event for event in sorted(thread, key=_sequence)}
        self.target: dict[str, str] = {}
        self.acts: dict[str, list[Envelope]] = {}
        self.lifts: set[str] = set()
        self.holder: dict[str, str] = {}
        """For each correction, the event it patches in the end."""
        self.corrections: dict[str, list[Envelope]] = {}
        self.hiding: dict[str, str] = {}
        """For each redacted event, the last redaction of it that is in force."""
        self.hider: dict[str, str] = {}
        """For each event out of sight, the redaction that hides it or what it is about."""
        self.out: dict[str, str | None] = {}
        """Acts that do not count, each with the act that took it out."""
        self._kind = {name: event.kind.lower() for name, event in self.events.items()}
        self._named: dict[str, str] = {}
        self._heir: dict[str, str] = {}
        self._read: dict[str, Envelope] = {}
        if len(self.events) > 1:
            self._connect()
            self._look_back()
            self._look_ahead()

    def _connect(self) -> None:
        for name, event in self.events.items():
            link = kinds.target(event)
            if link is None:
                continue
            target = self._named[name] = link.to_event_id
            on = self.events.get(target)
            if on is not None and on.sequence < event.sequence:
                self.target[name] = target
                self.acts.setdefault(target, []).append(event)
            kind = self._kind[name]
            if kind == kinds.CORRECTED:
                self.holder[name] = self.holder.get(target, target)
                self.corrections.setdefault(self.holder[name], []).append(event)
            elif kind == kinds.REDACTED and self._kind.get(target) == kind and target not in self.lifts:
                self.lifts.add(name)

    def _look_back(self) -> None:
        """From the last act to the first: which redactions are in force, who stands in for a replaced correction."""
        for name in reversed(self.events):
            kind, target = self._kind[name], self.target.get(name)
            if target is None:
                continue
            if kind == kinds.REDACTED and name not in self.hiding:
                self.hiding.setdefault(target, name)
            elif kind == kinds.CORRECTED and self._kind[target] == kind:
                heir = self._heir.get(name) or (None if name in self.hiding else name)
                if heir is not None:
                    rival = self._heir.get(target, heir)
                    self._heir[target] = max(heir, rival, key=lambda one: self.events[one].sequence)

    def _look_ahead(self) -> None:
        """From the first act to the last: what is out of sight, and what falls with what it is about."""
        for name in self.events:
            if self._kind[name] == kinds.REDACTED:
                if name in self.hiding:
                    self.out[name] = self.hiding[name]
                continue
            about = self.holder.get(name) or self.target.get(name, "")
            hider = self.hiding.get(name) or self.hider.get(about)
            if hider is not None:
                self.hider[name] = self.out[name] = hider
            elif about in self.out:
                self.out[name] = self.out[about]
            elif name in self._heir:
                self.out[name] = self._heir[name]
            elif self._kind.get(about) == kinds.REDACTED:
                self.out[name] = None  # nothing that a log can hold: a redaction is not amended

    def below(self, root_id: str) -> list[Envelope]:
        """List what acts on an event, directly or through others, in order."""
        inside = {root_id}
        found = []
        for name, target in self.target.items():
            if target in inside:
                inside.add(name)
                found.append(self.events[name])
        return found

    def change(self, act: Envelope) -> Act:
        """Describe an act: what it does to what, and whether it counts."""
        name = act.id or ""
        return Act(
            event_id=name,
            sequence=act.sequence,
            kind=act.kind,
            effect="lifts" if name in self.lifts else _EFFECTS[self._kind[name]],
            target=self._named[name],
            counts=name not in self.out,
            because=self.out.get(name),
            reason=_reason(act) if name not in self.out else None,
        )

    def reading(self, name: str) -> Envelope:
        """Give an event as corrected by what counts and fits."""
        if name not in self.corrections:
            return self.events[name]
        if name not in self._read:
            self._read[name] = self._patched(name)
        return self._read[name]

    def _patched(self, corrected: str) -> Envelope:
        event = self.events[corrected]
        patches: dict[str, dict[str, Any]] = {}
        labels = event.privacy
        for act in self.corrections[corrected]:
            name = act.id or ""
            try:
                patch = patch_of(act)
                labels = raised(labels, patch)
            except InvalidError:
                self.out.setdefault(name, None)
                continue
            if name not in self.out:
                patches[name] = patch
        try:
            result = apply(event, list(patches.values()))
        except InvalidError:
            result = self._fitting(event, patches)
        return result if labels == result.privacy else structs.replace(result, privacy=labels)

    def _fitting(self, event: Envelope, patches: Mapping[str, dict[str, Any]]) -> Envelope:
        """Apply patches one by one; what does not fit any more, since what it built upon is gone, counts no longer."""
        for name, patch in patches.items():
            try:
                event = apply(event, [patch])
            except InvalidError:
                self.out[name] = None
        return event

    def said(self, root_id: str, inside: Sequence[Envelope]) -> tuple[list[Amendment], list[Attached]]:
        """Gather what was added later: texts with what was added to them, and files."""
        amendments: list[Amendment] = []
        attached: list[Attached] = []
        for act in inside:
            name = act.id or ""
            kind = self._kind[name]
            if name in self.out or kind not in (kinds.AMENDED, kinds.ATTACHED):
                continue
            files = self.reading(name).files
            if len(files) > 1 or kind == kinds.ATTACHED:
                later = [file for file in files if file.role != "primary"]
                if kind == kinds.ATTACHED:
                    later = later or files
                attached.extend(Attached(event_id=name, file=file) for file in later)
            target = self.target[name]
            if kind == kinds.AMENDED and (target == root_id or self._kind[target] != kind):
                amendments.append(self._amendment(act, target))
        return amendments, attached

    def _amendment(self, act: Envelope, target: str) -> Amendment:
        """Read an amendment with the amendments of it, and theirs, behind it."""
        name = act.id or ""
        texts: list[str] = []
        waiting = [name]
        while waiting:
            one = waiting.pop()
            texts.append(self.reading(one).text)
            if one in self.acts:
                more = [later.id or "" for later in reversed(self.acts[one])]
                waiting.extend(later for later in more if self._kind[later] == kinds.AMENDED and later not in self.out)
        return Amendment(
            event_id=name,
            sequence=act.sequence,
            target=target,
            text="\n".join(text for text in texts if text),
            content_type=next(file.content_type for file in self.reading(name).files if file.role == "primary"),
        )


# -- corrections -------------------------------------------------------------------------------------------------------


def patch_of(event: Event) -> dict[str, Any]:
    """Give the merge patch (RFC 7396) that a correction carries as the JSON content of its primary file.

    Raises `InvalidError` where that is no JSON object, or touches what no correction may.
    """
    number = next(number for number, file in enumerate(event.files) if file.role == "primary")
    file, path = event.files[number], f"files[{number}]"
    if file.content_type is not None and not _JSON_TYPE.fullmatch(file.content_type):
        hint = "a correction is a JSON merge patch, application/json"
        raise wrong(f"{path}.contentType", file.content_type, "is not JSON", hint=hint)
    if file.content is None or file.encoding is not None:
        reason = "must be the text of a JSON object: the fields to correct, with what they should say"
        details = {"path": f"{path}.content", "value": None, "reason": reason}
        raise InvalidError(f"{path}.content: {reason}", hint='such as {"location":{"name":"Office"}}', details=details)
    try:
        patch = msgspec.json.decode(file.content)
    except (msgspec.DecodeError, RecursionError) as error:
        raise not_json(file.content, error, f"{path}.content") from error
    if not isinstance(patch, dict) or not patch:
        raise wrong(f"{path}.content", file.content, "must be a JSON object that names what to correct")
    for name in patch:
        if name not in CORRECTABLE:
            hint = f"a correction touches {', '.join(CORRECTABLE)} and nothing else"
            raise wrong(f"{path}.content", name, "cannot be corrected", hint=hint)
    return patch


def strictest(first: Privacy | None, second: Privacy | None) -> Privacy | None:
    """Join two labels: of each the stricter, and all domains of both."""
    if first is None or second is None:
        return first or second
    domains = [*(first.domains or ()), *(one for one in second.domains or () if one not in (first.domains or ()))]
    return Privacy(
        sensitivity=max(first.sensitivity, second.sensitivity, key=_SENSITIVITY.index),
        visibility=max(first.visibility, second.visibility, key=_VISIBILITY.index),
        domains=domains or None,
    )


def apply(event: Envelope, patches: Sequence[Mapping[str, Any]]) -> Envelope:
    """Give the envelope as it reads under merge patches, in their order; labels only ever rise.

    Raises `InvalidError` where what comes out has not the form of an event.
    """
    changes: dict[str, Any] = {}
    for name, type_ in _PATCHED.items():
        wanted = [patch[name] for patch in patches if name in patch]
        if wanted:
            changes[name] = patched(getattr(event, name), wanted, name, type_)
    if changes.get("time") is not None:
        check_times(changes["time"])
    for patch in patches:
        if "entities" in patch:
            changes["entities"] = _retold(changes.get("entities", event.entities), patch["entities"])
        if "content" in patch:
            changes["files"] = _rewritten(changes.get("files", event.files), patch["content"])
        if "privacy" in patch:
            changes["privacy"] = raised(changes.get("privacy", event.privacy), patch)
    return structs.replace(event, **changes)


def raised(labels: Privacy | None, patch: Mapping[str, Any]) -> Privacy | None:
    """Give labels as a patch raises them; it never lowers any."""
    return strictest(labels, _merged_privacy(labels, patch["privacy"])) if "privacy" in patch else labels


def check_rising(labels: Privacy | None, patch: Mapping[str, Any]) -> None:
    """Refuse a patch by which an event would be less private, or seen by more."""
    if "privacy" not in patch:
        return
    old, new = labels or Privacy(), _merged_privacy(labels, patch["privacy"])
    hint = "a correction only ever makes an event more private"
    if _SENSITIVITY.index(new.sensitivity) < _SENSITIVITY.index(old.sensitivity):
        raise wrong("privacy.sensitivity", new.sensitivity, f"is lower than {old.sensitivity}", hint=hint)
    if _VISIBILITY.index(new.visibility) < _VISIBILITY.index(old.visibility):
        raise wrong("privacy.visibility", new.visibility, f"is wider than {old.visibility}", hint=hint)
    for domain in old.domains or ():
        if domain not in (new.domains or ()):
            raise wrong("privacy.domains", domain, "would be taken away", hint=hint)


def _merged_privacy(old: Privacy | None, wanted: object) -> Privacy:
    found: Privacy | None = patched(old, [wanted], "privacy", Privacy | None)
    return found or Privacy()


def _retold(current: Sequence[Concerned], wanted: object) -> list[Concerned]:
    """Correct the texts (name, type) of the entities named in a patch; who takes part is no text and stays."""
    if not isinstance(wanted, list):
        raise wrong("entities", wanted, "must be a list: no entity can be taken away", hint="correct names, one by one")
    result = list(current)
    for number, item in enumerate(wanted):
        path = f"entities[{number}]"
        if not isinstance(item, dict):
            raise wrong(path, item, "must be an object")
        given: Concerned = patched(None, [item], path, Concerned)
        place = _place(result, given, number)
        if place is None:
            raise wrong(path, item, "is none of the event's entities, and a correction adds none")
        old = result[place]
        for name in ("id", "channel", "identifier", "role"):
            if name in item and item[name] != getattr(old, name):
                raise wrong(f"{path}.{name}", item[name], "cannot be corrected, only name and type can")
        new = structs.replace(old, **{name: item[name] for name in ("name", "type") if name in item})
        if new.id is None and new.identifier is None and new.name is None:
            raise wrong(path, item, "needs an id, an identifier or a name")
        result[place] = new
    return result


def _place(entities: Sequence[Concerned], given: Concerned, number: int) -> int | None:
    """Find which entity is meant: by its id, by its identifier, else by its place in the list."""
    if given.id is None and given.identifier is None:
        return number if number < len(entities) else None
    for place, one in enumerate(entities):
        same_id = given.id is None or given.id == one.id
        same_identifier = given.identifier is None or given.identifier == one.identifier
        if same_id and same_identifier and given.channel in (None, one.channel) and given.role in (None, one.role):
            return place
    return None


def _rewritten(files: Sequence[File], content: object) -> list[File]:
    """Put corrected text into the primary file; what was stored or remote stays with the original, as evidence."""
    if content is not None and not isinstance(content, str):
        raise wrong("content", content, "must be text")
    number = next(number for number, file in enumerate(files) if file.role == "primary")
    old = files[number]
    if content is not None:
        check_inline(content, None, "content")
    inline = old.encoding is None and old.path is None and old.url is None and old.stored_as is None
    content_type = old.content_type if inline else "text/plain"
    new = File(role="primary", content_type=content_type, content=content, name=old.name if inline else None)
    return [*files[:number], new, *files[number + 1 :]]
