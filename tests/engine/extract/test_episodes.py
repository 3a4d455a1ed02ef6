"""Episodes of a log: summarised once each, under the labels of all they rest on, and stale, superseded or erased with them."""

from collections.abc import Sequence
from typing import Any

import pytest

from kenning.engine.claims.extract import episodes as engine_episodes
from kenning.engine.claims.extract.episodes import EXTRACTIVE
from kenning.errors import InvalidError, UnavailableError
from kenning.model.event import Envelope, Privacy
from kenning.model.recall import Cut, Filters, Ways
from tests.engine.conftest import Desk

BOILER = [
    ("Rui", "Good morning, everyone here?"),
    ("Anna", "The boiler in the cellar is leaking again"),
    ("Rui", "Did you call the plumber?"),
    ("Anna", "The plumber comes on Friday and brings a new boiler valve"),
]
TEA = [("Eva", "I bought green tea"), ("Rui", "Which tea is it?"), ("Eva", "Sencha from the tea shop in Porto")]


def say(
    session: Any, lines: Sequence[tuple[str, str]], *, day: int = 4, thread: str = "home", **given: Any
) -> list[str]:
    """Say lines in a thread, a minute apart."""
    events = [
        {
            "kind": "message.received",
            "source": {"type": "app", "channel": "chat"},
            "actor": {"type": "person", "name": who, "channel": "chat", "identifier": f"@{who.lower()}"},
            "time": {"occurredAt": f"2026-05-{day:02}T09:{minute:02}:00Z"},
            "context": {"session": {"id": thread}},
            "files": [{"role": "primary", "contentType": "text/plain", "content": text}],
            "privacy": {"sensitivity": "private", "visibility": "owner"},
            **given,
        }
        for minute, (who, text) in enumerate(lines)
    ]
    return [receipt.id for receipt in session.record_many(events)]


def summaries(session: Any) -> list[Envelope]:
    filters = Filters(kinds=frozenset({"summary.created"}))
    return [view.event for view in session.timeline(filters)]


def sources(event: Envelope, relation: str = "derived_from") -> list[str]:
    return [link.to_event_id for link in event.links if link.relation == relation]


def test_a_log_is_cut_by_thread_and_by_silence(session: Any):
    boiler, tea = say(session, BOILER), say(session, TEA, thread="shop")
    later = say(session, TEA, day=5)
    found = session.episodes()
    assert [one.events for one in found] == [boiler, tea, later]
    assert [(one.channel, one.thread, one.actors) for one in found[:2]] == [
        ("chat", "home", ["Rui", "Anna"]),
        ("chat", "shop", ["Eva", "Rui"]),
    ]
    assert [(one.summary, one.open) for one in found] == [(None, False)] * 3
    assert [one.events for one in session.episodes(Cut(silence_s=48 * 3600))] == [[*boiler, *later], tea]
    assert [one.events for one in session.episodes(Cut(after="2026-05-05"))] == [later]
    assert [one.events for one in session.episodes(Cut(before="2026-05-04T09:00:30"))] == [boiler, tea]


def test_a_summary_says_the_lines_that_tell_and_names_every_source(session: Any):
    """EV29: traceable to its source."""
    said = say(session, BOILER)
    report = session.summarise()
    (made,) = summaries(session)
    assert report.made == [made.id]
    assert made.text.splitlines() == [
        "Anna: The boiler in the cellar is leaking again",
        "Anna: The plumber comes on Friday and brings a new boiler valve",
    ]
    assert sources(made) == said
    assert made.provenance is not None
    assert made.provenance.basis == "derived"
    assert (made.provenance.metadata or {})["summariser"] == EXTRACTIVE
    (one,) = session.episodes()
    assert (one.summary, one.text, one.outdated) == (made.id, made.text, False)
    assert [one.event_id for one in session.view(said[0]).derived] == [made.id]
    assert session.verify().problems == []


def test_the_same_episode_is_not_summarised_twice(session: Any):
    say(session, BOILER)
    first, head = session.summarise(), session.head()
    again = session.summarise()
    assert (len(first.made), again.made, again.known) == (1, [], 1)
    assert session.head() == head
    say(session, TEA, thread="shop")
    third = session.summarise()
    assert (len(third.made), third.known) == (1, 1)


def test_one_that_grew_is_summarised_anew_which_supersedes_the_old_by_link(session: Any):
    said = say(session, BOILER)
    (old,) = session.summarise().made
    more = session.record(
        {
            "kind": "message.received",
            "source": {"type": "app", "channel": "chat"},
            "time": {"occurredAt": "2026-05-04T10:00:00Z"},
            "context": {"session": {"id": "home"}},
            "files": [{"role": "primary", "content": "The plumber cancelled, the boiler valve is out of stock"}],
        }
    ).id
    (one,) = session.episodes()
    assert (one.summary, one.outdated) == (old, True)
    (new,) = session.summarise().made
    assert sources(session.event(new)) == [*said, more]
    assert sources(session.event(new), "supersedes") == [old]
    view = session.view(old)
    assert (view.stale, view.stale_because) == (True, [new])
    assert [(one.event_id, one.stale) for one in session.view(said[0]).derived] == [(old, True), (new, False)]
    assert old not in found(session, "boiler")
    assert new in found(session, "boiler")
    assert old in found(session, "boiler", old=True)
    before = session.at(session.event(new).sequence - 1)
    assert not before.view(old).stale
    assert session.verify().problems == []


def found(session: Any, question: str, **ways: Any) -> list[str]:
    return [hit.view.event.id for hit in session.recall(question, ways=Ways(**ways)).hits]


@pytest.mark.parametrize("change", ["correct", "amend", "redact"])
def test_one_whose_source_changed_goes_stale_and_is_summarised_anew(change: str, session: Any):
    said = say(session, BOILER)
    (old,) = session.summarise().made
    if change == "correct":
        session.correct(said[3], {"content": "The plumber comes on Monday and brings a new boiler valve"})
    elif change == "amend":
        session.amend(said[3], "in the afternoon")
    else:
        session.redact(said[3])
    assert session.view(old).stale
    assert old not in found(session, "plumber boiler")
    (new,) = session.summarise().made
    assert sources(session.event(new), "supersedes") == [old]
    assert ("Friday" in session.event(new).text) == (change == "amend")
    assert session.summarise().made == []


def test_what_was_hidden_and_is_seen_again_is_summarised_anew(session: Any):
    said = say(session, BOILER)
    session.summarise()
    redaction = session.redact(said[3]).id
    session.lift(redaction)
    (new,) = session.summarise().made
    assert not session.view(new).stale
    assert session.summarise().made == []


def test_it_is_erased_with_any_of_its_sources_and_not_made_again_of_what_is_gone(desk: Desk):
    """Law 6."""
    session = desk.open()
    said = say(session, BOILER)
    (made,) = session.summarise().made
    report = session.erase(said[1], because="asked to")
    assert made in report.erased
    assert session.episodes()[0].summary is None
    (new,) = session.summarise().made
    assert sources(session.event(new)) == [said[0], *said[2:]]
    session.close()
    assert [path.name for path in desk.folder.rglob("*") if path.is_file() and b"cellar" in path.read_bytes()] == []


def test_one_that_was_erased_itself_is_not_made_again(session: Any):
    say(session, BOILER)
    (made,) = session.summarise().made
    session.erase(made, because="not wanted")
    report = session.summarise()
    assert (report.made, report.erased) == ([], 1)


def test_it_carries_the_strictest_labels_of_its_sources(session: Any):
    labels = [
        {"sensitivity": "public", "visibility": "shared", "domains": ["project"]},
        {"sensitivity": "confidential", "visibility": "shared"},
        {"sensitivity": "restricted", "visibility": "public", "domains": ["personal"]},
    ]
    for minute, privacy in enumerate(labels):
        say(session, [("Rui", f"The boiler leaks {minute}")], privacy=privacy)
    session.summarise(Cut(open=True))
    (made,) = summaries(session)
    assert made.privacy == Privacy(sensitivity="confidential", visibility="shared", domains=["project", "personal"])


def test_whoever_may_not_read_one_source_may_not_read_the_summary(session: Any):
    """Design: what is derived carries every source's labels, and all must pass."""
    open_, closed = (
        {"sensitivity": "restricted", "visibility": "shared", "domains": ["project"]},
        {"sensitivity": "confidential", "visibility": "shared", "domains": ["project"]},
    )
    session.define_channel("chat", domains=["interaction", "project"], sensitivity="restricted", visibility="shared")
    session.approve_channel("chat")
    say(session, TEA, thread="shop", privacy=open_)
    say(session, BOILER[:3], privacy=open_)
    say(session, [("Anna", "The boiler valve costs 4711")], day=4, privacy=closed)
    session.elevate("chat:@rui", "sub_user", {"domain_access": {"project": "read"}, "privacy_ceiling": "restricted"})
    session.summarise()
    rui = session.enter("chat:@rui", channel="chat")
    (seen,) = summaries(rui)
    assert "Sencha" in seen.text
    assert [len(one.events) for one in rui.episodes()] == [3, 3]
    assert "4711" not in str(rui.episodes())
    assert len(summaries(session)) == 2


def test_who_takes_part_may_read_the_summary_of_it(session: Any):
    session.define_channel("chat", domains=["interaction", "project"], sensitivity="restricted", visibility="shared")
    session.approve_channel("chat")
    to_both = [{"channel": "chat", "identifier": one, "role": "participant"} for one in ("@rui", "@anna", "@eva")]
    privacy = {"sensitivity": "restricted", "visibility": "participants", "domains": ["project"]}
    say(session, BOILER, privacy=privacy, entities=to_both)
    permissions = {"domain_access": {"project": "read"}, "privacy_ceiling": "restricted"}
    for who in ("@eva", "@bob"):
        say(session, [("Bob", "hello")], day=9, thread=who)
        session.elevate(f"chat:{who}", "sub_user", permissions)
    session.summarise()
    assert [len(summaries(session.enter(f"chat:{who}", channel="chat"))) for who in ("@eva", "@bob")] == [1, 0]


def test_nobody_but_who_made_a_summary_supersedes_it(session: Any):
    """A claim of somebody else's does not push what is there aside."""
    said = say(session, BOILER, privacy={"sensitivity": "restricted", "visibility": "shared", "domains": ["project"]})
    (made,) = session.summarise().made
    session.define_channel("chat", domains=["project"], sensitivity="restricted", visibility="shared")
    session.approve_channel("chat")
    permissions = {"domain_access": {"project": "write"}, "privacy_ceiling": "restricted"}
    session.elevate("chat:@rui", "trusted_user", permissions)
    rui = session.enter("chat:@rui", channel="chat")
    links = [{"toEventId": said[0], "relation": "derived_from"}, {"toEventId": made, "relation": "supersedes"}]
    rui.record(
        {
            "kind": "summary.created",
            "source": {"type": "kenning", "name": "episodes"},
            "provenance": {"basis": "derived", "metadata": {"episode": "x", "summariser": EXTRACTIVE}},
            "links": links,
            "files": [{"role": "primary", "content": "Nothing happened"}],
            "privacy": {"sensitivity": "restricted", "visibility": "shared", "domains": ["project"]},
        }
    )
    assert not session.view(made).stale
    assert session.episodes()[0].summary == made
    assert session.summarise().known == 1


def test_what_may_go_on_is_left_alone_unless_asked_for(session: Any, desk: Desk):
    said = say(session, BOILER)
    desk.clock.now_us = 1_777_885_800_000_000  # 2026-05-04T09:10:00Z
    assert [one.open for one in session.episodes()] == [True]
    assert (session.summarise().open, session.summarise().made) == (1, [])
    (made,) = session.summarise(Cut(open=True)).made
    assert sources(session.event(made)) == said


def test_what_is_no_longer_than_a_summary_needs_none(session: Any):
    say(session, BOILER[:2])
    report = session.summarise()
    assert (report.short, report.made) == (1, [])


def test_summaries_are_of_no_episode_and_of_no_summary(session: Any):
    """Derived text is never new evidence."""
    say(session, BOILER)
    say(session, BOILER, day=5)
    session.summarise()
    assert [len(one.events) for one in session.episodes(Cut(silence_s=1e6))] == [8]
    session.summarise(Cut(silence_s=1e6, open=True))
    made = {str(one.id) for one in summaries(session)}
    assert all(made.isdisjoint(sources(one)) for one in summaries(session))


def test_what_is_in_no_session_is_cut_by_its_source(session: Any):
    notes = [session.record(f"The boiler leaks, day {day}").id for day in range(3)]
    (one,) = session.episodes()
    assert (one.channel, one.thread, one.events, one.actors) == ("manual", "", notes, [])


def test_a_long_talk_is_cut_where_it_is_full(session: Any):
    say(session, [("Rui", f"The boiler leaks {number % 60}") for number in range(59)] * 1)
    for hour in range(4):
        say(session, [("Rui", f"The boiler leaks {hour} {number}") for number in range(59)])
    assert [len(one.events) for one in session.episodes()] == [200, 95]
    report = session.summarise()
    assert len(report.made) == 2
    assert report.failed == []


def test_a_dry_run_shows_and_records_nothing(session: Any):
    say(session, BOILER)
    head = session.head()
    report = session.summarise(dry_run=True)
    assert (report.made, len(report.texts)) == ([], 1)
    assert session.head() == head


class Model:
    """A summariser that counts, fails when told to, and does something behind one's back."""

    name = "small-1/summarise-1"

    def __init__(self) -> None:
        self.asked: list[list[tuple[str, str]]] = []
        self.fails_at: int | None = None
        self.meanwhile: Any = lambda: None

    def summarise(self, lines: Sequence[tuple[str, str]]) -> str | None:
        self.asked.append(list(lines))
        if len(self.asked) == self.fails_at:
            raise UnavailableError("the server is gone")
        self.meanwhile()
        return f"{len(lines)} lines by {lines[0][0]}"


def test_a_model_of_the_callers_may_say_it_and_its_name_is_recorded(session: Any):
    say(session, BOILER)
    session.summarise()
    model = Model()
    report = session.summarise(summariser=model)
    (made,) = report.made
    event = session.event(made)
    assert (event.text, (event.provenance.metadata or {})["summariser"]) == ("4 lines by Rui", model.name)
    assert len(sources(event, "supersedes")) == 1
    assert model.asked == [BOILER]
    assert session.summarise(summariser=model).known == 1
    assert len(model.asked) == 1


def test_interrupted_it_goes_on_where_it_was(session: Any):
    for day in (4, 5, 6):
        say(session, BOILER, day=day)
    model = Model()
    model.fails_at = 2
    report = session.summarise(summariser=model)
    assert (len(report.made), report.stopped) == (1, "the server is gone")
    assert len(session.summarise(summariser=model).made) == 2
    assert len(model.asked) == 4


def test_what_changes_while_it_is_read_is_not_said_as_it_was(session: Any):
    """A text redacted while a model reads it stands in no summary."""
    said = say(session, BOILER)
    model = Model()
    model.meanwhile = lambda: session.redact(said[1])
    report = session.summarise(summariser=model)
    assert (report.made, report.failed[0].reason) == ([], engine_episodes.CHANGED)
    model.meanwhile = lambda: None
    (made,) = session.summarise(summariser=model).made
    assert session.event(made).text == "3 lines by Rui"


def test_the_past_is_listed_and_not_summarised(session: Any):
    say(session, BOILER)
    past = session.at(session.head()[0])
    say(session, TEA, day=5)
    assert len(past.episodes()) == 1
    with pytest.raises(InvalidError):
        past.summarise()


@pytest.mark.parametrize("given", [{"silence_s": 0}, {"silence_s": float("nan")}, {"after": "yesterday"}], ids=str)
def test_what_makes_no_episodes_is_refused(given: dict[str, Any], session: Any):
    with pytest.raises(InvalidError, match=next(iter(given))):
        session.episodes(Cut(**given))
