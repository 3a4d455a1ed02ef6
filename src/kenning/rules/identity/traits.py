"""What a person shows: names read, handles, exact addresses; the marks it adds to the counts, and its blocking keys."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from kenning.rules.identity import address, agree
from kenning.rules.identity.agree import Called
from kenning.rules.identity.handles import derived
from kenning.rules.identity.person import MarkKind, Person
from kenning.rules.names.nicknames import formals

SHARED_NAMES_MIN = 5
"""An address that goes with so many different names is a placeholder or a role: it links nobody."""


class Traits(NamedTuple):
    """A person as `compare` sees it. ``handles``: whether an identifier says each, and not only a one-word name."""

    full: tuple[Called, ...]
    single: tuple[Called, ...]
    handles: dict[str, bool]
    exact: dict[str, str]
    locals: tuple[Called, ...]
    domains: tuple[str, ...]
    biometric: frozenset[str]


@lru_cache(maxsize=1 << 15)
def traits(person: Person) -> Traits:
    """Read names and identifiers of a person. Cached; the result is not to be changed."""
    called = [agree.read(name) for name in person.names]
    full = tuple(dict.fromkeys(name for name in called if name.full))
    single = tuple(dict.fromkeys(name for name in called if name.words and not name.full))
    # A name that is an address tells the handle and is as exact as an identifier.
    told = [("email", name.strip()) for name in person.names if "@" in name and " " not in name.strip()]
    read = [address.read(*pair) for pair in [*person.identifiers, *told]]
    handles = {found.handle: True for found in read if found.handle}
    for name in single:
        handle = "".join(name.words)
        if len(handle) >= address.HANDLE_CHARACTERS_MIN:
            handles.setdefault(handle, False)
    return Traits(
        full,
        single,
        handles,
        {key: found.handle for found in read for key in found.exact},
        tuple(dict.fromkeys(name for found in read if found.handle and (name := agree.read(found.local)).full)),
        tuple(sorted({found.domain for found in read if found.domain})),
        frozenset(found.biometric for found in read if found.biometric),
    )


def marks(person: Person) -> list[tuple[MarkKind, str, str]]:
    """What a person adds to the counts: (kind, key, name). `Counts.names(kind, key)` is how many different names go with a mark.

    *address*: its exact keys, with all its names, full ones in short form; *domain* and *context*: with all its names, or its
    id; *handle*: its own and those its full names give, with the short form of each; *word*: of its names; *name* under "":
    its full names.
    """
    seen = traits(person)
    names = sorted({" ".join(sorted(name.words)) for name in (*seen.full, *seen.single)})
    brief = {*map(short, seen.full), *("".join(name.words) for name in seen.single)}
    found: list[tuple[MarkKind, str, str]] = [("address", key, name) for key in seen.exact for name in brief]
    # Whoever gave no name is one more that is met here, and no further name of an address.
    found += [("domain", domain, name) for domain in seen.domains for name in names or [person.id]]
    found += [("context", f"{kind}:{value}", name) for kind, value in person.context for name in names or [person.id]]
    for called in seen.full:
        name = " ".join(sorted(called.words))
        found += [("name", "", name), *(("word", agree.vowels(word), name) for word in called.words)]
        found += [("handle", handle, short(called)) for handle in {**derived(called.words), **seen.handles}]
    found += [("word", agree.vowels(word), "".join(called.words)) for called in seen.single for word in called.words]
    return sorted(set(found))


def short(called: Called) -> str:
    """A short form of a full name that most of its spellings share: how first and last word begin, in either order."""
    return " ".join(sorted(word[:3] for word in {called.words[0], called.words[-1]}))


class Counted(NamedTuple):
    """Counts of a closed set of persons: how many names go with each mark."""

    sizes: Mapping[tuple[MarkKind, str], int]

    def names(self, kind: MarkKind, key: str) -> int:
        """How many different names go with a mark; 0 for one that was not met."""
        return self.sizes.get((kind, key), 0)


def counted(persons: Iterable[Person]) -> Counted:
    """The counts of these persons, as `Counts` asks for them."""
    names: defaultdict[tuple[MarkKind, str], set[str]] = defaultdict(set)
    for person in persons:
        for kind, key, name in marks(person):
            names[kind, key].add(name)
    return Counted({mark: len(found) for mark, found in names.items()})


def keys(person: Person) -> list[str]:
    """Blocking keys: only persons that share one are compared.

    Exact addresses and biometric identifiers; handles, with and without their number, own and given by full names; a word
    of a full name with the first letter of another; rare contexts. Sorted, each once.
    """
    seen = traits(person)
    found = {f"address {key}" for key in seen.exact} | {f"biometric {key}" for key in seen.biometric}
    found |= {f"context {kind}:{value}" for kind, value in person.context} | {f"domain {key}" for key in seen.domains}
    for handle in seen.handles:
        found |= {f"handle {handle}", f"handle {address.stem(handle) or handle}"}
    for called in seen.full:
        found |= {f"handle {handle}" for handle in derived(called.words)}
    for called in (*seen.full, *seen.locals):
        plain = [agree.vowels(word) for word in called.words]
        for place, word in enumerate(plain):
            others = {other for other in plain[:place] + plain[place + 1 :] if len(word) > 1}
            letters = {form[0] for other in others for form in (other, *formals(other))}
            found |= {f"name {word} {letter}" for letter in letters}
        found.add(f"name {''.join(plain)}")
    return sorted(found)
