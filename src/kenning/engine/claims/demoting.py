"""Demoting macros in the transaction of whatever changed what their entities are permitted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from kenning.engine.access.loading import party_of
from kenning.model.event import Envelope, Relation
from kenning.model.identity.artifact import DEMOTED, MacroDemoted
from kenning.rules.knowledge import artifacts as rules
from kenning.store import GraphWriter


class Acting(Protocol):
    """What appends acts under the write lock."""

    @property
    def graph(self) -> GraphWriter:
        """The graph as it stands."""

    def act(self, kind: str, content: MacroDemoted, links: Sequence[tuple[Envelope, Relation]]) -> Envelope:
        """Append an act."""


def demote_macros(appender: Acting, cause: Envelope) -> list[str]:
    """Demote the macros of all who are permitted otherwise than when they were learned; gives their versions.

    ``cause`` is the act that may have changed anybody's permissions. Who rests on others loses with them, so everybody from whom
    macros were learned is looked at: none, as a rule.
    """
    graph = appender.graph
    found: list[str] = []
    for entity in graph.macro_entities():
        profile = rules.profile_of(party_of(graph, entity))
        versions = rules.to_demote(graph.macros_of(entity), profile)
        if versions:
            said = MacroDemoted(entity=entity, profile=profile, versions=versions)
            appender.act(DEMOTED, said, [(cause, "related_to")])
            found += versions
    return found
