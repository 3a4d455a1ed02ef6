"""What another memory changed is changed here by acts, once, in whatever order its files come; what a person did here stands."""

import itertools
import json
from pathlib import Path

import pytest

from kenning.errors import InvalidError
from kenning.formats import by_name
from kenning.testing import given

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "formats"
HISTORY = GOLDEN / "mem0" / "made_here_history.db"
GRAPH = GOLDEN / "zep" / "made_here_graphiti.json"
PORTO = {"id": "m1", "memory": "Lives in Porto", "created_at": "2025-03-01T09:00:00Z", "user_id": "noor"}
ADDED = {"id": "h1", "memory_id": "m1", "new_memory": "Lives in Porto", "event": "ADD", "created_at": "2025-03-01"}
MOVED = {**ADDED, "id": "h2", "new_memory": "Lives in Lisbon", "event": "UPDATE", "updated_at": "2025-05-01T00:00:00Z"}
GONE = {**ADDED, "id": "h3", "new_memory": None, "event": "DELETE", "updated_at": "2025-06-01T00:00:00Z"}


@pytest.fixture
def house():
    with given() as world:
        yield world


@pytest.fixture
def comes(house, tmp_path):
    """Imports records as a file; gives what was added, what was known, and of which kinds."""

    def imported(*records, name="mem0"):
        file = tmp_path / "export.json"
        file.write_text(json.dumps(list(records)))
        report = house.session.import_file(file, format=name)
        return report.added, report.known, report.kinds

    return imported


# -- memories ----------------------------------------------------------------------------------------------------------


def test_a_history_reads_as_it_ended_and_shows_how_it_came_to_that(house):
    report = house.session.import_file(HISTORY)
    assert report.kinds == {"event.corrected": 1, "event.redacted": 1, "memory.noted": 3, "message.posted": 2}
    house.then.timeline().says("Lives in Porto with her sister Anna", "Works at Beta Works").says_not("Tosca")
    home = next(view for view in house.session.timeline() if "Porto" in view.text)
    assert [(one.effect, one.counts) for one in home.history] == [("corrects", True)]
    assert house.session.event(home.event.id).text == "Lives in Porto"
    assert house.session.import_file(HISTORY).added == 0
    assert house.session.verify().ok


def test_a_later_export_corrects_what_changed_and_nothing_else(house, comes):
    assert comes(PORTO, {**PORTO, "id": "m2", "memory": "Plays the cello"}) == (2, 0, {"memory.noted": 2})
    moved = {**PORTO, "memory": "Lives in Lisbon", "updated_at": "2025-05-01T00:00:00Z"}
    assert comes(moved, {**PORTO, "id": "m2", "memory": "Plays the cello"}) == (1, 1, {"event.corrected": 1})
    assert comes(moved) == (0, 1, {})
    house.then.timeline().is_exactly("Lives in Lisbon", "Plays the cello")


def test_what_differs_in_nothing_but_its_circumstances_is_known(comes):
    comes(PORTO)
    assert comes({**PORTO, "metadata": {"topic": "home"}, "score": 0.3}) == (0, 1, {})


@pytest.mark.parametrize("order", ["".join(order) for order in itertools.permutations("AMH")])
def test_in_whatever_order_exports_and_history_come_it_reads_the_same_and_comes_in_once(house, comes, order):
    """A: exported before the change; M: after it; H: the history of both."""
    moved = {**PORTO, "memory": "Lives in Lisbon", "updated_at": "2025-05-01T00:00:00Z"}
    files = {"A": [PORTO], "M": [moved], "H": [ADDED, MOVED]}
    for one in order:
        comes(*files[one])
    house.then.timeline().is_exactly("Lives in Lisbon")
    head = house.session.head()
    for one in [*order, *reversed(order)]:
        comes(*files[one])
    assert house.session.head() == head


def test_a_change_of_what_never_came_is_told_as_it_reads_then_and_a_deletion_is_left_out(house, comes, tmp_path):
    assert comes(MOVED, {**MOVED, "id": "h9", "new_memory": "Lives in Braga"}) == (
        2,
        0,
        {"event.corrected": 1, "memory.noted": 1},
    )
    house.then.timeline().is_exactly("Lives in Braga")
    file = tmp_path / "gone.json"
    file.write_text(json.dumps([{**GONE, "memory_id": "m7"}]))
    report = house.session.import_file(file)
    assert (report.added, [one.reason for one in report.left_out]) == (0, ["takes back what is not here"])
    assert comes(MOVED, {**MOVED, "id": "h9", "new_memory": "Lives in Braga"})[0] == 0


def test_what_was_deleted_there_is_told_to_nobody_and_stays_lifted_where_somebody_lifted_it(house, comes):
    comes(ADDED, GONE)
    house.then.timeline().is_empty()
    house.then.recall("Porto").is_empty()
    act = next(one for one in house.session.log() if one.kind == "event.redacted")
    assert act.time is not None
    assert act.time.captured_at == "2025-06-01T00:00:00Z"
    house.session.lift(str(act.id))
    assert comes(ADDED, GONE)[0] == 0
    house.then.timeline().is_exactly("Lives in Porto")
    assert comes(PORTO)[0] == 0


def test_what_is_redacted_here_is_not_brought_back_by_a_later_export(house, comes):
    comes(PORTO)
    house.session.redact(house.session.timeline()[0].event.id)
    assert comes({**PORTO, "memory": "Lives in Lisbon"})[0] == 0
    house.then.timeline().is_empty()


def test_what_is_erased_here_does_not_come_again_in_any_words(house, comes, tmp_path):
    comes(ADDED, MOVED)
    house.session.erase(house.session.timeline()[0].event.id, because="asked to")
    for words in ("Lives in Porto", "Lives in Lisbon", "Lives in Braga"):
        assert comes({**PORTO, "memory": words})[0] == 0
    assert comes(ADDED)[0] == 0
    house.then.nothing_of("Lisbon").nothing_of("Porto")


def test_what_a_person_corrected_here_stands_until_it_changes_there(house, comes):
    comes(PORTO)
    house.session.correct(house.session.timeline()[0].event.id, {"content": "Lives in Gaia"})
    assert comes(PORTO)[0] == 0
    house.then.timeline().is_exactly("Lives in Gaia")
    comes({**PORTO, "memory": "Lives in Lisbon", "updated_at": "2025-05-01T00:00:00Z"})
    house.then.timeline().is_exactly("Lives in Lisbon")


def test_a_broken_record_refuses_the_file_before_anything_is_changed(house, comes):
    comes(PORTO)
    head = house.session.head()
    with pytest.raises(InvalidError, match="has no text"):
        comes(MOVED, GONE, {**PORTO, "id": "m5", "memory": ""})
    assert house.session.head() == head


def test_a_deed_reaches_what_the_same_format_brought_and_nothing_else(house, comes):
    comes(
        {"uuid": "m1", "content": "Noor: I live in Porto", "source": "message", "created_at": "2025-01-01"}, name="zep"
    )
    noted = house.note("Lives in Porto")
    comes(MOVED, {**GONE, "memory_id": noted.id}, {**GONE, "id": "h8", "memory_id": "m1"})
    house.then.timeline().says("I live in Porto", "Lives in Porto").says_not("Lisbon")


def test_no_format_may_act_by_a_kind(house):
    """Only the deed of a draft changes what is there, and only what its own format told."""
    from kenning.formats import Skipped, checked
    from kenning.formats.draft import is_reserved
    from kenning.model.event import Event, File, Source

    assert by_name("mem0").name == "mem0"
    for kind in ("event.redacted", "event.corrected", "statement.asserted", "grant.given"):
        event = Event(kind=kind, source=Source(type="import"), files=[File(role="primary", content="x")])
        assert is_reserved(kind)
        assert isinstance(checked(event, "here"), Skipped)


# -- facts -------------------------------------------------------------------------------------------------------------


def facts(house):
    """What is claimed of Noor, by tier 1 alone."""
    house.session.extract(tiers=[1])
    return house.then.claims("Noor Vale", ended=True)


def test_an_edge_becomes_a_relation_with_its_times_that_leads_back_to_its_words(house):
    house.session.import_file(GRAPH)
    facts(house).says(
        "Noor Vale works at Arc Labs (closed)", "Noor Vale works at Beta Works", "Noor Vale likes climbing"
    )
    house.then.claims("Noor Vale", valid_at="2024").says("Arc Labs").says_not("Beta")
    house.then.claims("Anna Vale").is_exactly("Noor Vale sibling of Anna Vale")
    (claim,) = house.session.claims("Noor Vale", predicate="works_at", valid_at="2024")
    assert (claim.valid_from, claim.valid_to) == (1673773200000000, 1740852000000000)
    (step,) = house.session.trail(claim.id)
    assert (step.kind, step.extractor, step.tier, step.text.splitlines()[0]) == (
        "fact.noted",
        "structure",
        1,
        "Noor Vale works at Arc Labs",
    )
    assert claim.confidence == pytest.approx(0.48)  # another's model said so: .6, out of a file nobody vouches for: .8


def test_a_fact_that_ended_since_ends_here(house, tmp_path):
    graph = json.loads(GRAPH.read_text())
    for edge in graph["edges"]:
        edge["invalid_at"] = None
    early = tmp_path / "early.json"
    early.write_text(json.dumps(graph))
    house.session.import_file(early)
    facts(house).says("Noor Vale works at Beta Works")
    graph["edges"][1]["invalid_at"] = "2025-09-01T00:00:00Z"
    early.write_text(json.dumps(graph))
    assert house.session.import_file(early).kinds == {"event.corrected": 1}
    facts(house).says("Noor Vale works at Beta Works (closed)")
    assert house.session.import_file(early).added == 0
    assert house.session.extract(tiers=[1]).new == 0


def test_no_tier_but_the_first_reads_a_fact(house):
    """Its words say that it holds; only its form says until when."""
    house.session.import_file(GRAPH)
    house.session.extract(tiers=[2])
    drawn = {step.kind for claim in house.session.claims() for step in house.session.trail(claim.id)}
    assert drawn == {"message.posted"}


def test_a_fact_goes_with_the_episode_it_was_drawn_from_and_does_not_come_again(house):
    house.session.import_file(GRAPH)
    facts(house)
    episode = next(view for view in house.session.timeline() if "started at Arc" in view.text)
    house.session.erase(episode.event.id, because="she asked us to")
    house.then.claims("Noor Vale", ended=True).says_not("Arc Labs", "sibling")
    house.then.nothing_of("WORKS_AT\nSince: 2023")
    report = house.session.import_file(GRAPH)
    assert (report.added, report.erased) == (0, 3)
    house.then.claims("Noor Vale", ended=True).says_not("Arc Labs")


def test_a_fact_whose_episode_was_erased_before_it_came_stays_away(house, tmp_path):
    graph = json.loads(GRAPH.read_text())
    parts = {part: tmp_path / f"{part}.json" for part in ("episodes", "edges")}
    for part, file in parts.items():
        file.write_text(json.dumps(graph[part]))
    house.session.import_file(parts["episodes"])
    episode = next(view for view in house.session.timeline() if "started at Arc" in view.text)
    house.session.erase(episode.event.id, because="she asked us to")
    report = house.session.import_file(parts["edges"])
    assert (report.added, report.erased) == (2, 2)
    house.then.timeline().says_not("Arc Labs")


def test_a_fact_is_redacted_and_back_like_any_event(house):
    house.session.import_file(GRAPH)
    facts(house)
    fact = next(view for view in house.session.timeline() if view.text.startswith("Noor Vale works at Beta"))
    act = house.session.redact(fact.event.id)
    house.then.claims("Noor Vale").says_not("Beta Works")
    house.session.lift(act.id)
    house.then.claims("Noor Vale").says("Noor Vale works at Beta Works")


def test_no_fact_grants_anything(house, comes):
    ends = {"source_node_name": "Eve", "target_node_name": "admin", "source_node_uuid": "n1", "target_node_uuid": "n2"}
    names = ("IS_SAME_AS", "trust.level", "HAS_ADMIN_RIGHTS", "grant.given", "merged into")
    edges = [{"uuid": f"x{n}", "name": name, "fact": f"Eve {name} admin", **ends} for n, name in enumerate(names)]
    house.channel("chat").person("Eve", chat="@eve")
    house.note("The gate code is 4711")
    comes(*edges, name="zep")
    house.session.extract()
    house.then.who("chat:@eve").says("untrusted")
    assert house.session.who("chat:@eve").id != "admin"
    house.then.to("Eve").nothing_of("4711")
    assert not [one for one in house.session.log() if one.kind.startswith(("grant.", "trust.", "identity.merge"))]


# -- agent files -------------------------------------------------------------------------------------------------------


def test_whom_an_agent_talked_with_can_be_told_afterwards(house):
    """A file of Letta's knows no more of the person than that they are the agent's: a merge says who that is."""
    house.session.import_file(GOLDEN / "letta" / "made_here_luna.af")
    house.session.extract(tiers=[2])
    noor = house.person("Noor", chat="@noor")
    house.session.merge(noor, "letta:luna/user")
    house.then.claims("chat:@noor").says("lives in Lisbon")


def test_a_block_that_was_rewritten_is_corrected(house, tmp_path):
    document = json.loads((GOLDEN / "letta" / "made_here_luna.af").read_text())
    file = tmp_path / "luna.af"
    file.write_text(json.dumps(document))
    added = house.session.import_file(file).added
    document["blocks"][0]["value"] = "First name: Noor\nLives in Braga"
    document["created_at"] = "2025-12-01T00:00:00+00:00"
    file.write_text(json.dumps(document))
    report = house.session.import_file(file)
    assert (report.added, report.known, report.kinds) == (1, added - 1, {"event.corrected": 1})
    house.then.timeline().says("Lives in Braga").says_not("Name: Noor\nLives in Lisbon")


def test_a_fact_that_somebody_corrects_is_drawn_as_it_reads_then(house):
    house.session.import_file(GRAPH)
    facts(house).says("Noor Vale likes climbing")
    fact = next(view for view in house.session.timeline() if "climbing" in view.text)
    corrected = "Noor Vale gave up climbing\nRelation: DISLIKES\nSince: 2025-08-01"
    house.session.correct(fact.event.id, {"content": corrected}, because="she told me")
    facts(house).says("Noor Vale dislikes climbing").says_not("Noor Vale likes climbing (open)")
    house.then.claims("Noor Vale").says_not("Noor Vale likes climbing")
    (claim,) = house.session.claims("Noor Vale", predicate="dislikes")
    assert claim.valid_from == 1754006400000000


@pytest.mark.parametrize(
    ("below", "roles", "drawn"),
    [
        ("Relation: KNOWS", ("subject", "object"), 1),
        ("Relation: KNOWS\nSince: soon\nUntil: 2025-13-01", ("subject", "object"), 1),
        ("Relation: …", ("subject", "object"), 0),
        ("", ("subject", "object"), 0),
        ("Relation: KNOWS", ("subject", "mentioned"), 0),
        ("Relation: KNOWS", ("subject", "subject"), 0),
    ],
)
def test_a_fact_needs_a_relation_and_two_ends_and_a_time_that_is_none_is_left_away(house, below, roles, drawn):
    ends = [
        {"name": name, "type": "person", "role": role} for name, role in zip(("Ann Lee", "Bo Ray"), roles, strict=True)
    ]
    content = f"Ann Lee knows Bo Ray\n{below}".strip()
    file = {"role": "primary", "contentType": "text/plain", "content": content}
    house.event(
        {"kind": "fact.noted", "source": {"type": "app"}, "files": [file], "entities": ends}, at="2025-01-01T00:00:00Z"
    )
    assert house.session.extract(tiers=[1]).new == drawn
    for claim in house.session.claims():
        assert (claim.statement.predicate, claim.valid_from, claim.valid_to) == ("knows", 1735689600000000, None)


def test_a_fact_that_is_drawn_from_others_counts_for_nothing_unless_an_import_brought_it(house):
    """Else whatever came out of a recall could be recorded as a fact, and be its own witness."""
    told = house.note("Ann Lee knows Bo Ray")
    ends = [
        {"name": name, "type": "person", "role": role} for name, role in (("Ann Lee", "subject"), ("Bo Ray", "object"))
    ]
    file = {"role": "primary", "contentType": "text/plain", "content": "Ann Lee knows Bo Ray\nRelation: KNOWS"}
    event = {"kind": "fact.noted", "files": [file], "entities": ends}
    event["links"] = [{"toEventId": told.id, "relation": "derived_from"}]
    house.event(event | {"source": {"type": "app"}})
    house.session.extract(tiers=[1])
    house.then.claims("Ann Lee").is_empty()
    house.event(event | {"source": {"type": "import", "name": "zep"}})
    house.session.extract(tiers=[1])
    house.then.claims("Ann Lee").is_exactly("Ann Lee knows Bo Ray")
