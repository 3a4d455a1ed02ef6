"""Slack's export: folder and zip alike, ids as identifiers, markup as words, threads as answers."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from kenning.errors import InvalidError
from kenning.formats import FORMATS, Draft, Options, Record, Skipped, recognise

GOLDEN = Path(__file__).parents[1] / "golden" / "formats" / "slack"


def read(path: Path) -> list[Record]:
    """The records of an export."""
    return list(FORMATS["slack"].read(path, Options()))


def drafts(path: Path) -> list[Draft]:
    """The drafts of an export."""
    return [record for record in read(path) if isinstance(record, Draft)]


def export(tmp_path: Path, *entries: Any, **lists: Any) -> Path:
    """An export of one channel with one day."""
    folder = tmp_path / "export"
    (folder / "general").mkdir(parents=True, exist_ok=True)
    users = [
        {"id": "U1", "name": "ann", "profile": {"real_name": "Ann", "email": "Ann@Example.com"}},
        {"id": "B9", "is_bot": True},
    ]
    for name, value in ({"users": users, "channels": [{"id": "C1", "name": "general"}]} | lists).items():
        (folder / f"{name}.json").write_text(json.dumps(value), encoding="utf-8")
    (folder / "general" / "2024-03-04.json").write_text(json.dumps(list(entries)), encoding="utf-8")
    return folder


def entry(number: int = 1, **fields: Any) -> dict[str, Any]:
    """A message of Ann's."""
    return {"type": "message", "user": "U1", "text": "hi", "ts": f"1709540100.{number:06d}"} | fields


def test_the_folder_and_its_zip_are_one_export():
    folder, packed = drafts(GOLDEN / "made_here_export"), drafts(GOLDEN / "made_here_export.zip")
    assert [draft.event for draft in folder] == [draft.event for draft in packed]


def test_an_export_packed_with_its_folder_is_read_too(tmp_path):
    packed = tmp_path / "export.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for file in sorted((GOLDEN / "made_here_export").rglob("*.json")):
            archive.write(file, f"My export/{file.relative_to(GOLDEN / 'made_here_export')}")
        archive.writestr("__MACOSX/My export/general/2024-03-04.json", "litter")
    assert recognise(packed).name == "slack"
    assert [draft.event for draft in drafts(packed)] == [draft.event for draft in drafts(GOLDEN / "made_here_export")]


def test_answers_in_a_thread_name_its_first_message():
    threads = [(draft.key, draft.reply_to) for draft in drafts(GOLDEN / "made_here_export") if draft.reply_to]
    first = "C0EXAMPLE1/1709540100.000400"
    assert threads == [(f"C0EXAMPLE1/{stamp}", first) for stamp in ("1709540400.000500", "1709541000.000700")]


def test_the_instant_keeps_the_fraction_that_tells_entries_apart(tmp_path):
    [draft] = drafts(export(tmp_path, entry(42)))
    assert draft.event.time is not None
    assert draft.event.time.occurred_at == "2024-03-04T08:15:00.000042Z"


@pytest.mark.parametrize(
    ("markup", "words"),
    [
        ("<@U1> and <@U1|annie> and <@U404>", "@Ann and @annie and @U404"),
        ("<#C1> <#C2|random>", "#general #random"),
        ("<!here> <!channel|channel> <!subteam^S1|@team>", "@here @channel @team"),
        (
            "<https://example.org/a|the list> <https://example.org/b>",
            "the list (https://example.org/a) https://example.org/b",
        ),
        ("<mailto:ann@example.com|ann@example.com>", "ann@example.com"),
        ("&lt;b&gt; &amp; c", "<b> & c"),
        ("a < b > c", "a < b > c"),
    ],
)
def test_markup_becomes_words(tmp_path, markup, words):
    [draft] = drafts(export(tmp_path, entry(text=markup)))
    assert draft.event.files[0].content == words


def test_a_bot_is_told_from_a_person(tmp_path):
    by_bot = entry(2, subtype="bot_message", bot_id="B1", username="deploy", user=None)
    people = [draft.event.actor for draft in drafts(export(tmp_path, entry(1), by_bot, entry(3, user="B9")))]
    assert [(actor.type, actor.identifier, actor.name) for actor in people if actor] == [
        ("person", "U1", "Ann"),
        ("bot", "B1", "deploy"),
        ("bot", "B9", None),
    ]


def test_a_bot_without_text_says_what_its_attachments_or_blocks_say(tmp_path):
    attached = entry(
        1, text="", attachments=[{"pretext": "2 commits", "text": "fix", "fields": [{"title": "by", "value": "Ann"}]}]
    )
    blocks = entry(2, text="", blocks=[{"type": "section", "text": {"type": "mrkdwn", "text": "built <@U1>"}}])
    said = [draft.event.files[0].content for draft in drafts(export(tmp_path, attached, blocks))]
    assert said == ["2 commits\nfix\nby: Ann", "built @Ann"]


def test_what_slack_wrote_is_of_a_kind_of_its_own(tmp_path):
    subtypes = [
        "channel_join",
        "channel_topic",
        "bot_add",
        "tombstone",
        "huddle_thread",
        "quite_new",
        None,
        "me_message",
        "file_comment",
    ]
    told = drafts(export(tmp_path, *(entry(n, subtype=subtype) for n, subtype in enumerate(subtypes))))
    assert [draft.event.kind for draft in told] == [
        *("chat.joined", "chat.topic", "chat.bot_added", "message.deleted", "chat.call", "chat.quite_new"),
        *("message.posted",) * 3,
    ]


def test_a_file_is_a_reference_without_the_token_that_opens_it(tmp_path):
    file = {
        "id": "F1",
        "name": "plan.png",
        "mimetype": "image/png",
        "url_private": "https://files.example.com/p.png?t=xoxe-1-2&pub=1",
    }
    [draft] = drafts(export(tmp_path, entry(files=[file])))
    assert draft.event.files[1].url == "https://files.example.com/p.png?pub=1"
    assert "xoxe" not in repr(draft)


def test_an_author_is_also_met_by_mail(tmp_path):
    [draft] = drafts(export(tmp_path, entry()))
    assert [(item.channel, item.identifier, item.role) for item in draft.event.entities] == [
        ("email", "ann@example.com", "author")
    ]


def test_those_in_a_direct_conversation_take_part_in_it(tmp_path):
    folder = export(tmp_path, entry(), channels=[], dms=[{"id": "D1", "members": ["U1", "U2"]}])
    (folder / "general").rename(folder / "D1")
    [draft] = drafts(folder)
    assert ("U2", "participant") in [(item.identifier, item.role) for item in draft.event.entities]


def test_what_changes_after_a_message_does_not_change_its_event(tmp_path):
    before = drafts(export(tmp_path, entry()))
    after = drafts(
        export(tmp_path, entry(reactions=[{"name": "+1", "count": 2}], reply_count=3, latest_reply="1709541000.000700"))
    )
    assert before == after


@pytest.mark.parametrize("broken", [7, {"type": "message", "text": "no ts"}, {"type": "message", "ts": "soon"}])
def test_a_broken_entry_costs_itself(tmp_path, broken):
    first, second = read(export(tmp_path, broken, entry()))
    assert isinstance(first, Skipped)
    assert first.where == "general/2024-03-04.json: [0]"
    assert isinstance(second, Draft)


def test_a_broken_day_costs_itself(tmp_path):
    folder = export(tmp_path, entry())
    (folder / "general" / "2024-03-05.json").write_text('[{"type": "mess', encoding="utf-8")
    first, second = read(folder)
    assert isinstance(first, Draft)
    assert isinstance(second, Skipped)
    assert second.where == "general/2024-03-05.json"


def test_one_day_alone_is_refused_with_what_to_import_instead():
    with pytest.raises(InvalidError, match="import the export's folder or zip"):
        recognise(GOLDEN / "made_here_export" / "general" / "2024-03-04.json")


@pytest.mark.parametrize("odd", [None, 7, 1.5, True, [], {}, [[]], {"a": 1}, "x" * 5000, ["\ud800", {"type": []}]])
def test_no_odd_value_in_any_field_is_a_crash(tmp_path, odd):
    fields = (
        *(
            "type",
            "subtype",
            "user",
            "text",
            "ts",
            "thread_ts",
            "files",
            "file",
            "attachments",
            "blocks",
            "bot_id",
            "username",
        ),
        *("user_profile", "bot_profile", "inviter", "comment"),
    )
    entries = [entry(number, **{field: odd}) for number, field in enumerate(fields)]
    lists = {
        "users": [odd, {"id": "U1", "profile": odd}],
        "channels": [odd, {"id": odd, "name": "general", "members": odd}],
    }
    assert len(read(export(tmp_path, *entries, **lists))) == len(entries)
