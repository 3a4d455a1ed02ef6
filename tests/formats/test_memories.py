"""Mem0, Zep and Graphiti, Letta: what another memory kept becomes events, each once, with who and when as told."""

import json
import shutil
from pathlib import Path

import msgspec
import pytest

from kenning.errors import InvalidError, UnsupportedError
from kenning.formats import Draft, LeftOut, Options, Skipped, facts, mem0, recognise, zep
from kenning.formats.folder import is_export
from kenning.model.event import Context, Part
from kenning.store import foreign
from tests.formats.conftest import GOLDEN, moment, text

PORTO = {"id": "m1", "memory": "Lives in Porto", "created_at": "2025-03-01T09:00:00Z", "user_id": "noor"}


def kinds(records):
    """What became of each record, in order."""
    return [
        record.event.kind if isinstance(record, Draft) else f"{type(record).__name__}: {record.reason}"
        for record in records
    ]


def who(draft):
    """Who says it: sort, name, identifier."""
    actor = draft.event.actor
    return None if actor is None else (actor.type, actor.name, actor.identifier)


def about(draft):
    """Whom it concerns: role, name, identifier, sort."""
    return [(one.role, one.name, one.identifier, one.type) for one in draft.event.entities]


# -- moments and facts -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "read"),
    [
        ("2024-07-26T10:29:36.630547-07:00", "2024-07-26T10:29:36.630547-07:00"),
        ("2025-02-11T08:15:30.512Z", "2025-02-11T08:15:30.512Z"),
        ("2025-02-11 08:15:30+0000", "2025-02-11T08:15:30+00:00"),
        ("2025-02-11 08:15:30 UTC+0000", "2025-02-11T08:15:30+00:00"),
        ("2025-02-11T08:15:30.1234567891Z", "2025-02-11T08:15:30.123456789Z"),
        ("2025-02-11", "2025-02-11"),
        ("next week", "next week"),
        (None, None),
        ("", None),
        (7, "7"),
    ],
)
def test_a_moment_reads_as_it_was_told_and_what_is_none_stays_to_be_refused(told, read):
    assert facts.stamp(told) == read


def test_a_moment_without_an_offset_is_meant_in_the_zone_of_the_importer():
    def zone(**told):
        time = facts.when(Options(time_zone="Europe/Lisbon"), **told)
        return None if time is None else time.time_zone

    assert zone(captured="2025-02-11 08:15:30") == "Europe/Lisbon"
    assert zone(occurred="2025-02-11") == "Europe/Lisbon"
    assert zone(occurred="2025-02-11T08:15:30Z", captured="2025-02-11T08:15:30Z") is None
    assert facts.when(Options()) is None


def test_no_word_of_a_fact_passes_for_one_of_its_lines():
    fact = facts.Fact(
        words="Ann likes Bob\nRelation: hates\nUntil: 2020",
        relation="LIKES",
        subject=facts.called("x", "1", "Ann"),
        object=facts.called("x", "2", "Bob"),
        since="2025-01-01",
    )
    assert fact.text() == "Ann likes Bob Relation: hates Until: 2020\nRelation: LIKES\nSince: 2025-01-01"
    assert [one.role for one in fact.entities()] == ["subject", "object"]


# -- Mem0 --------------------------------------------------------------------------------------------------------------


def test_a_memory_tells_whose_it_is_who_said_it_and_by_which_agent(golden):
    home, moved, gate, works, sister = golden("mem0/made_here_get_all.json")
    assert text(home) == "Lives in Porto with her sister Anna"
    assert (about(home), who(home)) == ([("subject", None, "noor", "person")], None)
    assert home.event.time.captured_at == "2025-03-01T09:00:00.123456-08:00"
    assert who(moved) == ("person", "Noor Vale", "noor")
    assert who(gate) == ("assistant", None, "luna")
    assert (moved.event.context.app.id, moved.event.context.session.id) == ("luna", "run-7")
    assert [json.loads(file.content) for file in home.event.files if file.role == "raw"] == [
        {"metadata": {"topic": "home"}}
    ]
    assert text(works) == "noor vale works at arc labs\nRelation: works_at"
    assert about(sister) == [("subject", "noor vale", None, None), ("object", "anna vale", None, None)]


def test_a_change_of_a_memory_revises_it_and_a_deletion_hides_it(golden):
    records = golden("mem0/made_here_history.db")
    told = [(one.deed, one.key[-1:], (one.changes or "")[-1:]) for one in records if isinstance(one, Draft)]
    assert told == [
        *[("revises", "1", ""), ("revises", "4", ""), ("revises", "", "1"), ("hides", "", "4"), ("revises", "", "5")],
        *[("tells", "1", ""), ("tells", "2", "")],
    ]
    assert kinds(records)[-1] == "LeftOut: is an instruction to the agent"
    assert records[2].event.time.captured_at == "2025-03-09T10:00:00.000000+00:00"
    assert who(records[5]) == ("person", "Noor Vale", "noor")
    assert who(records[6]) == ("assistant", None, "luna")


@pytest.mark.parametrize("at", ["results", "memories", None])
@pytest.mark.parametrize("lines", [False, True])
def test_memories_are_known_wherever_they_stand(tmp_path, written, at, lines):
    document = {at: [PORTO]} if at else [PORTO]
    content = json.dumps(document) if not lines or at else json.dumps(PORTO) + "\n" + json.dumps({**PORTO, "id": "m2"})
    file = tmp_path / "export"
    file.write_text(content)
    assert recognise(file).name == "mem0"
    assert [text(one) for one in written("mem0", content)] == ["Lives in Porto"] * (2 if lines and not at else 1)


def test_a_history_as_json_reads_as_that_of_the_database(written):
    row = {"id": "h2", "memory_id": "m1", "old_memory": "a", "new_memory": "b", "event": "UPDATE", "is_deleted": False}
    gone = {**row, "id": "h3", "new_memory": None, "event": "DELETE", "is_deleted": True}
    same = {**row, "id": "h4", "new_memory": None, "event": "NONE"}
    found = written("mem0", json.dumps([row, gone, same, {**row, "id": None}, {**row, "memory_id": None}, 7]))
    assert kinds(found) == [
        *("memory.noted", "memory.deleted", "LeftOut: changes no words", "Skipped: has no id"),
        *("Skipped: names no memory", "Skipped: is no JSON object"),
    ]
    assert [(one.deed, one.changes) for one in found[:2]] == [("revises", "m1"), ("hides", "m1")]


@pytest.mark.parametrize(("name", "content"), [("mem0", '{"results": []}'), ("zep", '{"edges": []}')])
def test_a_file_that_holds_nothing_says_so(written, name, content):
    remarks = []
    assert written(name, content, notice=lambda _, said: remarks.append(said)) == []
    assert len(remarks) == 1
    assert remarks[0].startswith("holds no")


def test_a_database_of_somebody_else_is_none_of_mem0s(tmp_path):
    shutil.copy(GOLDEN / "browser_history" / "made_here_chromium.sqlite", tmp_path / "history.db")
    assert recognise(tmp_path / "history.db").name == "browser_history"
    with pytest.raises(InvalidError, match=r"history\.db.*has no history of Mem0's"):
        list(mem0.read(tmp_path / "history.db", Options(tables=foreign.opened)))
    with pytest.raises(InvalidError, match="nothing was given that opens one"):
        list(mem0.read(tmp_path / "history.db", Options()))


# -- Zep and Graphiti --------------------------------------------------------------------------------------------------


def test_an_edge_is_a_fact_between_its_nodes_with_its_times_drawn_from_an_episode(golden):
    arc, beta, sister, climbing = golden("zep/made_here_graphiti.json")[:4]
    assert text(arc).splitlines() == [
        *("Noor Vale works at Arc Labs", "Relation: WORKS_AT", "Since: 2023-01-15T09:00:00Z"),
        "Until: 2025-03-01T18:00:00Z",
    ]
    assert about(arc) == [
        ("subject", "Noor Vale", "0b7c1d9e-0000-4000-8000-000000000011", "Person"),
        ("object", "Arc Labs", "0b7c1d9e-0000-4000-8000-000000000012", "Organization"),
    ]
    assert moment(arc)[0] == "2023-01-15T09:00:00Z"
    assert (arc.deed, arc.relation, arc.reply_to[-2:], arc.changes) == ("revises", "derived_from", "01", "")
    assert "Until" not in text(beta)
    assert sister.event.time.occurred_at is None
    assert about(climbing)[1][3] is None


def test_episodes_are_what_was_said_by_whom_or_what_was_filed(golden):
    records = [one for one in golden("zep/made_here_graphiti.json") if isinstance(one, Draft)]
    said, talk, filed = records[5:8]
    assert (who(said), text(said)) == (
        ("person", "Noor Vale", None),
        "I started at Arc Labs today, and my sister Anna came along.",
    )
    assert (who(talk), text(talk).count("\n")) == (None, 1)  # two speak in it
    assert (filed.event.kind, filed.event.files[0].content_type) == ("document.added", "application/json")
    assert said.event.context == Context(
        app=Part(name="chat", type="source"), environment=Part(id="noor", type="graph")
    )


def test_what_only_ties_together_or_sums_up_is_left_out(golden):
    told = [one for one in kinds(golden("zep/made_here_graphiti.json")) if one.startswith("LeftOut")]
    assert sorted({one.partition(": ")[2] for one in told}) == [
        "is a community: a summary of other nodes",
        "says no more than a name, which its facts say too",
        "ties two together and says nothing in words",
    ]


def test_a_thread_tells_who_says_what(golden):
    records = golden("zep/made_here_thread.json")
    assert [who(one) for one in records[:3]] == [
        *[("person", "Ines Duarte", "ines"), ("assistant", "Luna", None), ("assistant", None, None)]
    ]
    assert kinds(records)[2:] == [
        *("tool.returned", "LeftOut: is an instruction to the agent", "Skipped: has no content")
    ]


def test_an_edge_that_names_its_ends_needs_no_nodes(golden):
    edge, _ = golden("zep/made_here_cloud_edges.json")
    assert [(one[1], one[3]) for one in about(edge)] == [("Ines Duarte", "Person"), ("Braga", "City")]


@pytest.mark.parametrize(
    ("content", "role", "actor", "words"),
    [
        ("user: hello", "", None, "hello"),
        ("assistant: hello", "", ("assistant", None, None), "hello"),
        ("Noor Vale(user): hello", "", ("person", "Noor Vale", None), "hello"),
        ("hello", "", None, "hello"),
        ("see https://example.org", "", None, "see https://example.org"),
        ("hello", "Noor", ("person", "Noor", None), "hello"),
        ("Noor: see: this", "", ("person", "Noor", None), "see: this"),
    ],
)
def test_the_name_before_the_colon_speaks_where_there_is_one_speaker(written, content, role, actor, words):
    episode = {"uuid": "e1", "content": content, "source": "message", "created_at": "2025-01-01T00:00:00Z"}
    episode |= {"role": role, "role_type": "user"} if role else {}
    (found,) = written("zep", json.dumps({"episodes": [episode]}))
    assert (who(found), text(found)) == (actor, words)


def test_a_folder_of_files_names_each_others_nodes(tmp_path, golden):
    whole = json.loads((GOLDEN / "zep" / "made_here_graphiti.json").read_text())
    for part in ("edges", "nodes", "episodes"):
        (tmp_path / f"{part}.json").write_text(json.dumps(whole[part]))
    assert recognise(tmp_path).name == "zep"
    assert is_export(tmp_path)
    found = list(zep.read(tmp_path, Options()))
    told = {one.key: one.event for one in golden("zep/made_here_graphiti.json") if isinstance(one, Draft)}
    assert {one.key: one.event for one in found if isinstance(one, Draft)} == told


def test_a_folder_in_which_something_else_lies_is_no_one_export(tmp_path):
    """Else what lies beside would be overlooked."""
    shutil.copy(GOLDEN / "zep" / "made_here_graphiti.json", tmp_path / "graph.json")
    (tmp_path / ".hidden").touch()
    assert recognise(tmp_path).name == "zep"
    (tmp_path / "chat.txt").write_text("nothing")
    with pytest.raises(UnsupportedError):
        recognise(tmp_path)
    assert not is_export(tmp_path)


# -- Letta -------------------------------------------------------------------------------------------------------------


def test_an_agent_file_tells_blocks_and_what_was_said(golden):
    records = [one for one in golden("letta/made_here_luna.af") if isinstance(one, Draft)]
    human, persona, hello, nice, gate, search, nothing, fridays, again, hours = records
    assert (text(human), about(human)) == (
        "First name: Noor\nLives in Lisbon",
        [("subject", None, "luna/user", "person")],
    )
    assert about(persona) == [("subject", "luna", "luna", "assistant")]
    assert (who(hello), text(hello)) == (("person", None, "luna/user"), "Hello! I am Noor, and I live in Lisbon.")
    assert (who(nice), text(nice)) == (("assistant", "luna", "luna"), "Nice to meet you, Noor.")
    assert who(gate) == ("person", "Noor Vale", "luna/user")
    assert (search.event.kind, text(search)) == ("tool.called", 'conversation_search {"query": "gate"}')
    assert (nothing.event.kind, text(nothing)) == ("tool.returned", "No results.")
    assert text(fridays) == text(again)  # said twice, and told twice
    assert (hours.event.kind, hours.event.files[0].name, moment(hours)[0]) == (
        "document.added",
        "hours.md",
        "2025-09-01T00:00:00+00:00",
    )


def test_secrets_prompts_and_tools_of_an_agent_stay_where_they_are(golden):
    remarks = []
    records = golden("letta/made_here_luna.af", notice=lambda _, said: remarks.append(said))
    wire = b"".join(msgspec.json.encode(one.event) for one in records if isinstance(one, Draft))
    for kept in (b"never-imported", b"You are Luna", b"tool-0", b"told me where she lives", b"letters"):
        assert kept not in wire
    assert remarks == ["1 tools, 1 sources make the agent what it is, and are nothing it remembers"]


def test_a_legacy_file_holds_all_inside_its_agent(golden):
    records = golden("letta/made_here_legacy.af")
    assert kinds(records) == [
        *("memory.noted", "memory.noted", "LeftOut: is an instruction to the agent", "message.posted", "tool.called")
    ]
    assert text(records[3]) == "My bicycle is green."
    assert records[0].event.time.captured_at == "2025-03-26T09:00:00+00:00"


def test_a_message_is_the_same_in_every_file_whatever_number_it_has_there(tmp_path, written):
    document = json.loads((GOLDEN / "letta" / "made_here_luna.af").read_text())
    before = {one.event.idempotency_key for one in written("letta", json.dumps(document)) if isinstance(one, Draft)}
    agent = document["agents"][0]
    del agent["messages"][0]
    for number, message in enumerate(agent["messages"]):
        message["id"] = f"message-{number + 50}"
    agent["id"], document["created_at"] = "agent-7", "2025-12-01T00:00:00+00:00"
    after = {one.event.idempotency_key for one in written("letta", json.dumps(document)) if isinstance(one, Draft)}
    assert after == before


def test_what_the_program_says_to_itself_is_left_out_and_what_a_user_pastes_is_not(written):
    def said(text):
        return {"role": "user", "content": text, "created_at": "2025-01-01T00:00:00Z"}

    wrapped = {"type": "heartbeat", "reason": "Function called", "time": "now"}
    alert = {"type": "system_alert", "message": "memory pressure", "time": "now"}
    pasted = '{"type": "shopping list", "items": ["tea"]}'
    messages = [said(json.dumps(wrapped)), said(json.dumps(alert)), said(pasted), said("{not json"), 7]
    messages += [{"role": "oracle", "content": "x"}, {"role": "assistant", "content": None}]
    agent = {"name": "luna", "agent_type": "x", "llm_config": {}, "messages": messages}
    assert kinds(written("letta", json.dumps({"agents": [agent]}))) == [
        *("LeftOut: is a heartbeat of the program", "LeftOut: is of the program: system_alert"),
        *("message.posted", "message.posted", "Skipped: is no JSON object"),
        *("LeftOut: has the role 'oracle', which is none of Letta's", "LeftOut: is a thought, which nobody said"),
    ]


def test_passages_and_messages_of_a_server_keep_their_ids(golden):
    lift, gone = golden("letta/made_here_passages.json")
    assert (text(lift), lift.key[-1], lift.event.context.session.id) == ("The lift is broken", "1", "archive-1")
    assert gone == LeftOut(where="made_here_passages.json: [1]", reason="is deleted")
    assert kinds(golden("letta/made_here_messages.json"))[1] == "LeftOut: is a thought, which nobody said"


# -- looks -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        '[{"id": 1, "memory": "8 GB", "cpu": 4}]',
        '{"results": [{"id": 1, "title": "x", "created_at": "2025-01-01"}]}',
        '{"nodes": [{"id": "a", "name": "x"}], "edges": [{"source": "a", "target": "b"}]}',
        '[{"uuid": "1", "name": "x"}]',
        '[{"uuid": "1", "content": "x"}]',
        '{"agents": [{"name": "x", "model": "y"}]}',
        '[{"id": 1, "text": "x"}]',
        '{"messages": [{"role": "user", "content": "hi"}]}',
    ],
)
def test_what_only_resembles_a_memory_is_not_taken_for_one(tmp_path: Path, content):
    file = tmp_path / "file"
    file.write_text(content)
    with pytest.raises(UnsupportedError):
        recognise(file)


@pytest.mark.parametrize("name", ["mem0", "zep", "letta"])
@pytest.mark.parametrize("content", ["[]", "{}", "null", "7", "[[]]", '{"results": [7, null]}', '"x"'])
def test_a_document_of_the_wrong_shape_is_refused_or_told_record_by_record(written, name, content):
    found = written(name, content)
    assert all(isinstance(one, Skipped) and one.reason for one in found)
