"""Files that events bring: one primary, stored once under a path nobody chose, verified on reading, never from outside."""

import hashlib
import itertools
import socket
from typing import Any

import pytest

import kenning


def with_files(*files, **fields):
    return {"kind": "note.created", "source": {"type": "user"}, "files": list(files), **fields}


TEXT = {"role": "primary", "contentType": "text/plain", "content": "look"}


@pytest.fixture
def inbox(desk):
    folder = desk.folder / "in"
    folder.mkdir()
    (folder / "photo.jpg").write_bytes(b"pixels")
    return folder


# -- roles -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("primaries", [0, 2, 3])
def test_an_event_has_exactly_one_primary_file(session, primaries):
    others = [{"role": "raw", "content": "x"}]
    with pytest.raises(kenning.InvalidError, match="primary"):
        session.record(with_files(*[TEXT] * primaries, *others))
    assert session.head()[0] == 0


@pytest.mark.parametrize("role", ["raw", "attachment", "screenshot", "transcript", "derived"])
def test_every_other_role_may_stand_beside_it_more_than_once(session, inbox, role):
    brought = {"role": role, "path": "photo.jpg"}
    inline = {"role": role, "name": "inline", "content": "cGl4ZWxz", "encoding": "base64"}
    receipt = session.record(with_files(TEXT, brought, inline), files_from=inbox)
    assert [file.role for file in session.event(receipt.id).files] == ["primary", role, role]
    assert session.file(receipt.id, "photo.jpg") == session.file(receipt.id, "inline") == b"pixels"


def test_another_role_is_refused(session):
    with pytest.raises(kenning.InvalidError, match="role"):
        session.record(with_files(TEXT, {"role": "secondary", "content": "x"}))


# -- stored once -------------------------------------------------------------------------------------------------------


def test_a_local_file_is_hashed_and_stored_under_a_generated_path(session, desk, inbox):
    receipt = session.record(with_files(TEXT, {"role": "attachment", "path": "photo.jpg"}), files_from=inbox)
    file = session.event(receipt.id).files[1]
    assert (file.name, file.path, file.size) == ("photo.jpg", None, 6)
    assert file.sha256 == hashlib.sha256(b"pixels").hexdigest()
    (stored,) = desk.stored()
    assert stored.relative_to(f"{desk.path}.files").as_posix() == file.stored_as
    assert stored.read_bytes() == b"pixels"
    assert "photo" not in str(stored.relative_to(desk.folder))
    assert file.sha256[:16] not in stored.name  # a path that told the content would confirm a guess of it


def test_the_stored_file_is_a_copy(session, inbox):
    receipt = session.record(with_files({"role": "primary", "path": "photo.jpg"}), files_from=inbox)
    (inbox / "photo.jpg").write_bytes(b"others")
    assert session.file(receipt.id, "photo.jpg") == b"pixels"
    assert session.verify().problems == []


def test_identical_content_shares_one_stored_file_whatever_it_is_called(session, desk, inbox):
    (inbox / "copy.jpg").write_bytes(b"pixels")
    one = session.record(with_files(TEXT, {"role": "attachment", "path": "photo.jpg"}), files_from=inbox)
    two = session.record(with_files(TEXT, {"role": "raw", "path": "copy.jpg"}), files_from=inbox)
    session.attach(two.id, inbox / "photo.jpg")
    assert len(desk.stored()) == 1
    assert session.file(one.id, "photo.jpg") == session.file(two.id, "copy.jpg") == b"pixels"


def test_identical_content_twice_in_one_event_leaves_no_stray_file(session, desk, inbox):
    (inbox / "copy.jpg").write_bytes(b"pixels")
    files = [{"role": "attachment", "path": name} for name in ("photo.jpg", "copy.jpg")]
    receipt = session.record(with_files(TEXT, *files), files_from=inbox)
    named = {file.stored_as for file in session.event(receipt.id).files if file.stored_as}
    assert {path.relative_to(f"{desk.path}.files").as_posix() for path in desk.stored()} == named
    assert session.file(receipt.id, "copy.jpg") == b"pixels"
    assert session.verify().problems == []


def test_namespaces_share_no_stored_file(desk, inbox):
    event = with_files(TEXT, {"role": "attachment", "path": "photo.jpg"})
    for namespace in ("one", "two"):
        desk.open(namespace=namespace).record(event, files_from=inbox)
    assert len(desk.stored()) == 2


def test_an_empty_file_is_a_file(session, inbox):
    (inbox / "empty").write_bytes(b"")
    receipt = session.record(with_files({"role": "primary", "path": "empty"}), files_from=inbox)
    assert session.file(receipt.id, "empty") == b""


@pytest.mark.parametrize("claim", [{"sha256": "0" * 64}, {"size": 5}])
def test_a_claim_about_a_file_that_is_not_true_is_refused(session, desk, inbox, claim):
    with pytest.raises(kenning.InvalidError):
        session.record(with_files(TEXT, {"role": "raw", "path": "photo.jpg", **claim}), files_from=inbox)
    assert (session.head()[0], desk.stored()) == (0, [])


# -- verified on reading -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("position", [0, 3, 5])
def test_a_flipped_byte_of_a_stored_file_is_corruption_when_it_is_read(session, desk, inbox, position):
    receipt = session.record(with_files(TEXT, {"role": "attachment", "path": "photo.jpg"}), files_from=inbox)
    (stored,) = desk.stored()
    content = bytearray(stored.read_bytes())
    content[position] ^= 1
    stored.write_bytes(content)
    with pytest.raises(kenning.CorruptError):
        session.file(receipt.id, "photo.jpg")
    (problem,) = session.verify().problems
    assert session.event(receipt.id).files[1].stored_as in problem.where


def test_a_stored_file_that_is_cut_or_gone_is_corruption(session, desk, inbox):
    receipt = session.record(with_files(TEXT, {"role": "attachment", "path": "photo.jpg"}), files_from=inbox)
    (stored,) = desk.stored()
    stored.write_bytes(b"pix")
    with pytest.raises(kenning.CorruptError):
        session.file(receipt.id, "photo.jpg")
    stored.unlink()
    with pytest.raises(kenning.CorruptError):
        session.file(receipt.id, "photo.jpg")
    assert len(session.verify().problems) == 1


# -- nothing from outside ----------------------------------------------------------------------------------------------


ESCAPES = [
    "../secret.txt",
    "sub/../../secret.txt",
    "sub/../photo.jpg",
    "link.txt",
    "linked/secret.txt",
    "a\0b",
    "",
    ".",
    "sub",
]


@pytest.fixture
def escapes(desk, inbox):
    outside = desk.folder / "secret.txt"
    outside.write_text("secret")
    (inbox / "sub").mkdir()
    (inbox / "link.txt").symlink_to(outside)
    (inbox / "linked").symlink_to(desk.folder)
    return [*ESCAPES, str(outside), str(inbox / "photo.jpg"), "//etc/passwd", "never.txt"]


def test_no_path_leads_out_of_the_folder_files_come_from(session, desk, inbox, escapes):
    for path in escapes:
        with pytest.raises(kenning.InvalidError):
            session.record(with_files(TEXT, {"role": "attachment", "path": path}), files_from=inbox)
    assert (session.head()[0], desk.stored()) == (0, [])


def test_a_path_too_long_for_the_system_is_refused(session, inbox):
    with pytest.raises(kenning.InvalidError):
        session.record(with_files(TEXT, {"role": "attachment", "path": "x" * 5000}), files_from=inbox)


def test_a_link_within_the_folder_leads_nowhere_else_and_is_followed(session, inbox):
    (inbox / "alias.jpg").symlink_to(inbox / "photo.jpg")
    receipt = session.record(with_files({"role": "primary", "path": "alias.jpg"}), files_from=inbox)
    assert session.file(receipt.id, "primary") == b"pixels"


def test_without_a_folder_to_take_files_from_a_path_is_refused(session, inbox, monkeypatch):
    monkeypatch.chdir(inbox)
    for path in ("photo.jpg", str(inbox / "photo.jpg")):
        with pytest.raises(kenning.InvalidError, match="path"):
            session.record(with_files(TEXT, {"role": "attachment", "path": path}))


@pytest.mark.parametrize("stored", ["ab/" + "0" * 32, "../../secret.txt", "/etc/passwd"])
def test_a_source_cannot_say_where_a_file_is_stored(session, stored):
    with pytest.raises(kenning.InvalidError):
        session.record(with_files(TEXT, {"role": "raw", "storedAs": stored, "sha256": "0" * 64}))


@pytest.mark.parametrize("url", ["file:///etc/passwd", "/etc/passwd", "FILE:///etc/passwd", "photo.jpg"])
def test_a_local_address_is_no_reference(session, url):
    with pytest.raises(kenning.InvalidError):
        session.record(with_files(TEXT, {"role": "raw", "url": url}))


def test_a_remote_address_stays_a_reference_and_is_never_fetched(session, desk, monkeypatch):
    def never(*_, **__):
        raise AssertionError("something was fetched")

    for name in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, name, never)
    monkeypatch.setattr(socket, "getaddrinfo", never)
    url = "https://example.org/photo.jpg"
    receipt = session.record(with_files(TEXT, {"role": "attachment", "url": url, "name": "photo"}))
    assert session.event(receipt.id).files[1].url == url
    with pytest.raises(kenning.NotFoundError, match="never fetches"):
        session.file(receipt.id, "photo")
    assert desk.stored() == []
    assert session.verify().problems == []


def test_a_file_has_one_place_where_its_content_is(session, inbox):
    places = {"content": "x", "path": "photo.jpg", "url": "https://example.org/"}
    for pair in itertools.combinations(places.items(), 2):
        with pytest.raises(kenning.InvalidError):
            session.record(with_files(TEXT, {"role": "raw", **dict(pair)}), files_from=inbox)
    assert session.head()[0] == 0


# -- nothing stays behind ----------------------------------------------------------------------------------------------


BAD: dict[str, dict[str, Any]] = {
    "at the door": {"time": {"occurredAt": "never"}},
    "at the second file": {"second": {"role": "raw", "path": "never.jpg"}},
    "under the lock": {"links": [{"toEventId": "evt_missing", "relation": "reply_to"}]},
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_a_refused_event_leaves_no_stray_file(session, desk, inbox, bad):
    fields = dict(bad)
    more = [fields.pop("second")] if "second" in fields else []
    event = with_files(TEXT, {"role": "attachment", "path": "photo.jpg"}, *more, **fields)
    with pytest.raises(kenning.InvalidError):
        session.record(event, files_from=inbox)
    assert desk.stored() == []
    assert session.verify().notes == []


def test_a_refused_event_takes_no_file_away_that_others_use(session, desk, inbox):
    attachment = {"role": "attachment", "path": "photo.jpg"}
    receipt = session.record(with_files(TEXT, attachment), files_from=inbox)
    with pytest.raises(kenning.InvalidError):
        session.record(with_files(TEXT, attachment, **BAD["under the lock"]), files_from=inbox)
    assert session.file(receipt.id, "photo.jpg") == b"pixels"


def test_attaching_to_nothing_stores_nothing(session, desk, inbox):
    with pytest.raises(kenning.NotFoundError):
        session.attach("evt_never", inbox / "photo.jpg")
    receipt = session.record("x")
    with pytest.raises(kenning.InvalidError):
        session.attach(receipt.id, inbox)
    with pytest.raises(kenning.InvalidError):
        session.attach(receipt.id, inbox / "never.jpg")
    with pytest.raises(kenning.InvalidError):
        session.attach(receipt.id, inbox / "photo.jpg", role="primary")
    assert (session.head()[0], desk.stored()) == (1, [])


def test_files_of_a_store_are_for_its_owner_alone(session, desk, inbox):
    session.record(with_files({"role": "primary", "path": "photo.jpg"}), files_from=inbox)
    for path in (desk.path, desk.folder / "log.kenning.key", desk.folder / "log.kenning.files"):
        assert path.stat().st_mode & 0o077 == 0, path
