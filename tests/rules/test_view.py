"""How events read; the cases are in tests/cases/view, readable without Python (begin with 00_how_to_read.json)."""

import json
import random
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from kenning.errors import InvalidError, NotFoundError
from kenning.model.event import Envelope, Event, Location, Privacy
from kenning.model.view import View
from kenning.rules import kinds
from kenning.rules.door.envelope import check, check_correction, check_target
from kenning.rules.view import before, changed, ultimate, view

CASES = sorted((Path(__file__).resolve().parents[1] / "cases" / "view").glob("*.json"))
VERBS = {
    "amends": (kinds.AMENDED, "part_of"),
    "attaches_to": (kinds.ATTACHED, "part_of"),
    "corrects": (kinds.CORRECTED, "supersedes"),
    "redacts": (kinds.REDACTED, "supersedes"),
}
WORDS = {"attaches": "attaches to"}


def envelope(sequence: int, line: Mapping[str, object]) -> Envelope:
    """The envelope that a line of a case's log stands for."""
    fields: dict[str, Any] = dict(line)
    kind, links = fields.pop("kind", "note.created"), fields.pop("links", [])
    by = fields.pop("by", None)
    for verb, (acting, relation) in VERBS.items():
        if verb in fields:
            kind = acting
            links = [{"toEventId": fields.pop(verb), "relation": by or relation}, *links]
    if "derived_from" in fields:
        kind = "summary.created"
        links = [{"toEventId": source, "relation": "derived_from"} for source in fields.pop("derived_from")]
        fields.setdefault("provenance", {"basis": "model"})
    files = fields.pop("files", [])
    if "patch" in fields:
        content = json.dumps(fields.pop("patch"))
        files = [{"role": "primary", "contentType": "application/json", "content": content}]
    elif all(file["role"] != "primary" for file in files):
        files = [{"role": "primary", "contentType": "text/plain", "content": fields.pop("text", "")}, *files]
    source = fields.pop("source", {"type": "user"})
    place = {"sequence": sequence, "namespace": "default", "agent": "shared", "hash": f"{sequence:064x}"}
    return msgspec.convert(
        {"kind": kind, "links": links, "files": files, "source": source, **fields, **place}, Envelope
    )


def read(event_id: str, log: list[Envelope]) -> View:
    """One event's view with all of the log at hand, as the engine would gather it."""
    changes = {str(one.id): changed(view(str(one.id), log)) for one in log}
    return view(event_id, log, derivations=log, source_changes=changes)


def shown(reading: View) -> dict[str, Any]:
    """A view as the cases write it: wire form, its text, and its history as sentences."""
    plain: dict[str, Any] = msgspec.to_builtins(reading)
    plain["text"] = reading.text
    plain["history"] = [
        f"{one.event_id} {WORDS.get(one.effect, one.effect)} {one.target}"
        + ("" if one.counts else f", but {one.because} took it out" if one.because else ", but it does not fit")
        for one in reading.history
    ] or None
    return plain


def assert_has(found: Any, wanted: Any, path: str) -> None:
    """Only what is named is compared; null means there is none; a list is compared whole."""
    if isinstance(wanted, dict):
        assert isinstance(found, dict), path
        for name, value in wanted.items():
            assert_has(found.get(name), value, f"{path}.{name}")
    elif isinstance(wanted, list):
        assert len(found or []) == len(wanted), f"{path}: {found}"
        for number, value in enumerate(wanted):
            assert_has(found[number], value, f"{path}[{number}]")
    else:
        assert found == wanted, path


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path):
    case = json.loads(path.read_bytes())
    log = [envelope(number, line) for number, line in enumerate(case["log"], 1)]
    for event in log:
        check(event)
        acting = kinds.target(event)
        target = next(one for one in log if one.id == acting.to_event_id) if acting else None
        if target:
            check_target(event, target)
        if event.kind == kinds.CORRECTED:
            check_correction(event, before(event, log[: event.sequence - 1]))
    moments = {len(log): case["expect"], **{int(at): wanted for at, wanted in case.get("expect_as_of", {}).items()}}
    for at, expected in moments.items():
        for event_id, wanted in expected.items():
            assert_has(shown(read(event_id, log[:at])), wanted, f"as of {at}: {event_id}")


# -- laws, on any log --------------------------------------------------------------------------------------------------

PATCHES = [
    {"content": "Dinner"},
    {"content": None},
    {"location": {"name": "Office"}},
    {"location": {"name": None, "type": "physical"}},
    {"location": None},
    {"location": {"coordinates": {"latitude": 50, "longitude": 20}}},
    {"location": {"coordinates": {"latitude": 51}}},
    {"time": {"occurredAt": "2026-06-01T10:30:00+02:00"}},
    {"time": {"occurredAt": "2026-06-01T10:30", "timeZone": "Europe/Warsaw"}},
    {"time": {"timeZone": None}},
    {"entities": [{"name": "Anna"}]},
    {"privacy": {"sensitivity": "confidential"}},
    {"privacy": {"domains": ["personal"]}},
]


def allowed(event: Envelope, log: list[Envelope]) -> bool:
    """Whether the door lets an event into this log."""
    try:
        check(event)
        link = kinds.target(event)
        assert link is not None
        check_target(event, next(one for one in log if one.id == link.to_event_id))
        if event.kind == kinds.CORRECTED:
            check_correction(event, before(event, log))
    except InvalidError:
        return False
    return True


@st.composite
def logs(draw: st.DrawFn, least: int = 1, most: int = 14) -> list[Envelope]:
    """A log of one note and acts on it, on one another, and on a second note."""
    log = [
        envelope(1, {"id": "evt_1", "text": "Lunch", "entities": [{"name": "Ann", "role": "participant"}]}),
        envelope(2, {"id": "evt_2", "text": "Other", "location": {"name": "Home"}}),
    ]
    for sequence in range(3, 3 + draw(st.integers(least, most))):
        verb = draw(st.sampled_from(["amends", "attaches_to", "corrects", "corrects", "redacts", "redacts"]))
        target = (
            f"evt_{sequence - draw(st.integers(1, sequence - 1))}"  # late ones first, since they shrink to the last
        )
        said = {"patch": draw(st.sampled_from(PATCHES))} if verb == "corrects" else {"text": f"text {sequence}"}
        event = envelope(sequence, {"id": f"evt_{sequence}", verb: target, **said})
        log.append(event if allowed(event, log) else envelope(sequence, {"id": f"evt_{sequence}", "text": "filler"}))
    return log


def content(reading: View) -> View:
    """A view without its history and the marks that follow from it."""
    return structs.replace(reading, history=[], derived=[], stale=False, stale_because=[])


@given(logs(), st.randoms(use_true_random=False))
def test_the_order_of_the_thread_does_not_matter(log, dice):
    shuffled = list(log)
    dice.shuffle(shuffled)
    for event in log:
        assert view(event.id, shuffled, derivations=shuffled) == view(event.id, log, derivations=log)


@given(logs())
def test_a_thread_needs_only_what_acts_on_its_event(log):
    for event in log:
        if kinds.target(event) is None:
            thread = [one for one in log if ultimate(one.id, log) == event.id]
            assert view(event.id, thread) == view(event.id, log)


@given(logs(), st.data())
def test_redacted_then_lifted_equals_never(log, data):
    target = data.draw(st.sampled_from([one for one in log if one.kind != kinds.REDACTED]))
    last = log[-1].sequence
    redaction = envelope(last + 1, {"id": "evt_hide", "redacts": target.id})
    lift = envelope(last + 2, {"id": "evt_lift", "redacts": "evt_hide"})
    hidden, shown_again = [*log, redaction], [*log, redaction, lift]
    assert view(target.id, hidden).redacted
    for event in log:
        assert content(view(event.id, shown_again)) == content(view(event.id, log))


@given(logs())
def test_the_past_reads_as_it_did(log):
    then, grown = {}, []
    for event in log:
        grown.append(event)
        then[event.sequence] = [view(one.id, grown) for one in grown[:2]]
    for at, readings in then.items():
        cut = [one for one in reversed(log) if one.sequence <= at]
        assert [view(one.id, cut) for one in log[:2] if one.sequence <= at] == readings[:at]


@given(logs())
def test_originals_stay_as_evidence(log):
    kept = msgspec.json.encode(log)
    for event in log:
        read(event.id, log)
        before(envelope(99, {"id": "evt_99", "corrects": event.id, "patch": {"content": "x"}}), log)
    assert msgspec.json.encode(log) == kept


def assert_rises(old: Privacy, new: Privacy) -> None:
    ranks = ["public", "restricted", "private", "confidential"]
    assert ranks.index(new.sensitivity) >= ranks.index(old.sensitivity)
    assert set(new.domains or ()) >= set(old.domains or ())


@given(logs())
def test_every_reading_is_a_valid_event(log):
    for event in log:
        reading = view(event.id, log)
        if reading.redacted:
            continue
        check(reading.event)
        assert_rises(event.privacy or Privacy(), reading.event.privacy or Privacy())
        assert msgspec.json.decode(msgspec.json.encode(reading.event), type=Envelope) == reading.event


class Rules:
    """The rules once more: recursive, slow, and written apart from the fold."""

    def __init__(self, log: list[Envelope]) -> None:
        self.log = log
        self.kind = {str(one.id): one.kind for one in log}
        self.targets = {str(one.id): link.to_event_id for one in log if (link := kinds.target(one))}

    def acts(self, name: str, kind: str) -> list[str]:
        return [one for one, target in self.targets.items() if target == name and self.kind[one] == kind]

    def redacted(self, name: str) -> bool:
        return any(not self.redacted(one) for one in self.acts(name, kinds.REDACTED))

    def stands(self, name: str) -> bool:
        return not self.redacted(name) or self.replaced(name)

    def replaced(self, name: str) -> bool:
        return any(self.stands(one) for one in self.acts(name, kinds.CORRECTED))

    def patched(self, name: str) -> str:
        return self.patched(self.targets[name]) if self.kind[name] == kinds.CORRECTED else name

    def counts(self, name: str) -> bool:
        if self.redacted(name) or name not in self.targets or self.kind[name] == kinds.REDACTED:
            return not self.redacted(name)
        if self.kind[name] == kinds.CORRECTED:
            return self.counts(self.patched(name)) and not self.replaced(name)
        return self.counts(self.targets[name])


@given(logs())
def test_what_counts_is_what_the_rules_say(log):
    rules = Rules(log)
    for one in (change for root in log for change in view(root.id, log).history):
        if not one.counts and one.because is None:
            assert one.effect == "corrects", "only a patch can fail to fit"
            continue
        assert one.counts == rules.counts(one.event_id)
        assert one.because is None or rules.counts(one.because), "what took it out counts itself"


@given(logs())
def test_what_the_door_lets_in_counts_at_once(log):
    for event in log:
        link = kinds.target(event)
        if link is None:
            continue
        then = log[: event.sequence]
        change = next(one for one in view(ultimate(event.id, then), then).history if one.event_id == event.id)
        assert change.counts or change.because is not None, "a correction let in fits what it corrects"


@given(logs())
def test_nothing_of_a_hidden_event_is_left(log):
    for event in log:
        reading = view(event.id, log)
        if reading.redacted:
            kept = msgspec.json.encode(reading).decode()
            assert "Lunch" not in kept
            assert "text" not in kept
            assert "Ann" not in kept


# -- sizes -------------------------------------------------------------------------------------------------------------


def chain(verb: str, length: int, **said: object) -> list[Envelope]:
    first = [envelope(1, {"id": "evt_1", "text": "Lunch"})]
    return first + [
        envelope(number, {"id": f"evt_{number}", verb: f"evt_{number - 1}", **said}) for number in range(2, length + 1)
    ]


def test_long_chains_are_folded_without_recursion():
    amended = view("evt_1", chain("amends", 5000, text="more"))
    assert amended.text == "\n".join(["Lunch", *["more"] * 4999])
    assert len(amended.amendments) == 1
    corrected = view("evt_1", chain("corrects", 5000, patch={"content": "x"}))
    assert [one.event_id for one in corrected.history if one.counts] == ["evt_5000"]
    assert view("evt_1", chain("redacts", 5000)).redacted
    assert not view("evt_1", chain("redacts", 5001)).redacted
    assert ultimate("evt_5000", chain("redacts", 5000)) == "evt_1"


@pytest.mark.parametrize("verb", ["amends", "corrects"])
def test_a_hundred_acts_take_no_time(verb):
    said: dict[str, object] = {"text": "more"} if verb == "amends" else {"patch": {"location": {"name": "Office"}}}
    log = [envelope(1, {"id": "evt_1", "text": "Lunch"})]
    log += [envelope(number, {"id": f"evt_{number}", verb: "evt_1", **said}) for number in range(2, 102)]
    random.Random(1).shuffle(log)
    best = min(_timed(log) for _ in range(20))
    assert best < 0.004, "the bench holds it to one millisecond; a busy machine gets room"


def _timed(log: list[Envelope]) -> float:
    start = time.perf_counter()
    view("evt_1", log)
    return time.perf_counter() - start


# -- edges -------------------------------------------------------------------------------------------------------------


def test_an_event_that_is_not_in_the_thread_is_not_found():
    with pytest.raises(NotFoundError):
        view("evt_9", [envelope(1, {"id": "evt_1"})])


def test_what_acts_on_something_outside_the_thread_is_read_by_itself():
    alone = envelope(7, {"id": "evt_7", "corrects": "evt_1", "patch": {"content": "x"}})
    assert view("evt_7", [alone]).event == alone
    assert ultimate("evt_7", [alone]) == "evt_1"
    assert ultimate("evt_8", [alone]) == "evt_8"


def test_a_log_that_no_door_guarded_is_still_read():
    """Acts on redactions, links to the future and broken patches change nothing, and raise nothing."""
    log = [
        envelope(1, {"id": "evt_1", "text": "Lunch"}),
        envelope(2, {"id": "evt_2", "redacts": "evt_1"}),
        envelope(3, {"id": "evt_3", "amends": "evt_2", "text": "why"}),
        envelope(4, {"id": "evt_4", "corrects": "evt_2", "patch": {"content": "y"}}),
        envelope(5, {"id": "evt_5", "redacts": "evt_2"}),
        envelope(6, {"id": "evt_6", "amends": "evt_7", "text": "later"}),
        envelope(7, {"id": "evt_7", "amends": "evt_6", "text": "earlier"}),
        envelope(8, {"id": "evt_8", "corrects": "evt_1", "patch": {"actor": {"type": "x"}}}),
        envelope(9, {"id": "evt_9", "corrects": "evt_1", "patch": [1]}),
    ]
    reading = view("evt_1", log)
    assert reading.text == "Lunch"
    assert not reading.corrected
    assert [one.event_id for one in reading.history if one.counts] == ["evt_5"]
    for event in log:
        view(str(event.id), log)
        ultimate(str(event.id), log)


def test_a_correction_is_judged_without_the_one_it_replaces():
    log = [
        envelope(1, {"id": "evt_1", "text": "Lunch"}),
        envelope(2, {"id": "evt_2", "corrects": "evt_1", "patch": {"location": {"name": "Office"}}}),
    ]
    again = envelope(3, {"id": "evt_3", "corrects": "evt_2", "patch": {"content": "Dinner"}})
    assert before(again, log).event.location is None
    assert before(again, log).event.id == "evt_1"
    further = envelope(3, {"id": "evt_3", "corrects": "evt_1", "patch": {"content": "Dinner"}})
    assert before(further, log).event.location == Location(name="Office")


def test_a_replaced_correction_keeps_its_labels():
    log = [
        envelope(1, {"id": "evt_1", "text": "Lunch"}),
        envelope(2, {"id": "evt_2", "corrects": "evt_1", "patch": {"privacy": {"sensitivity": "confidential"}}}),
    ]
    lower = envelope(3, {"id": "evt_3", "corrects": "evt_2", "patch": {"privacy": {"sensitivity": "private"}}})
    with pytest.raises(InvalidError, match="is lower than confidential"):
        check_correction(lower, before(lower, log))


def test_events_not_yet_recorded_may_be_judged():
    draft = msgspec.convert(
        {
            "kind": "event.corrected",
            "source": {"type": "user"},
            "links": [{"toEventId": "evt_1", "relation": "supersedes"}],
            "files": [{"role": "primary", "content": '{"content":"x"}'}],
        },
        Event,
    )
    check_correction(draft, before(draft, [envelope(1, {"id": "evt_1", "text": "Lunch"})]))
