"""WhatsApp's lines as real locales write them: ``cases/whatsapp.json`` holds lines and what they say."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from kenning.errors import InvalidError
from kenning.formats import FORMATS, Draft, LeftOut, Options, Skipped, recognise

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "cases" / "whatsapp.json").read_text(encoding="utf-8")
)
WARSAW = Options(time_zone="Europe/Warsaw")


def told(record: Draft | Skipped | LeftOut, wanted: dict[str, Any]) -> dict[str, Any]:
    """What a record says of the things that a case asks for."""
    if not isinstance(record, Draft):
        return {"kind": "skipped", "where": record.where}
    event = record.event
    assert event.time is not None
    assert event.actor is not None
    assert event.time.time_zone == "Europe/Warsaw"
    where = event.location.coordinates if event.location else None
    said = {
        "kind": event.kind,
        "at": event.time.occurred_at,
        "who": event.actor.name,
        "text": event.files[0].content,
        "identifier": event.actor.identifier,
        "files": [file.name for file in event.files[1:]],
        "place": [where.latitude, where.longitude] if where else None,
        "edited": (event.files[0].metadata or {}).get("edited"),
    }
    return {key: said[key] for key in wanted}


@pytest.mark.parametrize("case", CASES, ids=[case["law"] for case in CASES])
def test_whatsapp_is_read_as_its_locale_writes_it(case, tmp_path):
    file = tmp_path / "chat.txt"
    file.write_bytes("\n".join(case["lines"]).encode())
    notices: list[str] = []
    options = Options(
        time_zone="Europe/Warsaw",
        date_order=case["order"],
        notice=lambda _, text: notices.append(text),
    )
    assert recognise(file).name == "whatsapp"
    records = list(FORMATS["whatsapp"].read(file, options))
    wanted = case["records"]
    assert [told(record, want) for record, want in zip(records, wanted, strict=True)] == wanted
    assert bool(notices) != case["certain"]


def drafts(file: Path, options: Options = WARSAW) -> list[Draft]:
    """The drafts of a file, none of it skipped."""
    records = list(FORMATS["whatsapp"].read(file, options))
    assert all(isinstance(record, Draft) for record in records)
    return [record for record in records if isinstance(record, Draft)]


def keys(file: Path) -> list[str | None]:
    """The keys of a file's events."""
    return [draft.event.idempotency_key for draft in drafts(file)]


def test_a_chat_that_grew_and_was_renamed_keeps_the_keys_it_had(tmp_path):
    lines = ["25/01/2024, 15:21 - Ann: ok", "25/01/2024, 15:21 - Ann: ok", "25/01/2024, 15:22 - Ben: yes"]
    before, after = tmp_path / "chat.txt", tmp_path / "chat (1).txt"
    before.write_text("\n".join(lines), encoding="utf-8")
    after.write_text("\n".join([*lines, "25/01/2024, 15:21 - Ann: ok"]), encoding="utf-8")
    assert len(set(keys(before))) == 3
    assert keys(after)[:3] == keys(before)
    assert keys(after)[3] not in keys(before)


def test_two_chats_that_say_the_same_are_told_apart_by_their_names(tmp_path):
    first, second = tmp_path / "WhatsApp Chat with Ann.txt", tmp_path / "WhatsApp-Chat mit Ben.txt"
    for file in (first, second):
        file.write_text("25/01/2024, 15:21 - Me: Happy birthday!", encoding="utf-8")
    assert keys(first) != keys(second)
    sessions = [
        draft.event.context.session for file in (first, second) for draft in drafts(file) if draft.event.context
    ]
    assert [session.name for session in sessions if session] == ["Ann", "Ben"]


def test_a_zip_and_its_folder_are_the_same_chat_with_its_media(tmp_path):
    text = "[25/01/2024, 15:21:09] Ann: the view \u200e<attached: 00000001-PHOTO.jpg>"
    folder = tmp_path / "WhatsApp Chat - Ann"
    folder.mkdir()
    (folder / "_chat.txt").write_text(text, encoding="utf-8")
    (folder / "00000001-PHOTO.jpg").write_bytes(b"\xff\xd8small")
    packed = tmp_path / "WhatsApp Chat - Ann.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for file in sorted(folder.iterdir()):
            archive.write(file, file.name)
    from_zip, from_folder, from_file = drafts(packed), drafts(folder), drafts(folder / "_chat.txt")
    assert from_zip[0].event == from_folder[0].event == from_file[0].event
    assert from_zip[0].event.files[1].encoding == "base64"


def test_a_piece_too_big_to_be_inlined_is_unpacked_under_a_name_of_our_own(tmp_path):
    packed = tmp_path / "WhatsApp Chat - Ann.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("_chat.txt", "[25/01/2024, 15:21:09] Ann: \u200e<attached: big.mp4>")
        archive.writestr("big.mp4", bytes(100_000))
    unpacked = tmp_path / "unpacked"
    unpacked.mkdir()
    [draft] = drafts(packed, Options(unpack_into=unpacked))
    [file] = [file for file in draft.event.files if file.role == "attachment"]
    assert file.path is not None
    assert file.content is None
    assert (unpacked / file.path).read_bytes() == bytes(100_000)
    [draft] = drafts(packed)  # nowhere to put it: it is named and stays behind
    assert draft.event.files[1].metadata == {"absent": "too big to be inlined"}


@pytest.mark.parametrize("name", ["../secret.txt", "/etc/hostname", "sub/../../secret.txt"])
def test_an_attachment_never_leads_outside_the_export(tmp_path, name):
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    folder = tmp_path / "export"
    folder.mkdir()
    (folder / "_chat.txt").write_text(f"[25/01/2024, 15:21:09] Ann: \u200e<attached: {name}>", encoding="utf-8")
    [draft] = drafts(folder)
    assert not [file for file in draft.event.files[1:] if file.content or file.path]


def test_a_link_in_the_export_is_not_followed(tmp_path):
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    folder = tmp_path / "export"
    folder.mkdir()
    (folder / "_chat.txt").write_text("[25/01/2024, 15:21:09] Ann: \u200e<attached: a.txt>", encoding="utf-8")
    (folder / "a.txt").symlink_to(tmp_path / "secret.txt")
    with pytest.raises(InvalidError, match="leads outside"):
        drafts(folder)


def test_a_text_saved_as_utf_16_is_read_too(tmp_path):
    file = tmp_path / "chat.txt"
    file.write_bytes("25/01/2024, 15:21 - Zoé: ça va?\r\n".encode("utf-16"))
    assert recognise(file).name == "whatsapp"
    assert drafts(file)[0].event.files[0].content == "ça va?"


def test_bytes_that_are_no_utf_8_cost_their_own_message(tmp_path):
    file = tmp_path / "chat.txt"
    lines = [b"25/01/2024, 15:21 - Ann: a", b"25/01/2024, 15:22 - Ben: \xff", b"25/01/2024, 15:23 - Ann: c"]
    file.write_bytes(b"\n".join(lines))
    records = list(FORMATS["whatsapp"].read(file, WARSAW))
    assert [type(record).__name__ for record in records] == ["Draft", "Skipped", "Draft"]
    assert records[1].where == "line 2"


def test_a_text_without_a_stamp_is_no_chat(tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("buy milk\n", encoding="utf-8")
    with pytest.raises(InvalidError, match=r"notes\.txt"):
        list(FORMATS["whatsapp"].read(file, WARSAW))


def test_progress_runs_up_to_the_end_and_never_back(tmp_path):
    file = tmp_path / "chat.txt"
    file.write_text("\n".join(f"25/01/2024, 15:21 - Ann: {n}" for n in range(3000)), encoding="utf-8")
    seen: list[tuple[int, int]] = []
    list(FORMATS["whatsapp"].read(file, Options(progress=lambda done, total: seen.append((done, total)))))
    assert seen == sorted(seen)
    assert seen[-1][0] == seen[-1][1]
