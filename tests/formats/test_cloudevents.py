"""CloudEvents: what comes in goes out equal, unknown extensions and all; what never was one goes out valid."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kenning.errors import InvalidError
from kenning.formats import FORMATS, Draft, LeftOut, Options, Skipped, recognise
from kenning.formats.cloudevents import CONTENT_TYPE, event_from, event_to
from kenning.model.event import Actor, Envelope, Event, File, Source, Time

GOLDEN = Path(__file__).parents[1] / "golden" / "formats" / "cloudevents"
MINIMAL = {"specversion": "1.0", "type": "com.example.note", "source": "/notes", "id": "1"}


def canonical(document: object) -> str:
    """One spelling of a JSON value."""
    return json.dumps(document, sort_keys=True)


def documents(file: Path) -> list[Any]:
    """The documents of a fixture, read without this code."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".jsonl":
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    whole = json.loads(text)
    return whole if isinstance(whole, list) else [whole]


@pytest.mark.parametrize("file", sorted(GOLDEN.iterdir()), ids=lambda file: file.name)
def test_what_comes_in_from_a_file_goes_out_equal(file):
    told = [record for record in FORMATS["cloudevents"].read(file, Options()) if isinstance(record, Draft)]
    kept = [msgspec.json.decode(msgspec.json.encode(draft.event), type=Event) for draft in told]  # as the log keeps it
    assert [canonical(event_to(event)) for event in kept] == [canonical(document) for document in documents(file)]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(
    extensions=st.dictionaries(st.from_regex(r"x[a-z0-9]{1,19}", fullmatch=True), JSON, max_size=5),
    data=JSON,
    kind=st.text(min_size=1),
    identifier=st.text(min_size=1),
)
def test_any_document_comes_back_equal(extensions, data, kind, identifier):
    document = extensions | {"specversion": "1.0", "source": "urn:a:b", "type": kind, "id": identifier, "data": data}
    event = event_from(json.dumps(document))
    assert canonical(event_to(event)) == canonical(document)


def test_a_document_too_long_to_be_inlined_still_comes_back(tmp_path):
    document = MINIMAL | {"data": "x" * 1_200_000}
    event = event_from(json.dumps(document), Options(unpack_into=tmp_path))
    [main] = event.files
    assert main.content is None
    assert main.path is not None
    assert event_to(event, (tmp_path / main.path).read_text(encoding="utf-8")) == document


def test_source_and_actor_are_told_apart():
    event = event_from((GOLDEN / "single.json").read_bytes())
    assert event.source == Source(
        type="import",
        name="//sensors.example.com/door/7",
        channel="cloudevents",
        identifier="//sensors.example.com/door/7",
    )
    assert event.actor == Actor(type="user", channel="cloudevents", identifier="ann")
    assert event.time == Time(
        occurred_at="2024-04-05T17:31:00.123456789Z",
        captured_at="2024-04-05T17:31:02+00:00",
        precision="exact",
    )


@pytest.mark.parametrize(
    ("kind", "becomes"),
    [
        ("com.github.pull_request.opened", "com.github.pull_request.opened"),
        ("entity.merged", "cloudevent.received"),
        ("Permission.granted", "cloudevent.received"),
        ("two words", "cloudevent.received"),
        ("x" * 200, "cloudevent.received"),
    ],
)
def test_a_type_is_the_kind_where_it_may_be_one(kind, becomes):
    event = event_from(json.dumps(MINIMAL | {"type": kind}))
    assert event.kind == becomes
    assert event_to(event)["type"] == kind


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"id": ""}, "id"),
        ({"id": 7}, "id"),
        ({"source": None}, "source"),
        ({"source": "not a reference"}, "source"),
        ({"specversion": "2.0"}, "specversion"),
        ({"time": "yesterday"}, "time"),
        ({"time": "2024-02-31T00:00:00Z"}, "time.occurredAt"),
        ({"subject": 5}, "subject"),
        ({"data": 1, "data_base64": "aGVsbG8="}, "data_base64"),
    ],
)
def test_what_the_specification_refuses_is_refused_by_name(change, reason):
    with pytest.raises(InvalidError, match=reason):
        event_from(json.dumps(MINIMAL | change))


def test_a_broken_line_costs_itself_and_a_repeated_one_is_left_out(tmp_path):
    file = tmp_path / "events.jsonl"
    lines = [MINIMAL, MINIMAL | {"id": "2"}, MINIMAL | {"data": "sent again"}]
    file.write_text(
        "\n".join([*map(json.dumps, lines), '{"specversion": "1.0", "ty', json.dumps(MINIMAL | {"id": "3"})]),
        encoding="utf-8",
    )
    assert recognise(file).name == "cloudevents"
    records = list(FORMATS["cloudevents"].read(file, Options()))
    assert [type(record) for record in records] == [Draft, Draft, LeftOut, Skipped, Draft]
    assert records[3].where == "line 4"


@pytest.mark.parametrize("text", ["", "[]7", "7", '"specversion"', "[1, 2", "{"])
def test_what_is_no_document_is_refused(tmp_path, text):
    file = tmp_path / "events.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidError, match="events"):
        list(FORMATS["cloudevents"].read(file, Options()))


NOTE = Event(
    kind="note.created",
    source=Source(type="user", name="manual entry"),
    files=[File(role="primary", content_type="text/plain", content="x")],
)


@pytest.mark.parametrize(
    ("time", "written"),
    [
        (None, None),
        (Time(occurred_at="2026-06-01T10:30:00+02:00"), "2026-06-01T10:30:00+02:00"),
        (Time(occurred_at="2026-06-01T10:30", time_zone="Europe/Warsaw"), "2026-06-01T08:30:00.000000Z"),
        (Time(occurred_at="2026-06-01", time_zone="UTC", precision="day"), "2026-06-01T00:00:00.000000Z"),
        (Time(captured_at="2026-06-01T10:30:00z"), "2026-06-01T10:30:00Z"),
    ],
)
def test_an_event_that_was_none_goes_out_as_a_valid_document(time, written):
    document = event_to(msgspec.structs.replace(NOTE, time=time))
    assert document.get("time") == written
    assert document["specversion"] == "1.0"
    assert document["type"] == "note.created"
    assert document["source"] == "/user/manual%20entry"
    assert document["data"]["kind"] == "note.created"
    assert document["id"]
    assert canonical(event_to(event_from(json.dumps(document)))) == canonical(document)


def test_an_envelope_goes_out_with_its_place_in_the_log():
    fields = {name: getattr(NOTE, name) for name in NOTE.__struct_fields__} | {"id": "evt_1"}
    document = event_to(Envelope(**fields, sequence=41, recorded_at="2026-06-01T08:30:00.000000Z"))
    assert (document["id"], document["sequence"]) == ("evt_1", "41")
    assert document["time"] == document["recordedtime"] == "2026-06-01T08:30:00.000000Z"


def test_only_the_right_content_type_is_taken_for_a_document():
    lookalike = msgspec.structs.replace(
        NOTE, files=[File(role="primary", content_type="application/json", content=json.dumps(MINIMAL))]
    )
    assert event_to(lookalike)["type"] == "note.created"
    assert CONTENT_TYPE == "application/cloudevents+json"
