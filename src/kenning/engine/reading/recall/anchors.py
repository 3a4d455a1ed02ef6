"""Whom a question is about, resolved by the names in it."""

from __future__ import annotations

import msgspec

from kenning.engine.engine import Engine
from kenning.engine.recognise.known import KnownNames
from kenning.engine.recognise.lookup import agents_of, candidates
from kenning.model.recall import Scope
from kenning.rules import text
from kenning.store import NOW, Graph, Reader

_TIERS = frozenset({"exact", "alias", "part"})
ROLES = ("subject", "object", "participant", "mentioned")
LATELY = 50
_BEARERS_MAX = 3
"""A name that more bear is a word: it says nothing of whom is meant."""


class Anchors(msgspec.Struct, frozen=True):
    """Those a question is about: by number, each with its id and name; and what those of them who speak are called in it.

    The name of one who speaks stands by every line of theirs, and tells none from another; other names are words like any.
    """

    entities: dict[int, tuple[str, str]]
    surfaces: tuple[str, ...]


def anchors(engine: Engine, reader: Reader, scope: Scope, agent: str, question: str, at: int | None) -> Anchors:
    """Find those a question is about: every name in it that the graph knows, whole or as a part that few bear."""
    graph, moment = reader.graph(scope.namespace), NOW if at is None else at
    found: dict[int, tuple[str, str]] = {}
    surfaces: list[str] = []
    for surface in _surfaces(_names(engine, reader, scope), graph, question):
        known = [one for one in candidates(graph, agents_of(agent), surface) if one.tier in _TIERS]
        best = [one for one in known if one.tier != "part"] or known
        if not best or len(best) > _BEARERS_MAX:
            continue
        for one in best:
            number = graph.number(one.entity)
            if number is not None and graph.entity(number, moment) is not None and _seen(reader, scope, number, moment):
                root = graph.root(number, moment)
                found[root] = (graph.id(root), one.names[0])
                if one.acts or _speaks(graph, number, moment):
                    surfaces.append(surface)
    return Anchors(found, tuple(dict.fromkeys(surfaces)))


def _seen(reader: Reader, scope: Scope, number: int, at: int) -> bool:
    """Tell whether a caller may know of somebody: who is known only from what the caller may not see is not there."""
    graph = reader.graph(scope.namespace)
    members = graph.members(graph.root(number, at), at)
    if any(reader.standing(scope, member, ROLES, 1, at) for member in members):
        return True
    return not any(graph.mention_count(member, 1) for member in members)  # made by hand, and met nowhere yet


def _speaks(graph: Graph, number: int, at: int) -> bool:
    """Tell whether somebody acted lately, whatever they are met by."""
    return any(path == "actor" for _, _, path in graph.mentions(number, LATELY, at))


def _names(engine: Engine, reader: Reader, scope: Scope) -> KnownNames:
    """Give the names that are known: to a caller of less than everything, those of the graph he reads."""
    if scope.who is None:
        return engine.known_names(scope.namespace)
    known: KnownNames = reader.kept.setdefault("names", KnownNames())
    return known


def _surfaces(names: KnownNames, graph: Graph, question: str) -> list[str]:
    """List what may be a name: whole names the graph knows, and words written with a capital."""
    whole = [one.surface for one in names.find(graph, question)]
    covered = {word for one in whole for word in text.words(one)}
    written = question.replace("’", "'").split()
    capital = [word.strip(".,;:!?\"'()") for word in written if word[:1].isupper()]
    single = [word.removesuffix("'s") for word in capital]
    return [*whole, *(word for word in single if word and not set(text.words(word)) <= covered and not _is_plain(word))]


def _is_plain(word: str) -> bool:
    return word.lower() in text.FUNCTION_WORDS
