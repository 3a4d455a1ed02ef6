"""A store of each schema version that ever was opens, verifies and answers, for ever."""

import shutil
from pathlib import Path

import apsw
import pytest

import kenning
from kenning.engine.replay import folding
from kenning.model.recall import Cut
from kenning.store.connect import SCHEMA_VERSION
from tests.told import told

STORES = Path(__file__).resolve().parents[1] / "golden" / "stores"
VERSIONS = sorted(int(path.stem[1:]) for path in STORES.glob("v*.kenning"))
HEADS = {
    1: (26, "699bf32283a45cd3d4f33660ba1c6a8cb3bbffc2b43794328c7190abb939625f"),
    2: (46, "55e0f78f7af0ab1ed28eb40e1440cb3dff5c30600e451e2f6f3aee3c11da2a74"),
    3: (35, "0adec8afd07b1e08ffc9d916584ba74fef850fb6d6044d4103c348824a886223"),
    4: (44, "4f8c62458bd1f99e7940f84e02294575e89a4fa67b4f4d4d34914a3baa192fa1"),
}
COUNTS = {1: (26, 2, 1), 2: (46, 3, 0), 3: (35, 4, 0), 4: (44, 10, 0)}


def copied(version, desk):
    """A copy of an old store, opened: what is kept is never opened itself."""
    for suffix in ("", ".key", ".files"):
        kept = STORES / f"v{version}.kenning{suffix}"
        target = Path(f"{desk.path}{suffix}")
        if kept.is_dir():
            shutil.copytree(kept, target)
        elif kept.exists():
            shutil.copyfile(kept, target)
    return desk.open()


@pytest.fixture(params=VERSIONS)
def any_old(request, desk):
    """A store of each version, with that version."""
    return copied(request.param, desk), request.param


@pytest.fixture
def old(desk):
    """The store of version 1: every act on an event, every relation, files, an erasure, a late parent."""
    return copied(1, desk)


@pytest.fixture
def known(desk):
    """The store of version 2, as the last release of that version laid it out: every act on the entity graph."""
    return copied(2, desk)


@pytest.fixture
def trusting(desk):
    """The store of version 3: acts of access, and somebody who was erased."""
    return copied(3, desk)


@pytest.fixture
def learned(desk):
    """The store of version 4: what was drawn from text, a summary, tokens, and what vectors were made of."""
    return copied(4, desk)


def test_there_is_a_store_of_every_schema_version():
    assert list(range(1, SCHEMA_VERSION + 1)) == VERSIONS


@pytest.mark.parametrize("version", VERSIONS)
def test_a_kept_store_says_of_which_version_it_is(version):
    connection = apsw.Connection(
        f"file:{STORES}/v{version}.kenning?immutable=1", flags=apsw.SQLITE_OPEN_READONLY | 0x40
    )
    assert connection.execute("PRAGMA user_version").get == version
    connection.close()


def test_it_verifies_and_is_still_the_log_it_was(any_old):
    session, version = any_old
    report = session.verify()
    assert report.problems == []
    assert report.notes == []
    assert (report.events, report.erased, report.files) == COUNTS[version]
    assert session.head() == HEADS[version]


def test_it_is_of_the_newest_version_once_it_was_opened(any_old, desk):
    desk.close()
    connection = apsw.Connection(str(desk.path), flags=apsw.SQLITE_OPEN_READONLY)
    assert connection.execute("PRAGMA user_version").get == SCHEMA_VERSION
    connection.close()


def test_it_answers_a_recall_with_the_lines_that_answer_and_their_sources(old):
    (hit, *_) = old.recall("Who came to lunch at the bridge?")
    assert hit.view.event.id == "evt_lunch"
    assert hit.view.text == "Lunch with Ada at the bridge\nGrace came too"
    assert (hit.view.event.actor.name, hit.view.event.location.name, hit.view.corrected) == ("Zoë", "Office", True)
    assert [hit.view.event.id for hit in old.recall("river")] == ["evt_run"]
    assert {hit.view.event.id for hit in old.recall("late note", k=3)} == {"evt_late0", "evt_late1", "evt_late2"}
    assert "weaves" in old.recall("engine patterns")[0].view.text


def test_every_act_in_it_still_acts(old):
    lunch = old.view("evt_lunch")
    assert [act.effect for act in lunch.history] == ["amends", "corrects", "attaches"]
    assert [act.reason for act in lunch.history] == ["forgot her", "wrong location", None]
    assert [(one.event_id, one.stale) for one in lunch.derived] == [("evt_summary", False)]
    assert old.view("evt_summary").stale_because == ["evt_remote"]
    assert old.view("evt_hidden").redacted
    assert old.view("evt_shown").text == "Shown again"
    assert old.at(1).view("evt_lunch").event.location.name == "Home"
    assert len(old.links("evt_lunch", direction="down")) == 9


def test_its_files_are_still_there_and_verified(old):
    assert old.file("evt_lunch", "menu.txt") == b"soup of the day"
    assert old.file("evt_remote", "t") == b"speech"
    with pytest.raises(kenning.NotFoundError):
        old.file("evt_remote", "audio")


def test_what_was_erased_in_it_is_still_erased(old):
    with pytest.raises(kenning.ErasedError) as gone:
        old.view("evt_gone")
    assert gone.value.details["because"] == "asked to by letter"
    file = {"role": "primary", "contentType": "text/plain", "content": "Forgotten altogether"}
    event = {"kind": "note.created", "source": {"type": "user", "name": "manual"}, "files": [file]}
    with pytest.raises(kenning.ErasedError):
        old.record(event | {"idempotencyKey": "gone"})


def test_retries_and_late_parents_are_still_known(old, desk):
    first = (
        "From: Grace <grace@example.org>\nTo: Ada <ada@example.org>\nSubject: engines\nMessage-ID: <1@example.org>\n"
        "Date: Thu, 01 Jan 2026 09:00:00 +0000\n\nWhat does it do?\n"
    )
    document = '{"specversion": "1.0", "id": "1", "source": "/sensors/1", "type": "com.example.reading", "data": 21}'
    assert old.import_file(desk.write("reading.json", document)).known == 1
    assert old.import_file(desk.write("first.eml", first)).added == 1
    amendment = list(old.log())[-1]
    assert [link.relation for link in amendment.links] == ["part_of", "reply_to"]


def test_it_takes_new_events_and_can_be_rebuilt(any_old):
    session, version = any_old
    receipt = session.record("a new note")
    assert receipt.sequence == HEADS[version][0] + 1
    before = [(view.event.id, view.text) for view in session.timeline(limit=99)]
    entities = session.entities()
    session.rebuild()
    assert session.verify().problems == []
    assert [(view.event.id, view.text) for view in session.timeline(limit=99)] == before
    assert session.entities() == entities


def test_what_comes_after_is_recognised_in_it(any_old):
    session, _ = any_old
    actor = {"type": "person", "name": "Ilse Brandt", "channel": "tel", "identifier": "+48777"}
    file = {"role": "primary", "contentType": "text/plain", "content": "new here"}
    event = {"kind": "note.created", "source": {"type": "user", "name": "manual"}, "files": [file], "actor": actor}
    receipt = session.record(event)
    met = session.who("tel:+48777")
    assert met.canonical_name == "Ilse Brandt"
    assert [one.event_id for one in session.appears("Ilse Brandt")] == [receipt.id]
    assert session.verify().problems == []


def test_its_other_namespace_is_still_apart(any_old, desk):
    _, version = any_old
    other = desk.open(namespace="other", agent="companion")
    only = {1: "evt_lunch", 2: "evt_warp", 3: "evt_kiln", 4: "evt_sister"}[version]
    assert [event.id for event in told(other.log())] == [only]
    assert other.view(only).text == "Another namespace"
    known = {1: [], 2: ["Oda Marlowe"], 3: ["Runa Calder"], 4: ["Odo Finch"]}[version]
    assert [one.canonical_name for one in other.entities()] == known
    assert other.verify().problems == []


# -- the entity graph --------------------------------------------------------------------------------------------------


def test_whom_it_knew_it_still_knows(known):
    names = {one.canonical_name: [alias.name for alias in one.aliases] for one in known.entities()}
    assert names == {
        "Oda Marlowe": [],
        "Tarek Voss": [],
        "Quillfeather Weavers": [],
        "Old Bess": ["the old loom"],
        "T. Voss": [],
        "Ambry": ["The weaver of Ambry"],
    }
    assert known.who("the old loom").attributes == {"width_cm": 140}
    assert not known.who("Old Bess").tombstoned
    with pytest.raises(kenning.NotFoundError):
        known.who("Bertil Nord")


def test_what_was_merged_in_it_is_one_and_can_be_told_apart(known):
    here, there = known.who("mail:oda@loom.example"), known.who("tel:+48300")
    assert here.id == there.id
    assert {one.event_id for one in known.appears("Oda Marlowe")} == {"evt_warp", "evt_shuttle", "evt_thread"}
    (merged,) = set(here.members) - {here.id}
    known.unmerge(merged)
    assert known.who("tel:+48300").id == merged
    assert known.verify().problems == []


def test_what_was_claimed_in_it_holds_as_it_did(known):
    (works,) = known.claims("Tarek Voss")
    assert (works.statement.predicate, works.state) == ("works_at", "open")
    assert {one.event for one in works.evidence} == {"evt_hired", "evt_shuttle"}
    states = {claim.statement.value: claim.state for claim in known.claims("Tarek Voss", ended=True)}
    assert states == {None: "open", "1990-02-03": "retracted", "1991-02-03": "superseded"}
    (tends,) = known.claims("Oda Marlowe")
    assert (tends.statement.predicate, tends.statement.object) == ("workshop:tends", known.who("Old Bess").id)
    assert known.schema().name == "workshop"


def test_what_waited_in_its_review_waits_still(known):
    waiting = [(one.kind, one.names, one.decision) for one in known.reviews()]
    assert ("merge", ["Tarek Voss", "T. Voss"], "later") in waiting
    assert len(waiting) == 4  # Oda Marlowe was met twice, and merged since
    (item,) = (one.item for one in known.reviews() if one.kind == "merge")
    known.answer_review(item, "accept")
    assert known.who("chat:u17").canonical_name == "Tarek Voss"
    assert known.verify().problems == []


def test_it_reads_as_it_did_at_an_earlier_sequence(known):
    created = next(event for event in known.log() if event.kind == "entity.created" and "Old Bess" in event.text)
    assert known.at(created.sequence).who("Old Bess").attributes == {"width_cm": 120}
    with pytest.raises(kenning.NotFoundError):
        known.at(created.sequence - 1).who("Old Bess")


# -- what an older version owes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [1, 2])
def test_an_opening_that_is_interrupted_leaves_the_rest_owed(version, desk, monkeypatch):
    """One namespace is folded anew when the disk fails in the next; nothing is answered from what is half there."""
    folded: list[str] = []
    fold = folding._folded

    def failing(engine, writer, namespace, progress):
        if folded:
            raise kenning.UnavailableError("the disk is full")
        folded.append(namespace)
        return fold(engine, writer, namespace, progress)

    with monkeypatch.context() as patch:
        patch.setattr(folding, "_folded", failing)
        with pytest.raises(kenning.UnavailableError):
            copied(version, desk)
        assert folded == ["default"]
        folded.clear()
        session = desk.open()  # the rest, and no more than the rest
        assert folded == ["other"]
    assert session.verify().problems == []
    assert desk.open(namespace="other", agent="companion").verify().problems == []
    with monkeypatch.context() as patch:
        patch.setattr(folding, "_folded", failing)
        desk.close()
        desk.open()
        assert folded == ["other"]


# -- trust -------------------------------------------------------------------------------------------------------------


def test_whom_it_trusted_it_still_trusts(trusting):
    heads = {one.canonical_name: one.definition for one in trusting.entities()}
    assert {name: (one.trust_level, one.lifecycle_state) for name, one in heads.items()} == {
        "Runa Calder": ("trusted_user", "active"),
        "Pell Ashby": ("untrusted", "active"),
        "Ashby Pottery": ("untrusted", "discovered"),
        "companion": ("untrusted", "active"),
    }
    assert [one.level for one in trusting.grants("Runa Calder")] == ["trusted_user", "untrusted"]
    assert trusting.grants("Pell Ashby") == []
    assert [(one.id, one.approval_state) for one in trusting.channels()] == [
        ("local", "approved"),
        ("chat", "approved"),
    ]
    assert trusting.declarations().tools == {"calendar": "safe"}
    assert list(trusting.internals()) == ["companion"]


def test_what_somebody_may_see_of_it_is_what_it_was(trusting):
    runa = trusting.enter("chat:runa", channel="chat")
    assert [one.canonical_name for one in runa.entities()] == ["Runa Calder", "Pell Ashby"]
    assert {"evt_kiln", "evt_glaze"} <= {one.id for one in runa.log()}
    assert not {"evt_secret", "evt_short", "evt_bowl"} & {one.id for one in runa.log()}
    with pytest.raises(kenning.NotAllowedError):
        runa.elevate("chat:pell", "trusted_user", "full")


def test_who_was_erased_in_it_is_met_nowhere(trusting):
    for asked in ("Hedda Quince", "chat:hedda"):
        with pytest.raises(kenning.NotFoundError):
            trusting.who(asked)
    with pytest.raises(kenning.ErasedError):
        trusting.view("evt_bowl")


def test_twins_and_what_is_hidden_in_it_read_as_they_did(trusting):
    pell, _runa = trusting.star("Ashby Pottery").relations
    assert (pell.subject, len(pell.also)) == (trusting.who("mail:pell@pottery.example").id, 1)
    assert trusting.who("chat:runa").aliases == []
    assert trusting.view("evt_slip").redacted


# -- what was drawn from text ------------------------------------------------------------------------------------------


def test_what_was_drawn_in_it_stands_and_is_not_drawn_again(learned):
    drawn = {
        (claim.statement.predicate, *(one.event for one in claim.evidence))
        for who in ("Odo Finch", "Mab Sorrel", "Wenna")
        for claim in learned.claims(who)
    }
    assert drawn == {
        ("sibling_of", "evt_sister"),
        ("works_at", "evt_work"),
        ("lives_in", "evt_sister"),
        ("lives_in", "evt_home"),
    }
    (home,) = learned.claims("Mab Sorrel")
    assert [step.text for step in learned.trail(home.id)] == ["I live in Harrow End."]
    with pytest.raises(kenning.NotFoundError):
        learned.who("Osterby")
    assert learned.extract().new == 0


def test_its_tokens_are_those_that_were_not_revoked_and_its_summary_went_with_what_was_erased(learned):
    assert [token.name for token in learned.tokens()] == ["gate"]
    (episode,) = learned.episodes(Cut(silence_s=600))
    assert episode.events == ["evt_sister", "evt_work", "evt_press", "evt_home"]
    assert (episode.summary, episode.outdated) == (None, False)
    assert list(learned.spaces()) == ["wordllama/l2_supercat_256/1"]
