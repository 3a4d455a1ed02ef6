"""Telegram's export: who, when, where and what, from a single chat and from an account."""

import json
from pathlib import Path
from typing import Any

import pytest

from kenning.errors import InvalidError
from kenning.formats import FORMATS, Draft, LeftOut, Options, Record, recognise
from kenning.model.event import Time

FULL = Path(__file__).parents[1] / "golden" / "formats" / "telegram" / "made_here_full.json"


def read(path: Path, options: Options | None = None) -> list[Record]:
    """The records of an export."""
    return list(FORMATS["telegram"].read(path, options or Options()))


@pytest.fixture(scope="module")
def drafts() -> dict[str, Draft]:
    """The drafts of the made-up account by their keys."""
    return {record.key: record for record in read(FULL) if isinstance(record, Draft)}


def chat(tmp_path: Path, *messages: Any, **fields: Any) -> Path:
    """An export of one chat with these entries."""
    file = tmp_path / "result.json"
    whole = {"name": "Ben", "type": "personal_chat", "id": 7, "messages": list(messages)} | fields
    file.write_text(json.dumps(whole), encoding="utf-8")
    return file


def text(draft: Draft) -> str | None:
    """The words of a draft."""
    return draft.event.files[0].content


def test_a_user_is_a_number_and_a_channel_keeps_its_word(drafts):
    people = {(d.event.actor.type, d.event.actor.identifier) for d in drafts.values() if d.event.actor}
    assert people == {("person", "1001"), ("person", "1002"), ("person", "1003"), ("channel", "channel3001")}
    assert drafts["2001/2"].event.actor.name is None


def test_numbers_of_two_chats_do_not_meet(drafts):
    assert {"1002/1", "2001/1"} <= drafts.keys()
    assert drafts["1002/1"].event.idempotency_key != drafts["2001/1"].event.idempotency_key


def test_an_answer_names_its_question_in_its_own_chat_whatever_the_order(drafts):
    assert drafts["1002/3"].reply_to == "1002/4"
    assert drafts["2001/5"].reply_to == "2001/3"


def test_the_offset_is_the_one_that_the_local_date_betrays(drafts):
    assert drafts["1002/1"].event.time.occurred_at == "2024-03-04T10:15:00+01:00"
    assert drafts["2001/2"].event.time.occurred_at == "2024-03-01T09:05:00+01:00"


def test_a_date_without_an_instant_is_a_claim_in_the_zone_given():
    told = [record for record in read(FULL, Options(time_zone="Europe/Rome")) if isinstance(record, Draft)]
    times = {draft.key: draft.event.time for draft in told}
    assert times["3001/7"] == Time(occurred_at="2020-01-01T00:00:00", time_zone="Europe/Rome", precision="second")
    assert times["1002/1"] == Time(occurred_at="2024-03-04T10:15:00+01:00", precision="second")


def test_text_is_joined_and_a_hidden_link_keeps_its_address(drafts):
    assert text(drafts["1002/1"]) == "See the plan (https://example.com/plan) and hurry"


def test_what_has_no_text_says_what_it_is(drafts):
    assert text(drafts["2001/3"]) == "Which day?\n- Friday\n- Monday"
    assert text(drafts["2001/4"]) == "Colosseum\nPiazza del Colosseo"
    assert drafts["2001/4"].event.location.coordinates.latitude == 41.8902
    assert text(drafts["1002/5"]) == "phone call, hangup, 56 s"


def test_half_a_surrogate_does_not_reach_the_log(drafts):
    assert text(drafts["2001/5"]) == "half a pair \ufffd"


def test_a_file_that_was_not_exported_is_named(drafts):
    [_, file] = drafts["2001/5"].event.files
    assert (file.name, file.content_type, file.content) == ("tickets.pdf", "application/pdf", None)


def test_what_telegram_wrote_is_of_a_kind_of_its_own(drafts):
    kinds = {key: draft.event.kind for key, draft in drafts.items() if draft.event.kind != "message.posted"}
    assert kinds == {"1002/5": "chat.call", "2001/1": "chat.created", "3001/8": "chat.some_new_action"}


def test_those_whom_it_concerns_are_named(drafts):
    assert [item.name for item in drafts["2001/1"].event.entities] == ["Ann", "Ben"]
    [mentioned] = drafts["2001/2"].event.entities
    assert (mentioned.channel, mentioned.identifier, mentioned.role) == ("telegram", "1002", "mentioned")


def test_reactions_and_votes_change_no_event(tmp_path):
    message = {
        "id": 1,
        "type": "message",
        "date": "2024-03-04T10:15:00",
        "from": "Ann",
        "from_id": "user1",
        "text": "hi",
    }
    before = read(chat(tmp_path, message))
    after = read(chat(tmp_path, message | {"reactions": [{"type": "emoji", "count": 9, "emoji": "x"}]}))
    assert before == after


def test_media_in_the_export_come_along_and_media_outside_do_not(tmp_path):
    (tmp_path / "secret").write_text("secret", encoding="utf-8")
    export = tmp_path / "export"
    (export / "photos").mkdir(parents=True)
    (export / "photos" / "photo_1.jpg").write_bytes(b"\xff\xd8")
    base = {"type": "message", "date": "2024-03-04T10:15:00", "from": "Ann", "text": ""}
    chat(export, base | {"id": 1, "photo": "photos/photo_1.jpg"}, base | {"id": 2, "file": "../secret"})
    first, second = (record for record in read(export) if isinstance(record, Draft))
    assert first.event.files[1].encoding == "base64"
    assert second.event.files[1].content is None
    assert recognise(export).name == "telegram"


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (7, "is no JSON object"),
        ({"type": "message", "text": "no date"}, "has no date"),
        ({"type": "message", "date": "yesterday", "text": "x"}, "is not a date"),
        ({"type": "message", "date_unixtime": "99999999999999", "text": "x"}, "has no date"),
    ],
)
def test_a_broken_entry_costs_itself(tmp_path, entry, reason):
    sound = {"id": 2, "type": "message", "date": "2024-03-04T10:15:00", "from": "Ann", "text": "sound"}
    broken, kept = read(chat(tmp_path, entry, sound))
    assert not isinstance(broken, Draft)
    assert reason in broken.reason
    assert broken.where == "result.json: messages[0]"
    assert isinstance(kept, Draft)


def test_an_entry_of_an_unknown_type_is_left_out_aloud(tmp_path):
    [record] = read(chat(tmp_path, {"id": 1, "type": "unsupported", "date": "2024-03-04T10:15:00"}))
    assert isinstance(record, LeftOut)


@pytest.mark.parametrize("odd", [None, 7, 1.5, True, [], {}, [[]], {"a": 1}, "x" * 5000, ["\ud800", {"type": []}]])
def test_no_odd_value_in_any_field_is_a_crash(tmp_path, odd):
    fields = (
        *(
            "id",
            "type",
            "date",
            "date_unixtime",
            "from",
            "from_id",
            "text",
            "text_entities",
            "reply_to_message_id",
            "actor",
        ),
        *(
            "photo",
            "file",
            "file_name",
            "mime_type",
            "poll",
            "location_information",
            "contact_information",
            "members",
            "action",
        ),
    )
    base = {"id": 1, "type": "message", "date": "2024-03-04T10:15:00", "from": "Ann", "text": "hi"}
    entries = [base | {"type": kind} | {field: odd} for kind in ("message", "service") for field in fields]
    file = chat(tmp_path, *entries)
    assert len(read(file)) == len(entries)
    file.write_text(json.dumps({"chats": odd, "messages": [base]}), encoding="utf-8")
    assert len(read(file)) == 1


def test_a_file_without_chats_is_refused(tmp_path):
    file = tmp_path / "result.json"
    file.write_text('{"about": "nothing"}', encoding="utf-8")
    with pytest.raises(InvalidError, match="no chats"):
        read(file)
