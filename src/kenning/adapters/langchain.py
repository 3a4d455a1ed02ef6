"""A retriever of LangChain that recalls: each line a document, with its source."""

from __future__ import annotations

from typing import Any

from kenning.adapters.seat import Seat, absent, seat
from kenning.engine.session import Session
from kenning.model.recall import ClaimHit, Filters, Hit, Ways

try:
    from langchain_core.callbacks import CallbackManagerForRetrieverRun
    from langchain_core.documents import Document
    from langchain_core.retrievers import BaseRetriever
    from pydantic import Field, PrivateAttr
except ImportError as error:
    raise absent("langchain-core", "langchain") from error


class KenningRetriever(BaseRetriever):
    """A `BaseRetriever` over a file, a server or a session: ``KenningRetriever(memory=session, k=4).invoke("…")``.

    It finds what its session may read. Of a file that is what frameworks recorded and what is shared, not what is the admin's:
    give it a session of whoever asks (`Session.enter`), or say ``as_admin``. ``filters``, ``ways`` and ``valid_at`` are those of
    `Session.recall`; with ``claims`` what is claimed of those the question names comes too, first where it bears on it.
    """

    memory: Any = Field(exclude=True, repr=False)
    k: int = 4
    filters: Filters | None = None
    ways: Ways | None = None
    valid_at: str | None = None
    claims: bool = False
    token: str | None = Field(default=None, exclude=True, repr=False)
    as_admin: bool = False
    _seat: Seat = PrivateAttr()

    def model_post_init(self, context: Any, /) -> None:  # noqa: ANN401 - pydantic's
        """Take a seat at the memory."""
        super().model_post_init(context)
        self._seat = seat(self.memory, token=self.token, as_admin=self.as_admin)

    @property
    def session(self) -> Session:
        """The session it asks through."""
        return self._seat.session

    def close(self) -> None:
        """Close what was opened; a session that was given stays open."""
        self._seat.close()

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun, k: int | None = None
    ) -> list[Document]:
        del run_manager  # LangChain tells it what was found
        most = self.k if k is None else k
        found = self.session.recall(
            query, k=most, budget_tokens=0, filters=self.filters, ways=self.ways, valid_at=self.valid_at
        )
        if not self.claims:
            return [_line(hit) for hit in found]
        every = [hit for hit in found.everything() if isinstance(hit, Hit | ClaimHit)]
        return [_line(hit) if isinstance(hit, Hit) else _claim(hit) for hit in every[:most]]


def _line(hit: Hit) -> Document:
    event = hit.view.event
    metadata: dict[str, Any] = {
        "id": hit.id,
        "kind": event.kind,
        "time": hit.time,
        "source": event.source.name or event.source.type,
        "actor": _name(hit),
        "score": hit.score,
        "lanes": {part.lane: part.share for part in hit.lanes},
        "copies": list(hit.copies),
    }
    return Document(id=hit.id, page_content=hit.text, metadata=metadata)


def _claim(hit: ClaimHit) -> Document:
    metadata: dict[str, Any] = {
        "id": hit.id,
        "kind": hit.kind,
        "time": hit.time,
        "source": hit.source,
        "actor": None,
        "score": hit.score,
        "confidence": hit.confidence,
        "evidence": list(hit.provenance),
    }
    return Document(id=hit.id, page_content=hit.text, metadata=metadata)


def _name(hit: Hit) -> str | None:
    actor = hit.actor
    return None if actor is None else actor.name or actor.identifier or actor.id or actor.type
