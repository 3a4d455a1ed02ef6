"""The admin is told of whoever is new, of every merge, of flagged grants and of refused administrative acts."""

import pytest

import kenning
from kenning.engine.graph.entities import commit
from kenning.engine.reading import inbox
from kenning.model.access.act import DENIED, GRANTS_FLAGGED, Denied, GrantsFlagged
from kenning.model.access.request import Decision, Reason, Request
from kenning.model.report import Notice
from kenning.rules.access.notices import WORDS, words
from tests.graph import reading
from tests.graph.reading import message, note

NO = Decision(allowed=False, rule="default_deny", reasons=(Reason(code="act_not_granted"),))


def kinds(session, **asked):
    return [one.kind for one in session.inbox(**asked)]


def test_whoever_acts_on_a_channel_is_told_and_who_is_only_named_is_not(session):
    session.record(message("Bo", "bo1"))
    session.record(note("Orion Vask"))
    (told,) = session.inbox()
    assert (told.kind, told.about) == ("new_entity", [session.who("chat:bo1").id])
    assert session.event(told.event).kind == "entity.created"


def test_every_merge_is_told_by_whomever_it_was_made(session):
    """EM: Admin is notified of all merges, even delegated ones: by hand, and by a score."""
    pat = session.create_entity("Pat Patel")
    priya = session.create_entity("Priya Patel")
    session.merge(priya, pat)
    (told,) = session.inbox()
    assert (told.kind, told.about) == ("merge", [priya, pat])
    for channel, met in (("mail", "ida.holm@x.example"), ("chat", "ida.holm@x.example")):
        session.record(message("Ida Holm", met, channel=channel))
    merged = {event.id for event in session.log() if event.kind == "entity.merged"}
    assert {one.event for one in session.inbox() if one.kind == "merge"} == merged


def test_flagged_grants_and_refused_administrative_acts_are_told_and_other_refusals_are_not(session):
    session.record(message("Bo", "bo1"))
    bo = session.who("chat:bo1").id
    session.read_notices()
    given = session.elevate(bo, "sub_user")

    def deed(appender):
        appender.act(GRANTS_FLAGGED, GrantsFlagged(id=bo, grants=[given]), ())
        appender.act(DENIED, Denied(act="elevate_entities", target=bo, by=bo), ())

    commit(session._engine, session._who, deed)
    act = Request(entity=bo, resource_type="administrative", resource_id="approve_channels", action="perform")
    tool = Request(entity=bo, resource_type="tool", resource_id="deploy", action="invoke")
    for asked in (act, tool):
        inbox.refuse(session._engine, session._who, asked, NO)
    assert kinds(session) == ["denied_act", "denied_act", "flagged_grant"]
    assert [one.about for one in session.inbox()] == [[bo, "approve_channels"], [bo, "elevate_entities", bo], [bo]]
    reading.sound(session)


def test_what_was_seen_is_told_no_more_and_stays_to_be_looked_up(session):
    for name in ("Bo", "Ida"):
        session.record(message(name, name.lower()))
    ida, bo = session.inbox()
    act = session.read_notices(bo.event)
    assert session.event(act).kind == "notice.read"
    assert session.inbox() == [ida]
    assert [one.read for one in session.inbox(read=True)] == [False, True]
    before = session.head()[0]
    session.read_notices()
    assert session.inbox() == []
    assert [one.event for one in session.at(before).inbox()] == [ida.event]
    assert session.read_notices() is None
    with pytest.raises(kenning.NotFoundError):
        session.read_notices("evt_nothing")
    reading.sound(session)


def test_a_notice_goes_with_what_it_is_about(session):
    event = session.record(message("Bo", "bo1")).id
    session.erase(event, because="asked to")
    assert session.inbox(read=True) == []
    reading.sound(session)


def test_notices_are_folded_anew_as_they_were(session):
    session.record(message("Bo", "bo1"))
    session.merge(session.create_entity("Pat"), session.create_entity("Patty"))
    session.read_notices(session.inbox()[-1].event)
    before = session.inbox(read=True)
    session.rebuild()
    assert session.inbox(read=True) == before
    assert session.verify().problems == []


def test_every_kind_of_notice_has_words():
    for kind in WORDS:
        said = words(Notice(event="evt_1", sequence=1, kind=kind, about=["a", "b"]), {"a": "Ada", "b": "Bo"})
        assert "Ada" in said
        assert "{" not in said
