"""Recognising whom an event concerns, in the transaction that appends it: gather candidates, decide, append the outcomes.

Actors, sources and the entities of the envelope are resolved, and known names are found in the text. What was decided is one
further event; whoever is met for the first time is created by an event of its own. Slow tiers never run here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

from msgspec import structs

from kenning.engine.recognise.lookup import BEARERS_MAX, WHOLE, agents_of, bearers, beside, candidates, met_key, read
from kenning.engine.recognise.suggest import suggest
from kenning.model.codec import envelope_of
from kenning.model.event import Envelope, Relation
from kenning.model.identity import act as acts
from kenning.model.identity.act import Changed, Created, Resolution, decoded
from kenning.model.identity.entity import Candidate, Identifier, Known, Outcome, Tier
from kenning.rules import kinds
from kenning.rules.identity.spots import Spot, spots
from kenning.rules.mentions import Found, Introduction, introductions
from kenning.rules.mentions.resolve import DEFAULT, Mention, Surroundings, decide
from kenning.rules.mentions.resolve.nouns import ANY_TYPE
from kenning.rules.names.keys import index_keys
from kenning.rules.names.letters import fold

if TYPE_CHECKING:
    from kenning.engine.append import Appender
    from kenning.model.identity.entity import EntityRole

RETRIED = frozenset({"exact", "sorted", "part", "nick"})
PENDING_MAX = 200
"""So many open mentions of one name are tried again at once; the review lists the rest."""
THRESHOLDS = DEFAULT.as_dict()
ALIASES_SEEN_MAX = 64
AT_HAND_MAX = 32
"""Of those met lately, as many are weighed though their name is not alike."""
UNREAD = frozenset({kinds.CORRECTED, kinds.REDACTED, kinds.ATTACHED})


class Recogniser:
    """Resolves the mentions of one event, each seeing what was decided about those before it."""

    def __init__(self, appender: Appender, event: Envelope) -> None:
        """Take up an event that was just appended."""
        self._appender = appender
        self._graph = appender.graph
        self._event = event
        self._agents = agents_of(appender.who.agent)
        self._active = appender.active
        self._met: list[str] = []
        self._around: Surroundings | None = None
        self._causes: list[tuple[Envelope, Relation]] = [(event, "caused_by")]

    def run(self) -> None:
        """Resolve all that the event mentions, and append what was decided."""
        unspoken = self._appender.unspoken
        named = [spot for spot in spots(self._event, self._active) if not unspoken.covers(spot)]
        outcomes = [self._resolve(spot) for spot in named]
        outcomes.extend(self._in_text(outcomes))
        if outcomes:
            weighed = any(outcome.candidates for outcome in outcomes)
            content = Resolution(
                event=str(self._event.id),
                sequence=self._event.sequence,
                outcomes=outcomes,
                thresholds=THRESHOLDS if weighed else {},
                rules=self._appender.rules,
            )
            self._appender.decided(self._event, content)

    def _resolve(self, spot: Spot) -> Outcome:
        outcome = self._by_id(spot) or self._by_identifier(spot)
        if outcome is None:
            outcome = self._by_name(spot) if spot.name else self._create(spot, [])
        if outcome.entity is not None and spot.path != "source":
            self._met.append(outcome.entity)
        return outcome

    def _by_id(self, spot: Spot) -> Outcome | None:
        """Take an explicit id at its word, where it names an entity of this namespace."""
        number = self._graph.number(spot.id) if spot.id else None
        if number is None:
            return None
        return _resolved(spot, self._graph.id(self._graph.root(number)), "id")

    def _by_identifier(self, spot: Spot) -> Outcome | None:
        if not spot.identifier:
            return None
        memo, key = self._graph.memo, ("met", spot.channel, spot.identifier, *self._agents)
        known = memo.get(key)
        if known is None:
            met = self._graph.met(self._agents, met_key(spot.channel or "", spot.identifier))
            if met is None:
                return None
            known = memo[key] = (self._graph.id(met[1]), met[1])
        entity, root = known
        if spot.name and spot.name != spot.identifier:
            self._take_name(entity, root, spot.name)
        return _resolved(spot, entity, "identifier")

    def _take_name(self, entity: str, root: int, name: str) -> None:
        """Note a name somebody met by an exact identifier goes by: it is theirs, whoever else bears it."""
        memo = self._graph.memo
        if ("named", root, name) in memo:
            return
        key = fold(name)
        borne = not key or any(
            one.root == root and one.kind in WHOLE
            for agent in self._agents
            for one in self._graph.keyed(agent, key, BEARERS_MAX)
        )
        found = None if borne else self._graph.entity(root)
        if found is not None and len(found[0].aliases) < ALIASES_SEEN_MAX and not found[0].retired:
            change = Changed(id=entity, add_aliases=[name], salt=self._appender.salt())
            self._appender.act(acts.CHANGED, change, self._causes)
        memo["named", root, name] = True

    def _by_name(self, spot: Spot) -> Outcome:
        """Decide who bears a name. Whoever is met by an identifier is not taken for another so met: that is a merge."""
        name = str(spot.name)
        memo, key = self._graph.memo, ("decided", name, spot.type, spot.role, *self._agents)
        if not self._met and not spot.identifier and key in memo:
            known: Outcome = memo[key]
            return known if known.path == spot.path else structs.replace(known, path=spot.path)
        gathered = self._gather(name)
        if spot.identifier:
            gathered = [known for known in gathered if not known.acts]
        mention = Mention(
            path=spot.path,
            surface=name,
            role=spot.role,
            type=spot.type,
            subtypes=self._below(spot.type),
            agent=self._appender.who.agent,
            identifier=spot.identifier,
            introduces=self._introduced(name),
            latin=self._appender.latin(name),
        )
        outcome = decide(mention, gathered, self._surroundings(gathered))
        if outcome.status == "created" or (outcome.entity is None and spot.identifier):
            return self._create(spot, outcome.candidates)
        if outcome.entity is not None and spot.identifier:
            bound = Identifier(channel=spot.channel or "", identifier=spot.identifier)
            change = Changed(id=outcome.entity, add_identifiers=[bound], salt=self._appender.salt())
            self._appender.act(acts.CHANGED, change, self._causes)
            self._learn(outcome.entity, name)
        elif not self._met and self._plain(gathered):
            memo[key] = outcome
        elif outcome.tier == "part" and outcome.entity is not None and not _is_guess(outcome):
            self._learn(outcome.entity, name)
        return outcome

    def _learn(self, entity: str, name: str) -> None:
        """Note the short form somebody was meant by: the event that says so is its evidence."""
        number = self._graph.number(entity)
        if number is not None:
            self._take_name(entity, self._graph.root(number), name)

    def _gather(self, name: str) -> list[Known]:
        """Gather candidates; where no one bears the name whole and alone, whoever is at hand is one."""
        latin = self._appender.latin(name)
        found = bearers(self._graph, self._agents, name, latin)
        gathered = read(self._graph, self._agents, name, found)
        if self._plain(gathered):
            return gathered
        around = self._surroundings(gathered)
        near = (*around.present, *around.recent[:AT_HAND_MAX])
        return read(self._graph, self._agents, name, beside(self._graph, found, near))

    def _introduced(self, name: str) -> Literal["", "maybe", "firmly"]:
        """Tell whether the text of the event says "I am" of a name."""
        mine = f" {fold(name)} "
        for one in introductions(self._event.text):
            if mine in f" {fold(one.surface)} ":
                return "firmly" if one.firm else "maybe"
        return ""

    @staticmethod
    def _plain(gathered: list[Known]) -> bool:
        """Whether a decision leans on nothing around it: the name is one entity's whole name, and no other comes near."""
        return len(gathered) == 1 and gathered[0].tier in WHOLE

    def _below(self, kind: str) -> tuple[str, ...]:
        memo, key = self._graph.memo, ("below", kind)
        if key not in memo:
            above = self._active.ancestors
            memo[key] = tuple(sorted(name for name in above if kind in above[name])) if kind else ()
        found: tuple[str, ...] = memo[key]
        return found

    def _surroundings(self, gathered: list[Known]) -> Surroundings:
        """Read what surrounds the event, once, and only where it could tell candidates apart."""
        if self._plain(gathered):
            return Surroundings(speaker=self._met[0] if self._met else None)
        if self._around is None:
            self._around = self._appender.recent.around(self._event, self._met)
        met = self._met
        return structs.replace(self._around, speaker=met[0] if met else None, addressees=tuple(met[1:]))

    def _create(self, spot: Spot, seen: list[Candidate]) -> Outcome:
        met = []
        if spot.identifier:
            met = [Identifier(channel=spot.channel or "", identifier=spot.identifier)]
        made = Created(
            id=self._appender.new_entity_id(spot.path),
            agent=self._appender.who.agent,
            type=spot.type or ANY_TYPE,
            name=spot.surface,
            identifiers=met,
            review=bool(met) and spot.path in {"actor", "source"},
            salt=self._appender.salt(),
        )
        created = self._appender.act(acts.CREATED, made, self._causes)
        if met:
            suggest(self._appender, created, created.sequence)
        outcome = _resolved(spot, made.id, None)
        return structs.replace(outcome, status="created", candidates=seen)

    def _in_text(self, before: list[Outcome]) -> list[Outcome]:
        """Find known names in the text; one who is mentioned already is not mentioned once more for that."""
        text = self._event.text
        if not text or self._event.kind.lower() in UNREAD:
            return []
        names = self._appender.known_names(text)
        if not names:
            return []
        known = {outcome.entity for outcome in before}
        undecided = {fold(outcome.surface) for outcome in before if outcome.entity is None}
        outcomes = []
        introduced = introductions(text)
        for found in names:
            if fold(found.surface) in undecided:
                continue  # open already, where the envelope names it
            outcome = self._in_words(found, _introduces(found, introduced))
            if outcome.status != "created" and (outcome.entity is None or outcome.entity not in known):
                known.add(outcome.entity)
                outcomes.append(outcome)
        return outcomes

    def _in_words(self, found: Found, introduces: Literal["", "maybe", "firmly"]) -> Outcome:
        """Decide whom a name in the text means; what leans on nothing around it is decided once."""
        path, speaker = f"text[{found.start}:{found.end}]", self._met[0] if self._met else None
        memo, key = self._graph.memo, ("in words", found.surface, speaker, introduces, *self._agents)
        known: Outcome | None = memo.get(key)
        if known is not None:
            return structs.replace(known, path=path)
        gathered = self._gather(found.surface)
        mention = Mention(
            path=path,
            surface=found.surface,
            agent=self._appender.who.agent,
            introduces=introduces,
            latin=self._appender.latin(found.surface),
        )
        outcome = decide(mention, gathered, self._surroundings(gathered))
        if self._plain(gathered):
            memo[key] = outcome
        return outcome


def _introduces(found: Found, introduced: list[Introduction]) -> Literal["", "maybe", "firmly"]:
    """Tell whether a text says "I am" of a name in it."""
    for one in introduced:
        if one.start <= found.start and found.end <= one.end:
            return "firmly" if one.firm else "maybe"
    return ""


def _is_guess(outcome: Outcome) -> bool:
    """Tell whether somebody was chosen by a nickname alone, who is not at hand: the next may be another's."""
    features = outcome.candidates[0].features
    return "nickname" in features and features["near"] == 0.0


def _resolved(spot: Spot, entity: str, tier: Tier | None) -> Outcome:
    return Outcome(path=spot.path, surface=spot.surface, role=spot.role, status="resolved", entity=entity, tier=tier)


def recognise(appender: Appender, event: Envelope) -> None:
    """Resolve whom an event concerns; nothing where it names nobody and no known name stands in it."""
    Recogniser(appender, event).run()


def retry(appender: Appender, cause: Envelope, names: list[str]) -> None:
    """Try again the mentions nobody could decide, now that an act tells more of these names."""
    graph = appender.graph
    keys = {key for name in names for kind, key in index_keys(name) if kind in RETRIED}
    waiting = sorted({one for key in keys for one in graph.pending(key, PENDING_MAX)})
    decided: dict[int, list[Outcome]] = {}
    agents = agents_of(appender.who.agent)
    for sequence, path, surface, role in waiting:
        latin = appender.latin(surface)
        mention = Mention(path=path, surface=surface, role=cast("EntityRole", role), agent=agents[0], latin=latin)
        outcome = decide(mention, candidates(graph, agents, surface, latin=latin))
        if outcome.status == "resolved" and _is_of(appender, outcome, _meant(appender, sequence, path)):
            decided.setdefault(sequence, []).append(structs.replace(outcome, again=True))
    for sequence, outcomes in decided.items():
        sealed = appender.reader.get(appender.who.namespace, sequence)
        if sealed is not None and sealed.payload is not None:
            event = envelope_of(sealed)
            content = Resolution(
                event=sealed.id,
                sequence=sequence,
                outcomes=outcomes,
                thresholds=THRESHOLDS,
                rules=appender.rules,
            )
            appender.act(acts.RESOLVED, content, [(event, "derived_from"), (cause, "caused_by")])


def _meant(appender: Appender, sequence: int, path: str) -> str:
    """Tell of what type a mention that is open was taken to be; nothing where nobody said."""
    for linked, relation in appender.reader.linked(appender.who.namespace, sequence):
        sealed = appender.reader.get(appender.who.namespace, linked) if relation == "derived_from" else None
        event = envelope_of(sealed) if sealed is not None and sealed.payload is not None else None
        act = decoded(event.kind, event.text) if event is not None and event.kind == acts.RESOLVED else None
        if isinstance(act, Resolution) and act.sequence == sequence:
            for one in act.outcomes:
                if one.path == path and one.type:
                    return one.type
    return ""


def _is_of(appender: Appender, outcome: Outcome, kind: str) -> bool:
    """Tell whether who was chosen is of a type, or of one below it."""
    number = appender.graph.number(outcome.entity or "")
    known = appender.graph.entity(number) if number is not None else None
    if known is None or not kind or ANY_TYPE in {kind, known[0].type}:
        return True
    return known[0].type == kind or kind in appender.active.ancestors.get(known[0].type, ())
