"""Any sequence of verbs leaves the entity graph as a plain model says: now, at every earlier moment, verified and folded anew."""

import random
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule, run_state_machine_as_test

import kenning
from kenning.model.identity.definition import Definition, hashed_form
from tests.graph import reading
from tests.laws.driven import Driven

# Names that no measure takes for each other, so that only what the model knows decides who is who.
ACTORS = ["Orion Vask", "Lemuel Thrane", "Pauline Ogg", "Isidor Quell"]
THINGS = ["Maple", "Cobalt", "Tundra", "Saffron", "Pixel", "Gravel"]
ALIASES = ["Wickerwork", "Jubilee", "Farthing", "Oxbow", "Kestrel"]
WORDS = ["red", "blue", "green"]


@dataclass
class Own:
    """An entity by its own acts."""

    name: str
    born: str | None  # the event that made it, where no hand did
    aliases: set[str] = field(default_factory=set)
    identifiers: set[tuple[str, str]] = field(default_factory=set)
    attributes: dict[str, Any] = field(default_factory=dict)
    retired: bool = False


@dataclass
class Claim:
    """A claim as it was said, with the events it rests on."""

    subject: str
    value: str
    evidence: set[str]
    withdrawn: bool = False


class Model:
    """Entities, judgements, mentions and claims in plain tables, read the slow way."""

    def __init__(self) -> None:
        self.own: dict[str, Own] = {}
        self.joined: list[tuple[str, str, str]] = []  # merge, survivor, merged
        self.apart: set[frozenset[str]] = set()
        self.met: dict[str, tuple[str, str]] = {}  # event: the entity as written, the identifier
        self.claims: list[Claim] = []

    def root(self, entity: str) -> str:
        return self.roots().get(entity, entity)

    def roots(self) -> dict[str, str]:
        root = {entity: entity for entity in self.own}
        for _, survivor, merged in self.joined:
            stays, goes = root[survivor], root[merged]
            root = {entity: stays if above == goes else above for entity, above in root.items()}
        return root

    def members(self, root: str) -> list[str]:
        return [entity for entity, above in self.roots().items() if above == root]

    def live(self) -> list[str]:
        return sorted({root for root in self.roots().values() if not self.own[root].retired})

    def may_join(self, a: str, b: str) -> bool:
        inside = {frozenset((one, two)) for one in self.members(a) for two in self.members(b)}
        return a != b and not inside & self.apart

    def attributes(self, root: str) -> dict[str, Any]:
        """Fold by the judgements in their order: what the survivor says holds."""
        reads = {entity: dict(own.attributes) for entity, own in self.own.items()}
        at = {entity: entity for entity in self.own}
        for _, survivor, merged in self.joined:
            stays, goes = at[survivor], at[merged]
            if stays != goes:
                reads[stays] = {**reads[goes], **reads[stays]}
                at = {entity: stays if above == goes else above for entity, above in at.items()}
        return reads[root]

    def forget(self, event: str) -> None:
        """Erase an event: who was met nowhere else goes, with all that was said and judged of them."""
        self.met.pop(event, None)
        gone = {
            entity for entity, own in self.own.items() if own.born not in {None, *self.met} and not self.met_again(own)
        }
        for claim in self.claims:
            claim.evidence.discard(event)
        self.claims = [claim for claim in self.claims if claim.evidence and claim.subject not in gone]
        self.joined = [one for one in self.joined if not gone & set(one[1:])]
        self.apart = {pair for pair in self.apart if not gone & pair}
        self.own = {entity: own for entity, own in self.own.items() if entity not in gone}

    def forget_somebody(self, root: str) -> None:
        """Erase an entity with all that reads as it: the events it was met in stay, and mention nobody."""
        gone = set(self.members(root))
        identifiers = {identifier for entity in gone for _, identifier in self.own[entity].identifiers}
        self.met = {
            event: (written, "" if identifier in identifiers else identifier)
            for event, (written, identifier) in self.met.items()
        }
        self.claims = [claim for claim in self.claims if claim.subject not in gone]
        self.joined = [one for one in self.joined if not gone & set(one[1:])]
        self.apart = {pair for pair in self.apart if not gone & pair}
        self.own = {entity: own for entity, own in self.own.items() if entity not in gone}

    def met_again(self, own: Own) -> bool:
        return any(("chat", identifier) in own.identifiers for _, identifier in self.met.values())

    def read(self) -> dict[str, Any]:
        found = {}
        for root in set(self.roots().values()):
            inside = [self.own[one] for one in self.members(root)]
            names = {name for own in inside for name in (own.name, *own.aliases)}
            found[root] = {
                "name": self.own[root].name,
                "aliases": sorted(names - {self.own[root].name}),
                "identifiers": sorted(met for own in inside for met in own.identifiers),
                "attributes": self.attributes(root),
                "retired": self.own[root].retired,
                "members": sorted(self.members(root)),
            }
        return found

    def said(self) -> set[tuple[str, str, frozenset[str]]]:
        grouped: dict[tuple[str, str], set[str]] = {}
        for claim in self.claims:
            if not claim.withdrawn:
                grouped.setdefault((self.root(claim.subject), claim.value), set()).update(claim.evidence)
        return {(subject, value, frozenset(evidence)) for (subject, value), evidence in grouped.items()}


class Verbs(Driven):
    """Drives a store and the model through the same verbs."""

    def __init__(self) -> None:
        super().__init__()
        self.model = Model()
        self.past: dict[int, Any] = {}
        self.dice = random.Random(0)
        self.hidden: dict[str, str] = {}
        self.said: dict[str, Definition] = {}

    def some(self, draw: int) -> str:
        live = self.model.live()
        return live[draw % len(live)]

    def told_again(self, event: str) -> bool:
        """Whether another event that is not hidden says the same: whom hidden ones alone tell of is not read (test_redaction)."""
        met = self.model.met
        return any(one != event and one not in self.hidden and met[one][1] == met[event][1] for one in met)

    # -- verbs ----------------------------------------------------------------------------------------------------------

    @rule(who=st.integers(0, 3))
    def meet(self, who: int) -> None:
        name = ACTORS[who]
        identifier = name.split()[0].lower() + "-home"
        receipt = self.session.record(reading.message(name, identifier))
        mine = [one for one, own in self.model.own.items() if ("chat", identifier) in own.identifiers]
        mine = [one for one in mine if not self.model.own[one].retired]
        if not mine:
            made = self.session.who(f"chat:{identifier}").id
            self.model.own[made] = Own(name=name, born=receipt.id, identifiers={("chat", identifier)})
            mine = [made]
        self.model.met[receipt.id] = (self.model.root(mine[0]), identifier)

    @rule(what=st.integers(0, 5))
    def make(self, what: int) -> None:
        if THINGS[what] not in {own.name for own in self.model.own.values()}:
            made = self.session.create_entity(THINGS[what])
            self.model.own[made] = Own(name=THINGS[what], born=None)

    @precondition(lambda self: self.model.live())
    @rule(draw=st.integers(0, 99), alias=st.integers(0, 4))
    def alias(self, draw: int, alias: int) -> None:
        taken = {name for own in self.model.own.values() for name in own.aliases}
        if ALIASES[alias] not in taken:
            entity = self.some(draw)
            self.session.add_alias(entity, ALIASES[alias])
            self.model.own[entity].aliases.add(ALIASES[alias])

    @precondition(lambda self: self.model.live())
    @rule(draw=st.integers(0, 99), key=st.sampled_from("ab"), value=st.sampled_from([None, 1, 2]))
    def describe(self, draw: int, key: str, value: int | None) -> None:
        entity = self.some(draw)
        self.session.describe(entity, {key: value})
        own = self.model.own[entity].attributes
        own.update({key: value})
        self.model.own[entity].attributes = {key: value for key, value in own.items() if value is not None}

    @precondition(lambda self: len(self.model.live()) > 1)
    @rule(draw=st.integers(0, 99), other=st.integers(0, 99))
    def merge(self, draw: int, other: int) -> None:
        survivor, merged = self.some(draw), self.some(other)
        if self.model.may_join(survivor, merged):
            self.model.joined.append((self.session.merge(survivor, merged), survivor, merged))
        else:
            refused(lambda: self.session.merge(survivor, merged))

    @precondition(lambda self: self.model.joined)
    @rule(draw=st.integers(0, 99), split=st.booleans())
    def part(self, draw: int, split: bool) -> None:
        merge = self.model.joined.pop(draw % len(self.model.joined))[0]
        (self.session.split if split else self.session.unmerge)(merge)

    @precondition(lambda self: len(self.model.live()) > 1)
    @rule(draw=st.integers(0, 99), other=st.integers(0, 99))
    def hold(self, draw: int, other: int) -> None:
        a, b = self.some(draw), self.some(other)
        if a == b or frozenset((a, b)) in self.model.apart:
            refused(lambda: self.session.hold_apart(a, b))
        else:
            self.session.hold_apart(a, b)
            self.model.apart.add(frozenset((a, b)))

    @precondition(lambda self: self.model.live())
    @rule(draw=st.integers(0, 99))
    def retire(self, draw: int) -> None:
        entity = self.some(draw)
        if self.model.members(entity) == [entity] and not self.model.own[entity].identifiers:
            self.session.retire(entity)
            self.model.own[entity].retired = True

    @rule()
    def restore(self) -> None:
        for entity, own in self.model.own.items():
            if own.retired:
                self.session.restore_entity(entity)
                own.retired = False

    @precondition(lambda self: self.model.live() and self.model.met)
    @rule(draw=st.integers(0, 99), value=st.sampled_from(WORDS), other=st.integers(0, 99))
    def claim(self, draw: int, value: str, other: int) -> None:
        shown = sorted(self.model.met.keys() - self.hidden.keys())
        if shown:
            entity, event = self.some(draw), shown[other % len(shown)]
            self.session.assert_claim(entity, "hobby", value, evidence=[event])
            self.model.claims.append(Claim(entity, value, {event}))

    @precondition(lambda self: self.model.met)
    @rule(draw=st.integers(0, 99))
    def hide(self, draw: int) -> None:
        shown = sorted(event for event in self.model.met.keys() - self.hidden.keys() if self.told_again(event))
        if shown:
            event = shown[draw % len(shown)]
            self.hidden[event] = self.session.redact(event).id
            self.past.clear()

    @precondition(lambda self: self.hidden)
    @rule()
    def show(self) -> None:
        event = min(self.hidden)
        self.session.lift(self.hidden.pop(event))
        self.past.clear()

    @precondition(lambda self: self.model.met)
    @rule(draw=st.integers(0, 99))
    def erase(self, draw: int) -> None:
        events = sorted(event for event in self.model.met if not self.hidden or self.told_again(event))
        if not events:
            return
        event = events[draw % len(events)]
        self.session.erase(event, because="asked to")
        self.hidden.pop(event, None)
        self.model.forget(event)
        self.past.clear()

    @precondition(lambda self: self.model.live())
    @rule(draw=st.integers(0, 99))
    def erase_somebody(self, draw: int) -> None:
        root = self.some(draw)
        report = self.session.erase_entity(root, because="asked to")
        assert sorted(report.entities) == sorted(self.model.members(root))
        self.model.forget_somebody(root)
        self.past.clear()

    @rule()
    def reopen(self) -> None:
        self.session.close()
        self.session = self.opened()

    # -- what holds -----------------------------------------------------------------------------------------------------

    @invariant()
    def reads_as_the_model_says(self) -> None:
        found = reading.entities(self.session)
        plain = {one: {key: said[key] for key in said if key not in {"type", "agent"}} for one, said in found.items()}
        assert plain == self.model.read()

    @invariant()
    def everybody_stands_where_they_were_met(self) -> None:
        expected: dict[str, set[str]] = {root: set() for root in self.model.roots().values()}
        for event, (written, _) in self.model.met.items():
            if event not in self.hidden and written in self.model.own:
                expected[self.model.root(written)].add(event)
        found = {one: {seen[0] for seen in where} for one, where in reading.mentions(self.session).items()}
        assert found == expected

    @invariant()
    def claims_rest_on_what_is_there(self) -> None:
        found = {
            (claim.statement.subject, claim.statement.value, frozenset(one.event for one in claim.evidence))
            for claim in self.session.claims(predicate="hobby")
        }
        shown = {
            (self.model.root(subject), value, frozenset(evidence - self.hidden.keys()))
            for subject, value, evidence in self.model.said()
        }
        canonical = {(self.model.root(subject), value, evidence) for subject, value, evidence in found}
        assert canonical == {one for one in shown if one[2]}

    @invariant()
    def the_log_says_so(self) -> None:
        reading.sound(self.session)

    @invariant()
    def versions_stay_and_verify(self) -> None:
        """S06, S07, EM54: by the same hash, with the same parents, with what they said or a blank, whatever was erased since."""
        kept, now = reading.versions(self.session), reading.opened(self.session)
        for one in kept.values():
            assert one.id == sha256(hashed_form(one)).hexdigest()
            assert kept.keys() >= set(one.parents)
        assert kept.keys() >= self.said.keys()
        for key, before in self.said.items():
            assert whole(before, now[key]), (before, now[key])
        self.said = now
        for entity in self.session.entities():
            head = entity.definition
            assert head.erased == []
            assert (head.name, head.attributes) == (entity.canonical_name, entity.attributes)
            assert [alias.name for alias in head.aliases] == [alias.name for alias in entity.aliases]

    @invariant()
    def the_past_stays(self) -> None:
        head = self.session.head()[0]
        now = reading.digest(self.session)
        for moment in self.dice.sample(sorted(self.past), min(2, len(self.past))):
            assert reading.digest(self.session.at(moment)) == self.past[moment]
        self.past[head] = now


def whole(before: Definition, now: Definition) -> bool:
    """Whether a version says what it said, or less."""
    names = all(one in ("", was) for one, was in zip(told(now), told(before), strict=True))
    plain = {
        field: getattr(now, field) for field in ("label", "parents", "provenance", "entity_type", "lifecycle_state")
    }
    same = plain == {field: getattr(before, field) for field in plain}
    return names and same and now.attributes.items() <= before.attributes.items()


def told(one: Definition) -> list[str]:
    first = one.identity.primary
    met = [first.identifier] if first is not None else []
    return [one.name, *(alias.name for alias in one.aliases), *met, *(each.identifier for each in one.identity.merged)]


def refused(deed: Any) -> None:
    try:
        deed()
    except kenning.ConflictError:
        return
    raise AssertionError("was not refused")


def test_any_sequence_of_verbs_leaves_the_graph_as_a_plain_model_says() -> None:
    """EM01, EM05, EM54, EN09-EN12, EN32-EN36, S07: projections follow from the log alone, whatever was done in between."""
    run_state_machine_as_test(
        Verbs,
        settings=settings(
            max_examples=10,
            stateful_step_count=25,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
