"""What models answered is kept for the next time, and in no file once anything is erased."""

from typing import Any

from tests.engine.conftest import Desk

SENTINEL = b"Xyzzyplugh moved to Quelthorn"
KEY = ["extract-1", "small", "a text"]


def test_an_answer_is_given_again_to_the_same_question_alone(session: Any):
    answers = session.answers
    assert answers.get(KEY) is None
    answers.put([(KEY, b"one"), ([*KEY, "more"], b"two")])
    assert (answers.get(KEY), answers.get([*KEY, "more"]), answers.get(KEY[:2])) == (b"one", b"two", None)
    answers.put([(KEY, b"three")])
    assert session.answers.get(KEY) == b"three"


def test_answers_outlive_a_rebuild_and_the_process_and_are_no_part_of_what_is_verified(desk: Desk):
    session = desk.open()
    session.record("Priya works at Arc Labs")
    session.answers.put([(KEY, b"one")])
    session.rebuild()
    assert session.verify().problems == []
    session.close()
    assert desk.open().answers.get(KEY) == b"one"


def test_namespaces_do_not_meet(desk: Desk):
    desk.open(namespace="one").answers.put([(KEY, b"one")])
    assert desk.open(namespace="two").answers.get(KEY) is None


def test_an_erasure_empties_them_in_every_file(desk: Desk):
    """Law 6: what was erased may stand in any answer."""
    session = desk.open()
    first, other = session.record("Something"), session.record("Something else")
    session.answers.put([(KEY, SENTINEL)])
    session.erase(first.id, because="asked to")
    assert session.answers.get(KEY) is None
    session.close()
    assert [path.name for path in desk.folder.rglob("*") if path.is_file() and SENTINEL in path.read_bytes()] == []
    assert desk.open().view(other.id).text == "Something else"


def test_what_was_asked_before_an_erasure_is_not_kept_after_it(desk: Desk):
    """A model may answer about a text that was erased while it read."""
    session = desk.open()
    receipt = session.record("Xyzzyplugh moved to Quelthorn")
    at_work = session.answers
    desk.open().erase(receipt.id, because="asked to")
    at_work.put([(KEY, SENTINEL)])
    assert session.answers.get(KEY) is None
    session.close()
    assert [path.name for path in desk.folder.rglob("*") if path.is_file() and SENTINEL in path.read_bytes()] == []


def test_no_guess_is_confirmed_by_what_they_are_kept_under(desk: Desk):
    """The file alone holds no word of what was asked, and no digest that can be made without the key."""
    session = desk.open()
    session.answers.put([(["Xyzzyplugh moved"], b"[]")])
    session.close()
    desk.path.with_name("log.kenning.key").write_bytes(bytes(32))
    assert desk.open().answers.get(["Xyzzyplugh moved"]) is None
    assert b"Xyzzyplugh" not in desk.path.read_bytes()
