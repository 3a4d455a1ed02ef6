"""What is let into the log and what is refused; the cases are in tests/cases/envelope, readable without Python."""

import base64
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kenning.errors import InvalidError, KenningError
from kenning.model.codec import canonical, recorded
from kenning.model.event import DEPTH_MAX, ENVELOPE_BYTES_MAX, INLINE_BYTES_MAX, Envelope, Event, Source
from kenning.model.identity.act import CONTENTS, decoded
from kenning.model.view import View
from kenning.rules import kinds
from kenning.rules.door.envelope import check, check_correction, check_target, corrected, parse
from kenning.rules.door.wire import INTEGER_MAX
from kenning.rules.view import view

TESTS = Path(__file__).resolve().parents[1]
CASES = {path.stem: json.loads(path.read_bytes()) for path in sorted((TESTS / "cases" / "envelope").glob("*.json"))}
GOLDEN = {path.name: path.read_bytes() for path in sorted((TESTS / "golden" / "events").glob("*.json"))}
ACCEPTED = [
    pytest.param(case["base"], one["with"], id=one["why"]) for case in CASES.values() for one in case["accepted"]
]
REFUSED = [
    pytest.param(case["base"], one, id=f"{name}-{number}")
    for name, case in CASES.items()
    for number, one in enumerate(case["refused"])
]
NOTE = {"kind": "note.created", "source": {"type": "user"}, "files": [{"role": "primary"}]}


def event(base: Mapping[str, object], fields: Mapping[str, object]) -> dict[str, object]:
    """The case's event: `base` with fields replaced, and those that are null taken away."""
    return {name: value for name, value in {**base, **fields}.items() if value is not None}


def refused(raw: bytes | str | Mapping[str, object] | Event) -> KenningError:
    with pytest.raises(KenningError) as caught:
        check(parse(raw))
    return caught.value


@pytest.mark.parametrize(("base", "fields"), ACCEPTED)
def test_accepted(base, fields):
    wanted = event(base, fields)
    read = parse(json.dumps(wanted))
    check(read)
    assert parse(wanted) == read
    assert parse(read) == read
    assert parse(msgspec.json.encode(read)) == read


@pytest.mark.parametrize(("base", "one"), REFUSED)
def test_refused(base, one):
    error = refused(one["raw"] if "raw" in one else json.dumps(event(base, one["with"])))
    assert str(error) == one["says"]
    assert error.code == one.get("code", "invalid")
    assert {"path", "value", "reason"} <= error.details.keys()
    if "raw" not in one:
        assert str(refused(event(base, one["with"]))) == one["says"], "a mapping is refused in the same words"


# -- golden events -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["document.minimal.json", "document.correction.json"])
def test_the_examples_of_the_document_are_accepted_as_printed(name):
    printed = GOLDEN[name]
    read = parse(printed)
    check(read)
    kept = json.loads(msgspec.json.encode(read))
    told = {key: value for key, value in json.loads(printed).items() if value != []}
    if "privacy" in told:
        assert told["privacy"] == {"sensitivity": "private", "visibility": "owner"}
        told["privacy"] = {}  # what is said is what goes without saying
    assert kept == told, "nothing added, nothing lost"


def test_each_kind_of_ours_has_a_golden_event_in_each_version():
    wanted = {f"{kind}.v{version}.json" for kind, newest in kinds.VERSIONS.items() for version in range(1, newest + 1)}
    assert wanted <= GOLDEN.keys()


@pytest.mark.parametrize("name", [name for name in GOLDEN if not name.startswith("document.")])
def test_golden_events_are_read_for_ever(name):
    kept = msgspec.json.decode(GOLDEN[name], type=Envelope)
    assert f"{kept.kind}.v{kept.schema_version}.json" == name
    check(kept, allow_reserved=True)
    assert view(str(kept.id), [kept]).event == kept
    assert msgspec.json.decode(msgspec.json.encode(kept), type=Envelope) == kept


@pytest.mark.parametrize("kind", CONTENTS)
def test_golden_acts_on_the_entity_graph_say_for_ever_what_their_kind_says(kind):
    kept = msgspec.json.decode(GOLDEN[f"{kind}.v1.json"], type=Envelope)
    act = decoded(kind, kept.text)
    assert canonical(act).decode() == kept.text, "nothing added, nothing lost"


# -- limits ------------------------------------------------------------------------------------------------------------


def file(**fields: object) -> dict[str, object]:
    return {**NOTE, "files": [{"role": "primary", **fields}]}


def nested(levels: int) -> dict[str, object]:
    value: object = 1
    for _ in range(levels):
        value = {"x": value}
    return file(metadata=value)


def test_an_envelope_has_a_largest_size():
    kept = json.dumps(NOTE)
    check(parse(kept + " " * (ENVELOPE_BYTES_MAX - len(kept))))
    error = refused(kept + " " * (ENVELOPE_BYTES_MAX + 1 - len(kept)))
    assert str(error).startswith("envelope: has 4194305 bytes, more than the 4194304 an event may have (")


@pytest.mark.parametrize("letter", ["a", "ł", "€", "🦜"])
def test_inline_content_is_measured_in_bytes(letter):
    size = len(letter.encode())
    check(parse(file(content=letter * (INLINE_BYTES_MAX // size))))
    assert "files[0].content: has " in str(refused(file(content=letter * (INLINE_BYTES_MAX // size + 1))))


@pytest.mark.parametrize("extra", [0, 1, 2])
def test_inline_base64_is_measured_decoded(extra):
    def encoded(size: int) -> str:
        return base64.b64encode(bytes(size)).decode()

    check(parse(file(content=encoded(INLINE_BYTES_MAX - extra), encoding="base64")))
    assert f"has {INLINE_BYTES_MAX + 1 + extra} bytes" in str(
        refused(file(content=encoded(INLINE_BYTES_MAX + 1 + extra), encoding="base64")),
    )


def test_what_is_free_in_form_has_a_greatest_depth():
    check(parse(nested(DEPTH_MAX - 3)))  # the envelope, its files, the file, then the metadata
    for raw in (nested(DEPTH_MAX - 2), json.dumps(nested(DEPTH_MAX - 2))):
        assert "is nested deeper than 32 levels" in str(refused(raw))


def test_a_bomb_of_brackets_is_refused_like_anything_else():
    bomb = json.dumps(file(metadata={"x": "HERE"})).replace('"HERE"', "[" * 300_000 + "]" * 300_000)
    assert "nested deeper than 32 levels" in str(refused(bomb))
    assert "nested deeper than 32 levels" in str(refused(nested(5000)))


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (float("nan"), "files[0].metadata.a[0]: nan is not a number JSON knows"),
        (float("inf"), "files[0].metadata.a[0]: inf is not a number JSON knows"),
        ("\ud800", "files[0].metadata.a[0]: \"'\\ud800'\" has half of a surrogate pair"),
        (INTEGER_MAX + 1, "files[0].metadata.a[0]: 9007199254740993 is beyond 2^53 (give it as text)"),
        (-INTEGER_MAX - 1, "files[0].metadata.a[0]: -9007199254740993 is beyond 2^53 (give it as text)"),
        (
            {"b": object},
            "files[0].metadata.a[0].b: <class 'object'> is a type, which JSON does not know (give it as text)",
        ),
        (b"x", "files[0].metadata.a[0]: b'x' is a bytes, which JSON does not know (give it as text)"),
    ],
)
def test_what_json_cannot_carry_is_refused_where_it_stands(value, says):
    assert str(refused(file(metadata={"a": [value]}))) == says


def test_dates_are_given_as_text():
    assert "is a datetime, which JSON does not know" in str(
        refused(file(metadata={"a": datetime(2026, 1, 1, tzinfo=UTC)}))
    )


@pytest.mark.parametrize(
    "fields",
    [
        {"links": [{"toEventId": "evt_1", "relation": "part_of", "metadata": {"n": 2**60}}]},
        {"provenance": {"basis": "x", "metadata": {"n": 2**60}}},
        {"context": {"app": {"attributes": {"n": 2**60}}}},
        {"files": [{"role": "primary", "size": 2**60}]},
    ],
)
def test_numbers_are_held_wherever_form_is_free(fields):
    assert "1152921504606846976 is beyond 2^53" in str(refused({**NOTE, **fields}))


def test_bytes_that_are_no_utf8_are_refused_with_their_place():
    assert str(refused(b'{"kind":"\xff"}')) == "envelope: is not JSON: not UTF-8 at byte 9"


def test_half_a_surrogate_pair_in_text_is_refused():
    assert "surrogates not allowed" in str(refused('{"kind":"\ud800"}'))


def test_what_a_caller_changes_later_changes_no_event():
    metadata = {"a": [1]}
    read = parse(file(metadata=metadata))
    metadata["a"].append(2)
    assert read.files[0].metadata == {"a": [1]}


def test_an_event_built_by_hand_is_held_to_the_same_types():
    wrong = Event(kind="a", source=Source(type=""), files=[])
    assert str(refused(wrong)) == 'source.type: "" must not be empty'


def test_only_verbs_append_reserved_kinds_and_stored_files():
    stored = {**file(storedAs="ab/" + "0" * 32, sha256="0" * 64, size=3), "kind": "event.erased"}
    check(parse(stored), allow_reserved=True)
    assert refused(stored).details["path"] == "kind"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*NOTE, "x", "role", "type"]), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([*Event.__struct_fields__, "toEventId", "x"]), JSON), st.booleans())
def test_whatever_comes_is_an_event_or_is_refused_on_purpose(fields, over):
    raw = {**NOTE, **fields} if over else fields
    try:
        read = parse(raw)
        check(read)
    except KenningError as error:
        path, read = error.details.get("path"), None
    else:
        path = ""
    assert path is not None
    assert read is None or parse(msgspec.json.encode(read)) == read


@given(st.binary() | st.text(st.characters(codec=None)))
def test_noise_is_refused_on_purpose(raw):
    with pytest.raises(InvalidError):
        parse(raw)


# -- acts against what they act on -------------------------------------------------------------------------------------


def envelope(name: str, sequence: int = 1, **fields: object) -> Envelope:
    raw = {**NOTE, "id": name, "sequence": sequence, **fields}
    return msgspec.convert(raw, Envelope)


def act(kind: str, target: str, relation: str, sequence: int = 9, content: str = "{}") -> Envelope:
    files = [{"role": "primary", "content": content}]
    return envelope(
        f"evt_{sequence}", sequence, kind=kind, links=[{"toEventId": target, "relation": relation}], files=files
    )


def correction(target: str, patch: Mapping[str, object], sequence: int = 9) -> Envelope:
    return act("event.corrected", target, "supersedes", sequence, json.dumps(patch))


ACTS = {
    "event.amended": "part_of",
    "event.file.attached": "part_of",
    "event.corrected": "supersedes",
    "event.redacted": "supersedes",
}


@pytest.mark.parametrize("kind", ACTS)
@pytest.mark.parametrize("on", ["note.created", "summary.created", *ACTS, "event.erased", "entity.merged"])
def test_who_may_act_on_what(kind, on):
    target = envelope("evt_1", kind=on)
    acting = act(kind, "evt_1", ACTS[kind])
    own = on in {"event.erased", "entity.merged"}
    if own or (on == "event.redacted" and kind != "event.redacted"):
        with pytest.raises(InvalidError) as caught:
            check_target(acting, target)
        assert caught.value.details["path"] == "links[0].toEventId"
    else:
        check_target(acting, target)


ROOT = envelope(
    "evt_1",
    actor={"type": "person", "name": "Ann"},
    time={"occurredAt": "2026-06-01T10:30", "timeZone": "Europe/Warsaw"},
    location={"name": "Home"},
    privacy={"sensitivity": "private", "visibility": "participants", "domains": ["personal"]},
    entities=[{"channel": "mail", "identifier": "bob@example.org", "role": "participant"}, {"name": "Cid"}],
    files=[{"role": "primary", "contentType": "text/plain", "content": "Lunch"}],
)


@pytest.mark.parametrize(
    "patch",
    [
        {"location": {"name": "Office"}},
        {"location": None},
        {"location": {"coordinates": {"latitude": 52.2, "longitude": 21.0}}},
        {"time": {"occurredAt": "2026-06-02T10:30"}},
        {"time": {"occurredAt": "2026-06-02T10:30Z", "timeZone": None}},
        {"context": {"app": {"name": "Notes", "attributes": {"tab": 3}}}},
        {"content": "Dinner"},
        {"content": None},
        {"entities": [{"name": "Bob"}]},
        {"entities": [{"identifier": "bob@example.org", "name": "Bob"}, {"name": "Sid", "type": "person"}]},
        {"privacy": {"sensitivity": "confidential"}},
        {"privacy": {"visibility": "owner", "domains": ["relationship", "personal"]}},
    ],
)
def test_what_may_be_corrected(patch):
    check_correction(correction("evt_1", patch), View(event=ROOT))


@pytest.mark.parametrize(
    ("patch", "says"),
    [
        ({"location": {"nmae": "x"}}, 'location.nmae: there is no such field (did you mean "name"?)'),
        ({"location": {"coordinates": {"latitude": 5}}}, "location.coordinates.longitude: is missing"),
        ({"location": "Office"}, 'location: "Office" must be an object'),
        ({"time": {"timeZone": None}}, 'time.occurredAt: "2026-06-01T10:30" has no offset and there is no timeZone'),
        ({"time": {"occurredAt": "soon"}}, 'time.occurredAt: "soon" is not a date'),
        ({"content": 5}, "content: 5 must be text"),
        ({"content": "x" * (INLINE_BYTES_MAX + 1)}, "content: has 1048577 bytes"),
        ({"entities": None}, "entities: None must be a list: no entity can be taken away"),
        ({"entities": ["Bob"]}, 'entities[0]: "Bob" must be an object'),
        ({"entities": [{}, {}, {"name": "Dan"}]}, "entities[2]: {'name': 'Dan'} is none of the event's entities"),
        (
            {"entities": [{"identifier": "eve@example.org"}]},
            "is none of the event's entities, and a correction adds none",
        ),
        ({"entities": [{}, {"role": "participant"}]}, 'entities[1].role: "participant" cannot be corrected'),
        ({"entities": [{}, {"name": None}]}, "entities[1]: {'name': None} needs an id, an identifier or a name"),
        ({"entities": [{"identifier": None, "name": "Bob"}]}, "entities[0].identifier: None cannot be corrected"),
        ({"entities": [{"who": "x"}]}, "entities[0].who: there is no such field"),
        ({"privacy": {"sensitivity": "public"}}, 'privacy.sensitivity: "public" is lower than private'),
        ({"privacy": {"visibility": "shared"}}, 'privacy.visibility: "shared" is wider than participants'),
        ({"privacy": {"domains": ["technical"]}}, 'privacy.domains: "personal" would be taken away'),
        ({"privacy": {"domains": None}}, 'privacy.domains: "personal" would be taken away'),
        ({"privacy": None}, 'privacy.domains: "personal" would be taken away'),
        ({"privacy": {"sensitivity": "secret"}}, 'privacy.sensitivity: "secret" is not one of the values allowed here'),
    ],
)
def test_what_may_not_be_corrected(patch, says):
    with pytest.raises(InvalidError) as caught:
        check_correction(correction("evt_1", patch), View(event=ROOT))
    assert says in str(caught.value)


def test_without_labels_an_event_has_the_strictest_defaults():
    plain = View(event=envelope("evt_1"))
    with pytest.raises(InvalidError, match="is lower than private"):
        check_correction(correction("evt_1", {"privacy": {"sensitivity": "restricted"}}), plain)


def test_what_is_hidden_is_not_corrected():
    with pytest.raises(InvalidError, match="is redacted"):
        check_correction(correction("evt_1", {"content": "x"}), View(event=ROOT, redacted=True))


def test_a_correction_of_corrections_patches_what_they_patch():
    first, second = correction("evt_1", {"content": "a"}, 2), correction("evt_2", {"content": "b"}, 3)
    amendment = act("event.amended", "evt_1", "part_of", 4)
    of_amendment = correction("evt_4", {"content": "c"}, 5)
    thread = [ROOT, first, second, amendment, of_amendment]
    assert [corrected(one, thread) for one in thread] == ["evt_1", "evt_1", "evt_1", "evt_4", "evt_4"]


def test_what_is_recorded_is_all_that_the_source_said_but_the_id():
    said: dict[str, object] = {name: f"what {name} says" for name in Event.__struct_fields__}
    taken = recorded(Event(**said), None)  # type: ignore[arg-type]  # a value of any type will do
    assert {name: getattr(taken, name) for name in said} == {**said, "id": None}
