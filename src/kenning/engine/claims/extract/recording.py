"""Recording what was drawn from one event: whom it means is resolved, what is new is claimed, what is drawn no longer withdrawn.

One event, one extractor: what stands afterwards is what its latest version draws from the event as it reads now, whatever stood
before and however often it is done. What a person withdrew by hand is not claimed again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kenning.engine.append import Appender
from kenning.engine.claims.claiming import Said, drawn_claim, rank_of, stated
from kenning.engine.claims.drawn import Former, Standing
from kenning.engine.claims.extract.passages import Source
from kenning.engine.engine import Engine
from kenning.engine.graph.finding import own
from kenning.engine.recognise.drawing import Drawer
from kenning.engine.recognise.lookup import WHOLE, agents_of
from kenning.engine.recognise.recogniser import ALIASES_SEEN_MAX
from kenning.errors import InvalidError, KenningError
from kenning.model.access.genesis import ADMIN
from kenning.model.event import Envelope, Relation
from kenning.model.identity import act as acts
from kenning.model.identity.act import Changed
from kenning.model.identity.extract import Alias, Drawn, Extracted, Found, Learned, Reference
from kenning.model.report import Drawing, Fate
from kenning.model.statement import RETRACTED, SUPERSEDED, ClaimAct, Statement, Validity
from kenning.providers import Extractor
from kenning.rules.identity.spots import Spot
from kenning.rules.knowledge import check
from kenning.rules.knowledge.extract.saying import said_by
from kenning.rules.names.letters import fold
from kenning.rules.schema import check_ends, check_value, predicate

TOLD_MAX = 16
"""So many events at most are noted as saying one name of somebody: it stays as long as one of them does."""


class _Ends(NamedTuple):
    """The two ends of a draft, by id."""

    subject: str
    object: str | None


class Recording:
    """Records what one extractor drew from one event, under the lock."""

    def __init__(self, engine: Engine, appender: Appender, source: Source, extractor: Extractor) -> None:
        """Take up an event that is in the log and may be read."""
        self._engine, self._appender, self._source = engine, appender, source
        self._extractor = extractor
        self._graph = appender.graph
        self._standing = Standing(appender.reader, self._graph, source.event)
        self._ids: dict[int, str | None] = {}
        self.drawings: list[Drawing] = []

    def run(self, extracted: Extracted) -> list[Drawing]:
        """Record it; gives what became of each draft, and of what was drawn before."""
        self._extracted = extracted
        sound = [one for one in extracted.learned if self._is_sound(one)]
        # Before anything is recorded that links to the event as well.
        before = self._standing.of(self._extractor.name)
        self._resolve(sound, extracted)
        kept: set[str] = set()
        fresh: list[tuple[Learned, Statement]] = []
        for draft in sound:
            statement = self._statement(draft)
            if statement is None:
                continue
            same = next((one for one in before if one.event not in kept and _same(one.act, draft, statement)), None)
            if same is not None:
                kept.add(same.event)
                self._tell(draft, "known", claim=same.event)
            elif self._standing.is_refused(draft.deed, statement):
                self._tell(draft, "left out", "somebody withdrew it")
            else:
                fresh.append((draft, statement))
        self._withdraw([one for one in before if one.event not in kept])
        for draft, statement in fresh:
            self._tell(draft, "new", claim=self._claim(draft, statement))
        self._call(extracted.aliases)
        return self.drawings

    # -- whom it means -------------------------------------------------------------------------------------------------

    def _is_sound(self, draft: Learned) -> bool:
        """Tell whether a draft goes with the schema in force, before anybody is met for its sake."""
        active = self._appender.active
        try:
            declared = predicate(active, draft.predicate)
            kinds = [self._type(one) for one in (draft.subject, draft.object) if one is not None]
            check_ends(active, declared, kinds[0], kinds[1] if len(kinds) > 1 else None)
            if draft.object is None and draft.value is not None:
                check_value(declared, draft.value)
        except InvalidError as error:
            self._tell(draft, "left out", error.message)
            return False
        if (draft.object is None) == (draft.value is None):
            self._tell(draft, "left out", "names neither an object nor a value, or both")
            return False
        return True

    def _type(self, reference: Reference) -> str:
        if reference.what == "mention" and 0 <= reference.mention < len(self._extracted.mentions):
            return self._extracted.mentions[reference.mention].type
        return ""

    def _resolve(self, sound: Sequence[Learned], extracted: Extracted) -> None:
        """Resolve the mentions that something is claimed of, and those that are kept anyway; others are left alone."""
        named = [one for draft in sound for one in (draft.subject, draft.object) if one is not None]
        named += [one.who for one in extracted.aliases]
        wanted = {one.mention for one in named if one.what == "mention"}
        wanted |= {place for place, one in enumerate(extracted.mentions) if one.kept}
        known = {path: self._graph.id(self._graph.root(number)) for number, _, path in self._met()}
        spots: dict[int, Spot] = {}
        for place in sorted(wanted):
            if not 0 <= place < len(extracted.mentions):
                continue
            found = extracted.mentions[place]
            path = self._path(found, place)
            if path in known:
                self._ids[place] = known[path]
            elif fold(found.surface):
                spots[place] = Spot(
                    path=path, role="mentioned", surface=found.surface, name=found.surface, type=found.type
                )
        drawer = Drawer(self._appender, self._source.event, self._source.acts)
        outcomes = drawer.draw(list(spots.values()), f"{self._extractor.name} {self._extractor.version}")
        for place, outcome in zip(spots, outcomes, strict=True):
            self._ids[place] = outcome.entity

    def _met(self) -> list[tuple[int, str, str]]:
        return self._graph.mentioned(self._source.event.sequence)

    def _path(self, found: Found, place: int) -> str:
        """Say where a mention stands: in the text, or, where the event says it otherwise, as which of an extractor's."""
        if found.end and self._source.acts:  # other words may have stood in the same place
            return f"text[{found.start}:{found.end}] by {str(self._source.acts[-1].id)[-32:]}"
        if found.end:
            return f"text[{found.start}:{found.end}]"
        return f"{self._extractor.name}[{place}]"

    def _who(self, reference: Reference) -> str | None:
        """Give the id of whom a draft speaks of; nothing where that is not clear."""
        passage = self._source.passage
        match reference.what:
            case "speaker":
                return passage.speaker.entity if passage.speaker is not None else None
            case "addressee":
                return passage.addressees[0].entity if len(passage.addressees) == 1 else None
            case "mention":
                return self._ids.get(reference.mention)
            case "entity":
                return reference.entity if self._graph.number(reference.entity) is not None else None
            case "name":
                return self._bearer(reference.name)

    def _bearer(self, name: str) -> str | None:
        """Give who alone bears a name; nobody where several do, or none."""
        for agent in agents_of(self._appender.who.agent):
            found = {one.root for one in self._graph.keyed(agent, fold(name), 8) if one.kind in WHOLE}
            if found:
                return self._graph.id(found.pop()) if len(found) == 1 else None
        return None

    def _statement(self, draft: Learned) -> Statement | None:
        ends = self._ends(draft)
        if ends is None:
            return None
        said = Said(
            subject=ends.subject,
            predicate=draft.predicate,
            object=ends.object,
            value=draft.value,
            topic=draft.topic,
        )
        try:
            return stated(self._appender, said)
        except KenningError as error:  # the schema does not take whom it turned out to be
            self._tell(draft, "left out", error.message)
            return None

    def _ends(self, draft: Learned) -> _Ends | None:
        subject = self._who(draft.subject)
        obj = self._who(draft.object) if draft.object is not None else None
        if subject is None or (draft.object is not None and obj is None):
            self._tell(draft, "left out", "whom it speaks of is not clear")
            return None
        if subject == obj:
            self._tell(draft, "left out", "both its ends are the same")
            return None
        return _Ends(subject, obj)

    # -- what is recorded ----------------------------------------------------------------------------------------------

    def _causes(self, relation: Relation) -> list[tuple[Envelope, Relation]]:
        return [(one, relation) for one in (self._source.event, *self._source.acts)]

    def _drawn(self, draft: Learned) -> Drawn:
        return Drawn(
            extractor=self._extractor.name,
            version=self._extractor.version,
            tier=self._extractor.tier,
            rule=draft.rule,
            start=draft.start,
            end=draft.end,
            confidence=draft.confidence,
        )

    def _claim(self, draft: Learned, statement: Statement) -> str:
        zone = self._source.passage.zone
        validity = None
        if draft.valid_from or draft.valid_to:
            validity = Validity(
                valid_from=draft.valid_from,
                valid_to=draft.valid_to,
                time_zone=zone if "/" in zone else None,
                precision=draft.precision,
            )
        made = drawn_claim(
            self._engine, self._appender, statement, (draft.deed, self._drawn(draft), validity), self._source
        )
        return str(made.id)

    def _withdraw(self, gone: Sequence[Former]) -> None:
        """Withdraw what is drawn no longer: what an older version said is superseded, what the text says no more retracted."""
        for one in gone:
            drawn = one.act.drawn
            assert drawn is not None, "it was found by its extractor"
            is_older = drawn.version != self._extractor.version
            act = ClaimAct(
                deed="supersedes" if is_older else "retracts",
                statement=one.act.statement,
                asserter=self._appender.who.principal,
                rank=max(one.act.rank, rank_of(self._graph, self._appender.who.principal)),
                entitled=True,
                targets=[one.event],
                reason=f"drawn anew by {self._extractor.name} {self._extractor.version}",
                drawn=drawn,
            )
            check(act)
            kind = SUPERSEDED if is_older else RETRACTED
            self._appender.act(kind, act, [(one.envelope, "derived_from")])
            self.drawings.append(self._drawing_of(one))

    def _call(self, aliases: Sequence[Alias]) -> None:
        """Note further names, and take off those that this event gave by this extractor and says no more."""
        given: dict[str, set[str]] = {}
        for alias in aliases:
            entity = self._who(alias.who)
            if entity is not None and entity != ADMIN and fold(alias.name):
                given.setdefault(entity, set()).add(alias.name)
        told: set[tuple[str, str]] = set()
        for envelope, change in self._standing.names_by(self._extractor.name):
            told.update((change.id, name) for name in change.add_aliases)
            for name in change.add_aliases:
                if name not in given.get(change.id, set()):
                    self._take_off(change.id, name, envelope)
        for entity, names in given.items():
            for name in sorted(names):
                if (entity, name) not in told:
                    self._take_on(entity, name)

    def _take_on(self, entity: str, name: str) -> None:
        number = self._graph.number(entity)
        known = own(self._graph, self._graph.root(number)) if number is not None else None
        if known is None or len(known.aliases) >= ALIASES_SEEN_MAX or known.retired:
            return
        before = next((len(one.evidence) for one in known.aliases if one.name == name), 0)
        if name == known.name or before >= TOLD_MAX or self._is_anothers(known.id, name):
            return
        change = Changed(id=known.id, add_aliases=[name], drawn=self._extractor.name, salt=self._appender.salt())
        self._appender.act(acts.CHANGED, change, self._causes("caused_by"))

    def _is_anothers(self, entity: str, name: str) -> bool:
        """Tell whether somebody else goes by a name already. Several may be somebody's sister; a name of one's own is one's."""
        if "'s " in name:
            return False
        found = (
            one for agent in agents_of(self._appender.who.agent) for one in self._graph.keyed(agent, fold(name), 8)
        )
        return any(one.kind in WHOLE and self._graph.id(one.root) != entity for one in found)

    def _take_off(self, entity: str, name: str, said_by_event: Envelope) -> None:
        number = self._graph.number(entity)
        known = self._graph.entity(number) if number is not None else None
        alias = next((one for one in known[0].aliases if one.name == name), None) if known is not None else None
        mine = {str(one.id) for one in (self._source.event, *self._source.acts)}
        mine |= {link.to_event_id for link in said_by_event.links}
        if alias is not None and mine.issuperset(alias.evidence):
            change = Changed(id=entity, drop_aliases=[name], drawn=self._extractor.name, salt=self._appender.salt())
            self._appender.act(acts.CHANGED, change, [*self._causes("caused_by"), (said_by_event, "caused_by")])

    # -- what is told --------------------------------------------------------------------------------------------------

    def _tell(self, draft: Learned, fate: Fate, reason: str = "", *, claim: str = "") -> None:
        passage = self._source.passage
        self.drawings.append(
            Drawing(
                event=str(self._source.event.id),
                extractor=self._extractor.name,
                version=self._extractor.version,
                tier=self._extractor.tier,
                rule=draft.rule,
                said=said_by(passage, self._extracted, draft),
                words=passage.text[draft.start : draft.end],
                confidence=draft.confidence,
                fate=fate,
                reason=reason,
                claim=claim,
            )
        )

    def _drawing_of(self, former: Former) -> Drawing:
        drawn, statement = former.act.drawn, former.act.statement
        assert drawn is not None, "it was found by its extractor"
        names = [self._name(one) for one in (statement.subject, statement.object) if one is not None]
        obj = names[1] if len(names) > 1 else str(statement.value)
        return Drawing(
            event=str(self._source.event.id),
            extractor=drawn.extractor,
            version=drawn.version,
            tier=drawn.tier,
            rule=drawn.rule,
            said=f"{names[0]} {statement.predicate} {obj}",
            confidence=drawn.confidence,
            fate="withdrawn",
            claim=former.event,
        )

    def _name(self, entity: str) -> str:
        number = self._graph.number(entity)
        known = self._graph.entity(number) if number is not None else None
        return known[0].name if known is not None else entity


def _same(act: ClaimAct, draft: Learned, statement: Statement) -> bool:
    """Tell whether an act says what a draft says, by the same words: then nothing has to be done."""
    drawn, validity = act.drawn, act.validity or Validity()
    assert drawn is not None, "it was found by its extractor"
    return (
        act.deed == draft.deed
        and act.statement == statement
        and (validity.valid_from, validity.valid_to) == (draft.valid_from, draft.valid_to)
        and (drawn.rule, drawn.start, drawn.end, drawn.confidence)
        == (draft.rule, draft.start, draft.end, draft.confidence)
    )


def notes_of(source: Source, extracted: Extracted, extractor: Extractor) -> Iterator[Drawing]:
    """Give as drawings what an extractor left out by itself, and why."""
    for note in extracted.notes:
        yield Drawing(
            event=source.passage.id,
            extractor=extractor.name,
            version=extractor.version,
            tier=extractor.tier,
            said=note,
            confidence=0.0,
            fate="left out",
        )
