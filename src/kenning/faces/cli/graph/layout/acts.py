"""Kenning's own acts in words: what a person reads in the log in place of their JSON, with the names of those they are about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import structs

from kenning.faces.cli.graph.layout import trust, words
from kenning.model.access.act import NoticesRead, Refusal
from kenning.model.event import Envelope, File
from kenning.model.identity import act as kinds
from kenning.model.identity.act import (
    CONTENTS,
    Act,
    Changed,
    Created,
    Judged,
    MergeAct,
    Resolution,
    Restated,
    Retired,
    Reviewed,
    SplitAct,
    Suggested,
    UnmergeAct,
    decoded,
)
from kenning.model.identity.artifact import ArtifactVersion, MacroDemoted, Worded
from kenning.model.identity.entity import Outcome
from kenning.model.ids import ENTITY_ID
from kenning.model.schema import Schema
from kenning.model.statement import ClaimAct

if TYPE_CHECKING:
    from kenning.engine.session import Session

Lines = Iterator[str]
"""What an act says: all of it in a few words first, then what is worth a look, line by line."""


class Told:
    """Acts in words, as one session reads them: names are looked up once."""

    def __init__(self, session: Session) -> None:
        """Bind the session that is asked for names."""
        self._session = session
        self._names: dict[str, str] = {}
        self._spoken: words.Spoken | None = None

    def event(self, event: Envelope, *, whole: bool = False) -> Envelope:
        """The event as a person reads it: an act says in words what it did, any other stays as it is.

        ``whole`` has everything, line by line; without it there is one line.
        """
        if event.kind not in CONTENTS or not event.text:
            return event
        lines = self._lines(event)
        said = "\n".join(lines) if whole else next(lines, "")
        return structs.replace(event, files=[File(role="primary", content_type="text/plain", content=said)])

    def _lines(self, event: Envelope) -> Lines:
        act = decoded(event.kind, event.text)
        if event.kind in {kinds.CHANGED, kinds.MERGED, kinds.UNMERGED, kinds.SPLIT}:
            self._names.clear()  # whoever is named before this act may be called otherwise after it
        say = _SAY[type(act)]
        return say(self, act, event)

    def name(self, entity: str) -> str:
        """What an entity is called, as acts on trust name it."""
        return self._name(entity) if ENTITY_ID.fullmatch(entity) else entity

    def _name(self, entity: str | None) -> str:
        """What an entity is called by its own events; where it is gone, the end of its id."""
        if entity is None:
            return "nobody"
        if entity not in self._names:
            self._names.update(self._session.names([entity], own=True))
        return self._names.get(entity) or words.short(entity)

    # -- entities ------------------------------------------------------------------------------------------------------

    def created(self, act: Created, _: Envelope) -> Lines:
        """Who is known from now on, as what, and how they were met."""
        said = [f"{act.name}, {words.a_type(act.type)}"]
        said += [f"met as {words.identifiers(act.identifiers)}"] if act.identifiers else []
        said += [f"also called {', '.join(act.aliases)}"] if act.aliases else []
        said += words.attributes(act.attributes)
        yield ", ".join(said)
        yield act.id
        if act.review:
            yield "waits for review: kenning review"

    def restated(self, act: Restated, event: Envelope) -> Lines:
        """What an act that was erased still says."""
        said = act.said()
        first, *rest = _SAY[type(said)](self, said, event)
        yield f"said again without what was erased: {first}"
        yield from rest

    def changed(self, act: Changed, event: Envelope) -> Lines:
        """What is otherwise now about somebody, who is named as before."""
        earlier = self._session.at(event.sequence - 1) if event.sequence else self._session
        before = earlier.names([act.id], own=True)
        said = [f"now called {act.name}"] if act.name else []
        said += [f"is {words.a_type(act.type)}"] if act.type else []
        for verb, names in (("also called", act.add_aliases), ("no longer called", act.drop_aliases)):
            said += [f"{verb} {', '.join(names)}"] if names else []
        for verb, met in (("met as", act.add_identifiers), ("no longer met as", act.drop_identifiers)):
            said += [f"{verb} {words.identifiers(met)}"] if met else []
        said += words.attributes(act.attributes)
        yield f"{before.get(act.id) or self._name(act.id)}: {', '.join(said)}"
        yield act.id

    def retired(self, act: Retired, event: Envelope) -> Lines:
        """Who is out of use, or in use again."""
        yield f"{self._name(act.id)}, {'in use again' if event.kind == kinds.RESTORED else 'no longer in use'}"
        yield act.id

    # -- judgements ----------------------------------------------------------------------------------------------------

    def merged(self, act: MergeAct, _: Envelope) -> Lines:
        """Who reads as whom, by whose hand, for which reasons, and what that changes."""
        how = "by hand" if act.band == "operator" else f"{act.band}, {act.confidence:.0%} sure"
        yield f"{self._name(act.merged)} into {self._name(act.survivor)} ({how})"
        yield from words.reasons(act.reasons)
        yield from words.difference(act.difference)

    def unmerged(self, act: UnmergeAct, _: Envelope) -> Lines:
        """Who is somebody else again."""
        yield f"{self._name(act.merged)} is another than {self._name(act.survivor)} again"

    def split(self, act: SplitAct, _: Envelope) -> Lines:
        """Who was split off, and with what."""
        taken = [*act.aliases, *map(words.identifier, act.identifiers), *act.attributes]
        yield f"{act.name} split off {self._name(act.id)}" + (f", with {', '.join(taken)}" if taken else "")
        yield act.part

    def judged(self, act: Judged, _: Envelope) -> Lines:
        """Who is held apart, or no longer."""
        said = "are never the same" if act.judgement == "different" else "may be the same after all"
        yield f"{self._name(act.a)} and {self._name(act.b)} {said}"

    def suggested(self, act: Suggested, _: Envelope) -> Lines:
        """Who may be one, and why."""
        why = ", ".join(reason.kind.replace("_", " ") for reason in act.reasons)
        yield f"{self._name(act.a)} and {self._name(act.b)} may be one: {act.score:.0%}{f', {why}' if why else ''}"
        yield from words.reasons(act.reasons)

    def reviewed(self, act: Reviewed, _: Envelope) -> Lines:
        """What a person said, and to what."""
        asked = self._found(act.item)
        about = next(self._lines(asked), "") if asked is not None and asked.kind in CONTENTS else act.item
        yield f"{'put off' if act.decision == 'later' else act.decision}: {about}"

    def _found(self, event_id: str) -> Envelope | None:
        from kenning.errors import ErasedError, NotFoundError

        try:
            return self._session.event(event_id)
        except (ErasedError, NotFoundError):
            return None

    # -- mentions ------------------------------------------------------------------------------------------------------

    def resolved(self, act: Resolution, _: Envelope) -> Lines:
        """Whom each mention of an event means; then each with where it stands and how alike its candidates are."""
        yield "; ".join(self._outcome(outcome) for outcome in act.outcomes)
        about = self._found(act.event)
        yield f"in #{about.sequence if about else act.sequence}"
        for outcome in act.outcomes:
            yield f"  {outcome.path}, {outcome.role}: {self._outcome(outcome)}, {outcome.score:.0%}"
            for candidate in outcome.candidates:
                yield f"    {self._name(candidate.entity)}  {words.scored(candidate.score, candidate.features)}"

    def _outcome(self, outcome: Outcome) -> str:
        """A mention and whom it means."""
        if outcome.status == "created":
            return f"{outcome.surface} → new"
        if outcome.status == "ambiguous":
            return f"{outcome.surface} → unclear, one of {len(outcome.candidates)}"
        again = ", now that more is known" if outcome.again else ""
        return f"{outcome.surface} → {self._name(outcome.entity)} ({outcome.tier or 'known'}{again})"

    # -- claims and schemas --------------------------------------------------------------------------------------------

    def claimed(self, act: ClaimAct, _: Envelope) -> Lines:
        """What is claimed, said to have ended, or withdrawn; then on what evidence."""
        if self._spoken is None:
            self._spoken = words.Spoken(self._session.active_schema())
        ends = [one for one in (act.statement.subject, act.statement.object) if one is not None]
        names = {one: self._name(one) for one in ends}
        sentence = self._spoken.sentence(act.statement, names)
        yield _DEEDS[act.deed] + sentence + words.validity(act.validity)
        if act.reason:
            yield f"because: {act.reason}"
        for one in act.evidence:
            said = self._found(one.event)
            yield f"on #{said.sequence}  {one.source}  {words.weighed(one)}" if said else f"on {one.event}"

    def applied(self, act: Schema, _: Envelope) -> Lines:
        """Which schema is in force."""
        yield f"{act.name}, version {act.version}: {len(act.types)} types, {len(act.predicates)} predicates"
        yield act.hash

    # -- artifacts, notices, refusals ----------------------------------------------------------------------------------

    def put(self, act: ArtifactVersion, _: Envelope) -> Lines:
        """Which version was put, and why; its words are told by another act."""
        yield f"{act.kind} {act.label} {act.id[:8]} ({act.cause})"
        yield act.artifact
        if act.entity is not None:
            yield f"from what {self._name(act.entity)} did"

    def worded(self, act: Worded, _: Envelope) -> Lines:
        """What a version says."""
        from kenning.rules.knowledge.artifacts import step_words

        yield f"{act.version[:8]}: {act.words.name}"
        if act.words.text:
            yield act.words.text
        for step in act.words.steps:
            yield f"  {step_words(step)}"
        if act.words.because:
            yield f"because: {act.words.because}"

    def demoted(self, act: MacroDemoted, _: Envelope) -> Lines:
        """Which macros are refused, and because of whom."""
        named = ", ".join(one[:8] for one in act.versions)
        yield f"macros of {self._name(act.entity)}, who is permitted otherwise now: {named}"

    def refused(self, act: Refusal, _: Envelope) -> Lines:
        """Who was refused what, and why."""
        from kenning.rules.access.words import reason_words

        asked = act.request
        what = f"{asked.action} {asked.resource_type.replace('_', ' ')} {asked.resource_id}"
        yield f"{self._name(asked.entity) if asked.entity.count('-') == 4 else asked.entity} was refused: {what}"
        for reason in act.reasons:
            yield reason_words(reason)

    def seen(self, act: NoticesRead, _: Envelope) -> Lines:
        """How many notices were seen."""
        yield f"{len(act.notices)} notice{'' if len(act.notices) == 1 else 's'} seen"


_DEEDS: Mapping[str, str] = {
    "asserts": "",
    "ends": "no longer: ",
    "retracts": "withdrawn: ",
    "supersedes": "replaced: ",
}
_SAY: Mapping[type[Act], Callable[[Any, Any, Envelope], Lines]] = {
    **trust.SAY,
    Created: Told.created,
    Changed: Told.changed,
    Retired: Told.retired,
    MergeAct: Told.merged,
    UnmergeAct: Told.unmerged,
    SplitAct: Told.split,
    Judged: Told.judged,
    Suggested: Told.suggested,
    Resolution: Told.resolved,
    Reviewed: Told.reviewed,
    Schema: Told.applied,
    ClaimAct: Told.claimed,
    ArtifactVersion: Told.put,
    Worded: Told.worded,
    MacroDemoted: Told.demoted,
    Refusal: Told.refused,
    NoticesRead: Told.seen,
    Restated: Told.restated,
}
