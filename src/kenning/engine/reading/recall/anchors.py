"""Whom a question is about, resolved by the names in it."""

from __future__ import annotations

import msgspec

from kenning.engine.engine import Engine
from kenning.engine.reading.recall import refer
from kenning.engine.recognise.known import KnownNames
from kenning.engine.recognise.lookup import agents_of, candidates
from kenning.model.recall import Reference, Scope
from kenning.rules import text
from kenning.store import NOW, Graph, Reader

_TIERS = frozenset({"exact", "alias", "part"})
ROLES = ("subject", "object", "participant", "mentioned")
LATELY = 50
_BEARERS_MAX = 3
"""A name that more bear is a word: it says nothing of whom is meant."""


class Asking(msgspec.Struct, frozen=True, kw_only=True):
    """Who asks what, through which reading, as of which moment: all by which it is found whom a question means.

    ``me`` is the id of whom *my* means, where that is anybody; ``valid_at`` the moment at which relations are to hold.
    """

    engine: Engine
    reader: Reader
    scope: Scope
    agent: str
    at: int = NOW
    me: str | None = None
    valid_at: int | None = None

    @property
    def graph(self) -> Graph:
        """The graph as whoever asks sees it."""
        return self.reader.graph(self.scope.namespace)


class Anchors(msgspec.Struct, frozen=True):
    """Those a question is about: by number, each with its id and name; and what those of them who speak are called in it.

    The name of one who speaks stands by every line of theirs, and tells none from another; other names are words like any.
    ``question`` is the question as it is looked for: behind a relation stand the names of those it means. ``named`` are the names
    in it with those they mean, ``references`` what was read out of relations, ``missing`` the relations that lead to nobody, each
    with its noun.
    """

    entities: dict[int, tuple[str, str]]
    surfaces: tuple[str, ...] = ()
    question: str = ""
    named: dict[str, tuple[int, ...]] = {}
    references: tuple[Reference, ...] = ()
    missing: dict[str, str] = {}


def anchors(asking: Asking, question: str) -> Anchors:
    """Find those a question is about: by every name that the graph knows, whole or as a part that few bear, and by relations."""
    graph, moment = asking.graph, asking.at
    named = {surface: _meant(asking, surface) for surface in _surfaces(asking, question)}
    named = {surface: found for surface, found in named.items() if found}
    roots = {surface: tuple(found) for surface, found in named.items()}
    claims = refer.Claims(
        graph, moment, asking.valid_at, lambda number: _seen(asking.reader, asking.scope, number, moment)
    )
    walk = refer.walked(question, roots, asking.me, claims)
    found: dict[int, tuple[str, str]] = {}
    surfaces: list[str] = []
    for surface, each in named.items():
        if surface not in walk.whole:
            found |= {root: (graph.id(root), name) for root, (name, _) in each.items()}
        if any(speaks for _, speaks in each.values()):
            surfaces.append(surface)
    for number, (entity, name) in walk.entities.items():
        found[number] = (entity, name)
        if any(_speaks(graph, member, moment) for member in graph.members(number, moment)):
            surfaces.append(name)
    return Anchors(found, tuple(dict.fromkeys(surfaces)), walk.question, roots, tuple(walk.references), walk.missing)


def _meant(asking: Asking, surface: str) -> dict[int, tuple[str, bool]]:
    """Find whom a name means: canonical numbers, each with its own name and whether it speaks."""
    graph, moment = asking.graph, asking.at
    known = [one for one in candidates(graph, agents_of(asking.agent), surface) if one.tier in _TIERS]
    best = [one for one in known if one.tier != "part"] or known
    if len(best) > _BEARERS_MAX:
        return {}
    found: dict[int, tuple[str, bool]] = {}
    for one in best:
        number = graph.number(one.entity)
        if number is None or graph.entity(number, moment) is None:
            continue
        if _seen(asking.reader, asking.scope, number, moment):
            found[graph.root(number, moment)] = one.names[0], one.acts or _speaks(graph, number, moment)
    return found


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


def _names(asking: Asking) -> KnownNames:
    """Give the names that are known: to a caller of less than everything, those of the graph he reads."""
    if asking.scope.who is None:
        return asking.engine.known_names(asking.scope.namespace)
    known: KnownNames = asking.reader.kept.setdefault("names", KnownNames())
    return known


def _surfaces(asking: Asking, question: str) -> list[str]:
    """List what may be a name: whole names the graph knows, and words written with a capital."""
    whole = [one.surface for one in _names(asking).find(asking.graph, question)]
    covered = {word for one in whole for word in text.words(one)}
    written = question.replace("’", "'").split()
    capital = [word.strip(".,;:!?\"'()") for word in written if word[:1].isupper()]
    single = [word.removesuffix("'s") for word in capital]
    return [*whole, *(word for word in single if word and not set(text.words(word)) <= covered and not _is_plain(word))]


def _is_plain(word: str) -> bool:
    return word.lower() in text.FUNCTION_WORDS
