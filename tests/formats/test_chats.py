"""Discord, Messenger, Instagram, Signal and Matrix: who wrote what when, what it answers, what it brings."""

import contextlib
import json

import pytest

from kenning.errors import InvalidError
from kenning.formats import FORMATS, Draft, Skipped, recognise
from tests.formats.conftest import GOLDEN, moment, text

STAMP = 1709370000000


def meta(messages, **around):
    return json.dumps({"participants": [{"name": "Ann"}, {"name": "Bob"}], "messages": messages, **around})


def said(who, words, at=STAMP, **more):
    return {"sender_name": who, "timestamp_ms": at, "content": words, **more}


# -- Discord -----------------------------------------------------------------------------------------------------------


def test_discord_tells_author_by_id_and_nickname_and_time_with_its_offset(drafts):
    first = drafts("discord/made_here_channel.json")[0]
    assert (first.event.actor.identifier, first.event.actor.name) == ("901000000000000001", "Marta")
    assert moment(first) == ("2024-03-02T09:15:04.512+01:00", None, "millisecond")
    assert first.event.context.session.name == "sowing"
    assert first.event.context.environment.name == "Allotment 14"


def test_discord_links_answers_and_mentions(drafts):
    first, second = drafts("discord/made_here_channel.json")[:2]
    assert second.reply_to == first.key
    assert [one.identifier for one in second.event.entities] == ["901000000000000001"]


def test_discord_keeps_embeds_as_words_and_attachments_as_references(drafts):
    third = drafts("discord/made_here_channel.json")[2]
    assert text(third) == "Frost dates\nMid May\nhttps://example.org/frost\nZone: 7"
    assert third.event.files[1].url == "https://cdn.example.org/beds.png"


def test_discord_loses_no_message_to_a_twin_of_its_id(drafts):
    found = drafts("discord/made_here_channel.json")
    assert found[0].event.provenance.metadata["id"] == found[-1].event.provenance.metadata["id"]
    assert found[0].event.idempotency_key != found[-1].event.idempotency_key


def test_discord_brings_a_file_that_lies_beside_the_channel(written, tmp_path):
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "a.txt").write_text("here", encoding="utf-8")
    (tmp_path.parent / "secret.txt").write_text("secret", encoding="utf-8")
    document = json.loads((GOLDEN / "discord" / "made_here_channel.json").read_bytes())
    document["messages"] = document["messages"][:1]
    names = ["files/a.txt", "../secret.txt", "files/none.txt"]
    document["messages"][0]["attachments"] = [{"url": name, "fileName": name} for name in names]
    (draft,) = written("discord", json.dumps(document))
    assert [file.content for file in draft.event.files[1:]] == ["aGVyZQ==", None, None]


# -- Messenger and Instagram -------------------------------------------------------------------------------------------


def test_what_meta_breaks_up_is_mended_and_what_is_whole_stays(drafts, written):
    first = drafts("messenger/made_here_message_1.json")[2]
    assert (first.event.actor.name, text(first)) == ("Zoë Brandt", "Das ist schön\nhttps://example.org/schoen")
    (whole,) = written("messenger", meta([said("Zoë", "schön – 好")]))
    assert (whole.event.actor.name, text(whole)) == ("Zoë", "schön – 好")


def test_messages_come_oldest_first_and_twins_have_keys_of_their_own(drafts):
    found = drafts("messenger/made_here_message_1.json")
    assert [draft.event.time.occurred_at for draft in found] == sorted(draft.event.time.occurred_at for draft in found)
    assert [text(draft) for draft in found[:2]] == ["Look", "Look"]
    assert len({draft.event.idempotency_key for draft in found}) == 4


@pytest.mark.parametrize(
    ("name", "content", "format_"),
    [
        ("a", meta([said("Ann", "x")]), "messenger"),
        ("a", json.dumps({"messages": [said("Ann", "x")]}), "instagram"),
        ("a", meta([said("Ann", "x", share={"link": "https://www.instagram.com/p/x"})]), "instagram"),
        ("instagram-ann-2024-03-02/message_1.json", meta([said("Ann", "x")]), "instagram"),
    ],
)
def test_instagram_is_told_from_messenger_by_what_it_says(tmp_path, name, content, format_):
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(content, encoding="utf-8")
    assert recognise(file).name == format_


def test_a_call_is_a_call_and_a_message_without_a_moment_is_skipped(written):
    call, broken = written("messenger", meta([{"sender_name": "Ann"}, said("Ann", "Ann called", call_duration=9)]))
    assert call.event.kind == "chat.call"
    assert isinstance(broken, Skipped)


def test_the_same_conversation_is_known_again_when_it_has_grown(written):
    old = written("messenger", meta([said("Ann", "x")], thread_path="inbox/ann_1"))
    new = written("messenger", meta([said("Bob", "y", STAMP + 1), said("Ann", "x")], thread_path="inbox/ann_1"))
    assert old[0].event.idempotency_key == new[0].event.idempotency_key


# -- Signal ------------------------------------------------------------------------------------------------------------


def test_signal_goes_on_with_a_message_until_the_next_stamp_in_the_importers_zone(golden):
    first, second = golden("signal/chatminer_test_export.txt", time_zone="Europe/Warsaw")
    assert [text(one) for one in (first, second)] == ["Hello John!", "Hello\nJane!"]
    assert moment(first) == ("2019-12-24T12:23", "Europe/Warsaw", "minute")


def test_signal_in_json_brings_media_from_beside_it_and_tells_what_has_no_date(written, tmp_path):
    (tmp_path / "media").mkdir()
    (tmp_path / "media" / "pot.jpg").write_bytes(b"jpeg")
    content = (GOLDEN / "signal" / "made_here_data.json").read_bytes()
    found = written("signal", content, "data.json")
    assert isinstance(found[2], Skipped)
    assert found[1].event.files[1].content == "anBlZw=="
    assert found[0].event.context.session.name == tmp_path.name


def test_signal_tells_what_stands_before_the_first_message_and_what_is_not_utf_8(written):
    stray, broken, sound = written("signal", b"note\n[2020-01-01 10:00] A: \xff\n[2020-01-01 10:01] B: y\n")
    assert (stray.where, broken.reason, text(sound)) == ("file: line 1", "is not UTF-8", "y")
    with pytest.raises(InvalidError, match="no message"):
        written("signal", "\n\n")


def test_whatsapp_on_the_iphone_is_not_taken_for_signal(tmp_path):
    file = tmp_path / "chat.txt"
    file.write_text("[2020-01-01, 12:00:01] A: x\n[2020-01-01, 12:00:02] B: y\n", encoding="utf-8")
    assert recognise(file).name == "whatsapp"


# -- Matrix ------------------------------------------------------------------------------------------------------------


def test_matrix_tells_kinds_rooms_and_senders(drafts):
    found = drafts("matrix/made_here_room.json")
    assert [draft.event.kind for draft in found] == [
        *("chat.created", "chat.joined", "chat.invited", "message.posted", "message.posted", "message.posted"),
        *("message.posted", "message.reaction", "message.encrypted"),
    ]
    assert {draft.event.context.session.name for draft in found} == {"Sowing"}
    assert found[3].event.actor.identifier == "@tom:example.org"
    assert moment(found[3]) == ("2024-03-02T09:00:05.000Z", None, "millisecond")


def test_matrix_links_answers_and_leaves_the_quotation_out(drafts):
    answer, question = drafts("matrix/made_here_room.json")[3:5]
    assert (text(answer), answer.reply_to) == ("In May", question.key)
    assert [one.identifier for one in question.event.entities] == ["@tom:example.org"]


def test_matrix_keeps_places_and_addresses_of_media(drafts):
    place, image = drafts("matrix/made_here_room.json")[5:7]
    assert place.event.location.coordinates.latitude == 51.5008
    assert place.event.location.coordinates.accuracy_m == 35
    assert image.event.files[1].url == "mxc://example.org/abc"


def test_matrix_reads_the_rooms_of_a_sync_and_events_one_a_line(written):
    event = {
        "type": "m.room.message",
        "sender": "@a:b",
        "event_id": "$1",
        "content": {"msgtype": "m.text", "body": "x"},
    }
    sync = {"next_batch": "1", "rooms": {"join": {"!r:b": {"timeline": {"events": [event]}}}}}
    (one,) = written("matrix", json.dumps(sync))
    assert one.event.context.session.id == "!r:b"
    lines = f"{json.dumps(event)}\n{{broken\n"
    two, broken = written("matrix", lines)
    assert two.event.idempotency_key == one.event.idempotency_key
    assert (isinstance(two, Draft), broken.where) == (True, "file: line 2")


@pytest.mark.parametrize("name", ["discord", "messenger", "instagram", "matrix"])
def test_a_document_without_messages_is_refused_or_tells_of_nothing(written, name):
    with pytest.raises(InvalidError):
        written(name, "{broken")
    for content in ("[7]", '{"messages": 7}'):
        records: list[object] = []
        with contextlib.suppress(InvalidError):
            records = list(written(name, content))
        assert all(isinstance(record, Skipped) for record in records)
    assert not FORMATS[name].recognises(GOLDEN / "none", b'{"messages": 7}')
