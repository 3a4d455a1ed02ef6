"""The retriever of LangChain: lines as documents, of what its session may read."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

pytest.importorskip("langchain_core")

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.documents import Document
from langchain_core.runnables import RunnableLambda

import kenning
from kenning.adapters.langchain import KenningRetriever


def shared(text: str, **more: Any) -> dict[str, Any]:
    return {
        "kind": "message.received",
        "source": {"type": "app", "name": "chat"},
        "files": [{"role": "primary", "content": text}],
        "privacy": {"sensitivity": "restricted", "visibility": "shared"},
        **more,
    }


def test_a_line_is_a_document_with_its_source(keeper):
    told = keeper.record(
        shared(
            "The boiler is in the cellar",
            actor={"type": "person", "name": "Priya"},
            time={"occurredAt": "2026-06-01T09:00:00+02:00"},
        )
    )
    keeper.record(shared("The gate is green"))
    found = KenningRetriever(memory=keeper).invoke("Where is the boiler?")
    assert [(one.id, one.page_content) for one in found] == [(told.id, "The boiler is in the cellar")]
    metadata = dict(found[0].metadata)
    assert metadata.pop("score") > 0
    assert "lexical" in metadata.pop("lanes")
    assert metadata == {
        "id": told.id,
        "kind": "message.received",
        "time": "2026-06-01T09:00:00+02:00",
        "source": "chat",
        "actor": "Priya",
        "copies": [],
    }


def test_it_finds_what_whoever_asks_may_read(keeper):
    keeper.record("The admin hid a present in the boiler room")
    keeper.record(shared("The boiler is in the cellar"))
    seen = [one.page_content for one in KenningRetriever(memory=keeper).invoke("boiler")]
    whole = {one.page_content for one in KenningRetriever(memory=keeper, as_admin=True).invoke("boiler")}
    assert seen == ["The boiler is in the cellar"]
    assert whole == {"The boiler is in the cellar", "The admin hid a present in the boiler room"}
    keeper.create_entity("Rui", identifiers=[("chat", "@rui")])
    untrusted = keeper.enter("chat:@rui", channel="chat")
    assert KenningRetriever(memory=untrusted).invoke("boiler") == []


def test_it_asks_for_as_many_as_are_wanted_under_filters(keeper):
    for number in range(6):
        keeper.record(shared(f"boiler {number}", kind="note.created" if number % 2 else "message.received"))
    notes = kenning.Filters(kinds=frozenset({"note.created"}))
    retriever = KenningRetriever(memory=keeper, k=2, filters=notes)
    assert len(retriever.invoke("boiler")) == 2
    found = retriever.invoke("boiler", k=5)
    assert sorted(one.page_content for one in found) == ["boiler 1", "boiler 3", "boiler 5"]


def test_claims_come_as_documents_where_they_are_asked_for(keeper):
    keeper.create_entity("Ana Reis")
    keeper.create_entity("Arc Labs", "company")
    keeper.relate("Ana Reis", "works_at", "Arc Labs")
    asked = KenningRetriever(memory=keeper, as_admin=True, claims=True)
    found = asked.invoke("Where does Ana Reis work?")
    claim = next(one for one in found if one.metadata["kind"] == "statement")
    assert claim.page_content == "Ana Reis works at Arc Labs"
    assert claim.metadata["evidence"]
    assert 0 < claim.metadata["confidence"] <= 1


def test_it_is_a_runnable_as_any(keeper):
    keeper.record(shared("The boiler is in the cellar"))
    told = []

    class Told(BaseCallbackHandler):
        def on_retriever_end(self, documents, **_):
            told.extend(documents)

    def texts(found: list[Document]) -> list[str]:
        return [one.page_content for one in found]

    retriever = KenningRetriever(memory=keeper)
    chain = retriever | RunnableLambda(texts)
    assert chain.invoke("boiler", {"callbacks": [Told()]}) == ["The boiler is in the cellar"]
    assert [type(one) for one in told] == [Document]
    assert asyncio.run(chain.ainvoke("boiler")) == ["The boiler is in the cellar"]
    assert retriever.batch(["boiler", "nothing of this"]) == [told, []]
    assert "memory" not in retriever.model_dump()


def test_from_afar_it_finds_the_same(served):
    served.keeper.record(shared("The boiler is in the cellar"))
    from kenning.adapters.seat import ADAPTER, CHANNEL

    token = served.keeper.issue_token(ADAPTER, channel=CHANNEL).secret
    retriever = KenningRetriever(memory=served.url, token=token)
    assert [one.page_content for one in retriever.invoke("boiler")] == ["The boiler is in the cellar"]
    assert token not in repr(retriever)
    retriever.close()
