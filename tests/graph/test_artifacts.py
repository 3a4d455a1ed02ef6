"""Artifacts rest on events and come in versions that verify for ever, also when what they said is erased."""

from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import kenning
from kenning.engine.access.callers import Asker
from kenning.engine.session import Session
from kenning.model.access.permissions import DomainAccess, Permissions
from kenning.model.identity.artifact import PUT, WORDED, hashed_form, sealed_version
from tests.graph import reading
from tests.graph.reading import does, message

CASES = msgspec.json.decode((Path(__file__).parents[1] / "cases/artifacts/versions.json").read_bytes())["cases"]
NAME = "The spare key"


@pytest.fixture
def told(session):
    """Three things that were said, by their ids."""
    return [session.record(text).id for text in ("it hangs in the shed", "Ines has it", "Bo took it")]


def put(session, text, *evidence, **more):
    return session.put_artifact(NAME, text, evidence=evidence, **more)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])
def test_what_is_put_reads_as_the_case_says(session, told, case):
    """EM02, EM72, EM73: see the file of cases."""
    for step in case["puts"]:
        more = {key: step[key] for key in ("contradicts", "parents", "kind") if key in step}
        more.setdefault("kind", case.get("kind"))
        evidence = [told[number - 1] for number in step.get("evidence", [])]
        if "refused" in step:
            with pytest.raises(kenning.KenningError, match=step["refused"]):
                put(session, step["text"], *evidence, **more)
            continue
        put(session, step["text"], *evidence, **more)
    if case["reads"]:
        found = session.artifact_versions(NAME)
        assert [[one.version.label, one.version.cause, one.status] for one in found] == case["reads"]
        assert session.artifact(NAME).words.text == case["newest"]
    else:
        with pytest.raises(kenning.NotFoundError):
            session.artifact(NAME)
    reading.sound(session)


def test_a_version_is_named_by_the_hash_of_what_it_says_and_of_its_parents(session, told):
    first, second = put(session, "in the shed", told[0]), put(session, "with Ines", told[1])
    for one in (first, second):
        assert sha256(hashed_form(one.version)).hexdigest() == one.version.id
    assert second.version.parents == [first.version.id]
    other = msgspec.structs.replace(second.version, parents=[])
    assert sealed_version(other).id != second.version.id


def test_words_stand_in_the_hashed_form_as_commitments_that_no_guess_confirms(session, told):
    """Twice the same words: nothing of the two versions shows that they are the same, and none of the words is in them."""
    one = put(session, "in the shed", told[0])
    two = session.put_artifact("Another", "in the shed", evidence=[told[0]])
    assert not set(one.version.commitments.values()) & set(two.version.commitments.values())
    assert b"shed" not in hashed_form(one.version)
    assert "shed" not in reading.acts(session, PUT)[0].text


def test_old_versions_read_as_they_did_at_their_moment(session, told):
    put(session, "in the shed", told[0])
    then = session.head()[0]
    second = put(session, "with Ines", told[1])
    assert session.at(then).artifact(NAME).words.text == "in the shed"
    assert session.at(then).artifact(NAME).status == "current"
    assert session.artifact(NAME, version="v1").words.text == "in the shed"
    assert session.artifact(NAME, version="v1").status == "superseded"
    assert session.artifact(second.version.id[:12]).version == second.version
    assert session.artifact(second.version.artifact).version == second.version


def test_a_version_rests_on_what_its_parents_rest_on(session, told):
    put(session, "in the shed", told[0])
    assert put(session, "with Ines", told[1]).evidence == sorted(told[:2])


def test_what_was_corrected_since_makes_it_stale(session, told):
    put(session, "in the shed", told[0])
    session.correct(told[0], {"content": "it hangs in the barn"})
    assert session.artifact(NAME).stale_because == [told[0]]


# -- forgetting --------------------------------------------------------------------------------------------------------


def test_erasing_evidence_takes_the_words_and_leaves_versions_that_verify(shelf):
    """Design law 6, S05: wholly or partly drawn from it, through parents too; no file holds a word of it."""
    session = shelf.open()
    gone = session.record("the zanzibar code").id
    kept = session.record("the door is blue").id
    first = put(session, "zanzibar opens it", gone, because="the zanzibar note")
    second = put(session, "zanzibar opens the blue door", kept)
    other = session.put_artifact("The door", "is blue", evidence=[kept])
    report = session.erase(gone, because="asked to")
    found = session.artifact_versions(first.version.artifact)
    assert [one.version for one in found] == [first.version, second.version]
    assert [(one.erased, one.words) for one in found] == [(True, None), (True, None)]
    assert all(sealed_version(one.version).id == one.version.id for one in found)
    assert session.artifact("The door").words == other.words
    assert {first.event, second.event}.isdisjoint(report.erased)
    assert {first.words_event, second.words_event} <= set(report.erased)
    reading.sound(session)
    session.close()
    assert shelf.holding("zanzibar") == []


def test_an_erasure_of_an_artifact_itself_takes_all_that_was_made_of_its_words(session, told):
    first = put(session, "in the shed", told[0])
    put(session, "with Ines", told[1])
    session.erase(first.event, because="it was nonsense")
    (left,) = session.artifact_versions(first.version.artifact)
    assert (left.version.label, left.erased) == ("v2", True)
    reading.sound(session)


def test_a_redaction_of_evidence_hides_the_words_at_every_moment_and_lifting_shows_them(session, told):
    put(session, "in the shed", told[0])
    then = session.head()[0]
    redaction = session.redact(told[0])
    for moment in (session, session.at(then)):
        found = moment.artifact(NAME)
        assert (found.words, found.hidden, found.erased) == (None, True, False)
    assert "shed" not in "".join(event.text for event in session.log() if event.kind == WORDED)
    session.lift(redaction.id)
    assert session.artifact(NAME).words.text == "in the shed"
    reading.sound(session)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 3), st.lists(st.integers(0, 4), min_size=1, max_size=3)), min_size=1, max_size=6),
    st.integers(0, 4),
)
def test_whatever_is_erased_no_words_stay_that_rest_on_it_and_all_others_do(steps, erased):
    session = kenning.open(":memory:", config=kenning.Config(audit_s=0))
    events = [session.record(f"thing {number}").id for number in range(5)]
    for name, evidence in steps:
        session.put_artifact(f"artifact {name}", f"says {evidence}", evidence=[events[one] for one in evidence])
    before = {
        one.version.id: one for name in {n for n, _ in steps} for one in session.artifact_versions(f"artifact {name}")
    }
    session.erase(events[erased], because="asked to")
    after = {
        one.version.id: one
        for artifact in {old.version.artifact for old in before.values()}
        for one in session.artifact_versions(artifact)
    }
    assert after.keys() == before.keys()
    for key, old in before.items():
        assert after[key].version == old.version
        assert after[key].erased == (events[erased] in old.evidence)
        assert after[key].words == (None if after[key].erased else old.words)
    reading.sound(session)
    session.close()


# -- who may know it ---------------------------------------------------------------------------------------------------


def test_an_artifact_is_read_under_the_labels_of_all_its_sources(shelf):
    """EM72, design section 3: what is derived carries every source's labels, and all must pass."""
    session = shelf.open()
    session.record(message("Bo", "bo1"))
    bo = session.who("chat:bo1").id
    session.define_channel("chat")
    session.approve_channel("chat")
    may = Permissions(domain_access=DomainAccess(project="read", interaction="write"), privacy_ceiling="restricted")
    session.elevate(bo, "sub_user", may)
    labels: dict[str, Any] = {"sensitivity": "public", "visibility": "shared", "domains": ["project"]}
    open_, shut = (
        session.record(message(text="said", privacy={**labels, "sensitivity": level})).id
        for level in ("public", "confidential")
    )
    seen = session.put_artifact("The plan", "is ready", evidence=[open_])
    session.put_artifact("The price", "is high", evidence=[open_, shut])
    session.put_artifact("The plan", "is ready, and dear", evidence=[shut])
    guest = Session(session._engine, "default", "shared", asker=Asker(entity=bo, channel="chat", session_id="bo1"))
    assert [one.words and one.words.text for one in guest.artifacts()] == ["is ready"]
    assert guest.artifact("The plan").version == seen.version
    assert (guest.artifact("The plan").status, guest.artifact("The plan").children) == ("current", [])
    with pytest.raises(kenning.NotFoundError) as hidden:
        guest.artifact("The price")
    with pytest.raises(kenning.NotFoundError) as absent:
        guest.artifact("The prize")
    assert str(hidden.value).replace("price", "prize") == str(absent.value)
    with pytest.raises(kenning.NotFoundError):
        guest.put_artifact("Mine", "x", evidence=[shut])
    with pytest.raises(kenning.NotAllowedError):
        guest.inbox()
    with pytest.raises(kenning.NotAllowedError):
        guest.audit()


# -- macros ------------------------------------------------------------------------------------------------------------

RUN, DEPLOY = "tool:run_tests:invoke", "tool:deploy:invoke"


@pytest.fixture
def bot(session):
    """Somebody trusted with two tools, and something it did."""
    session.record(does("Bot", "bot1", "ran the tests"))
    entity = session.who("ci:bot1").id
    for tool in ("run_tests", "deploy"):
        session.declare_tool(tool, "safe")
    elevate(session, entity)
    return entity


def elevate(session, entity):
    session.elevate(entity, "sub_user", Permissions(tool_permissions={"run_tests": "allowed"}))
    session.grant(entity, Permissions(tool_permissions={"deploy": "allowed"}))


def narrow(session, entity):
    """Take back the right to deploy; that to run tests stays."""
    (one,) = (one.id for one in session.grants(entity) if "deploy" in one.permissions.tool_permissions)
    session.withdraw(one)


def learned(session, *steps):
    first = next(event for event in session.log() if event.kind == "tool.ran")
    return session.learn_macro("release", steps, entity="ci:bot1", events=[str(first.id)])


def test_a_macro_is_bound_to_the_permissions_it_was_learned_under(session, bot):
    made = learned(session, RUN, DEPLOY)
    assert (made.version.entity, made.version.kind) == (bot, "macro")
    assert session.use_macro("release").words.steps == made.words.steps
    reading.sound(session)


def test_a_change_of_permissions_demotes_the_macro_in_the_same_transaction_until_it_is_valid_anew(session, bot):
    """EM74: demoted until re-validated under the new permission profile."""
    made = learned(session, RUN)
    before = session.head()[0]
    narrow(session, bot)
    (act,) = reading.acts(session, "macro.demoted")
    cause = next(event for event in session.log(after=before) if event.kind == "permission.withdrawn")
    assert act.recorded_at == cause.recorded_at
    assert [link.to_event_id for link in act.links] == [cause.id]
    assert session.artifact("release").status == "demoted"
    assert session.at(before).artifact("release").status == "current"
    with pytest.raises(kenning.NotAllowedError, match="demoted"):
        session.use_macro("release")
    found = session.validate_macro("release")
    assert found.valid
    again = session.use_macro("release")
    assert (again.version.id, again.version.cause, again.version.parents) == (
        found.made,
        "validation",
        [made.version.id],
    )
    assert again.words.steps == made.words.steps
    reading.sound(session)


def test_a_macro_whose_step_is_not_allowed_any_more_stays_refused(session, bot):
    learned(session, RUN, DEPLOY)
    narrow(session, bot)
    before = session.head()
    found = session.validate_macro("release")
    assert [(one.step.resource_id, one.allowed) for one in found.steps] == [("run_tests", True), ("deploy", False)]
    assert (found.valid, found.made, session.head()) == (False, None, before)
    with pytest.raises(kenning.NotAllowedError):
        session.use_macro("release")


def test_permissions_that_come_back_do_not_bring_the_macro_back_by_themselves(session, bot):
    learned(session, RUN)
    session.demote(bot)
    elevate(session, bot)
    with pytest.raises(kenning.NotAllowedError, match="demoted"):
        session.use_macro("release")
    assert session.validate_macro("release").valid
    session.use_macro("release")


def test_a_profile_that_differs_refuses_even_where_nobody_demoted(session, bot, monkeypatch):
    """By construction: what is compared at the time of use is the profile, not the note of its change."""
    learned(session, RUN)
    monkeypatch.setattr("kenning.engine.append.demote_macros", lambda *_: [])
    narrow(session, bot)
    assert reading.acts(session, "macro.demoted") == []
    assert session.artifact("release").status == "current"
    with pytest.raises(kenning.NotAllowedError, match="other permissions"):
        session.use_macro("release")


def test_somebody_elses_permissions_demote_nothing(session, bot):
    learned(session, RUN)
    session.record(does("Ida", "ida1", "x"))
    elevate(session, session.who("ci:ida1").id)
    assert session.artifact("release").status == "current"
    session.use_macro("release")


def test_what_is_not_allowed_now_cannot_be_learned(session, bot):
    with pytest.raises(kenning.NotAllowedError, match="tool:drop_tables:invoke"):
        learned(session, RUN, "tool:drop_tables:invoke")
    with pytest.raises(kenning.InvalidError, match="is no step"):
        learned(session, "deploy")
    assert session.artifacts("macro") == []


def test_a_macro_is_learned_from_what_its_entity_did(session, bot):
    foreign = session.record(does("Ida", "ida1", "ran the tests")).id
    with pytest.raises(kenning.InvalidError, match="nothing that"):
        session.learn_macro("release", [RUN], entity="ci:bot1", events=[foreign])
    with pytest.raises(kenning.InvalidError, match="learned, not put"):
        session.put_artifact("release", "x", evidence=[foreign], kind="macro")


def test_a_macro_goes_with_what_it_was_learned_from(session, bot):
    made = learned(session, RUN)
    session.erase(made.evidence[0], because="asked to")
    with pytest.raises(kenning.KenningError):
        session.use_macro(made.version.artifact)
    reading.sound(session)
