"""The entity graph as far as a caller sees it: folded from the acts that rest on what he may read, and from no other.

Nothing is filtered out of an answer: what the caller may not know is in no table he reads. Whom an event concerns is decided
anew from what is seen (`shadow`). An act of somebody's that describes counts where everything it rests on is seen; a judgement,
where both it is about are known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import structs

from kenning.engine.claims.system import active
from kenning.engine.graph.projection import standing
from kenning.engine.reading import threads
from kenning.engine.reading.shadow import Shadow
from kenning.engine.reading.sight import DESCRIBING, is_recognised, own_labels
from kenning.model.codec import canonical, envelope_of
from kenning.model.event import Envelope
from kenning.model.identity import act as acts
from kenning.model.identity.act import Act, Changed, Created, MergeAct, Resolution, SplitAct, UnmergeAct, decoded
from kenning.model.identity.artifact import ArtifactVersion, MacroDemoted, Worded
from kenning.model.identity.entity import Outcome
from kenning.model.recall import Scope
from kenning.model.schema import Schema
from kenning.model.statement import ClaimAct
from kenning.rules import kinds
from kenning.rules.access.scope import readable
from kenning.rules.identity.acts import outcomes
from kenning.rules.names.letters import fold
from kenning.store import ApartReader

MODELS = frozenset({"embedding", "model"})
PENDING_MAX = 200
UNSETTLING = frozenset({kinds.REDACTED, kinds.ERASED, acts.RESTATED})
"""After these, what was folded before may have to read otherwise."""
_AT_ONCE = 500


def bring(scope: Scope, reader: ApartReader) -> None:
    """Fold what came since the graph was read last; all of it anew where something changed who may see what was there."""
    head = reader.head(scope.namespace).sequence
    upto = reader.kept.get("upto", 0)
    if head == upto:
        return
    folding = _Folding(reader, scope)
    if not folding.run(upto + 1, head):
        reader.forget(scope.namespace)
        _Folding(reader, scope).run(1, head)
    reader.kept["upto"] = head


class _Folding:
    """One catching-up: which rows are seen, and the acts that rest on them, in the order of the log."""

    def __init__(self, reader: ApartReader, scope: Scope) -> None:
        self._reader = reader
        self._scope = scope
        self._namespace = scope.namespace
        self.graph = reader.writable(scope.namespace)
        self._shadow = Shadow(reader, scope, self.graph, lambda: active(self.graph.schema(None)))
        self._seen: bytearray = reader.kept.setdefault("seen", bytearray())
        self._told: set[str] = reader.kept.setdefault("told", set())

    def run(self, first: int, head: int) -> bool:
        """Fold a stretch of the log. False where it tells that what was folded before may not be seen so any more."""
        further = first > 1
        others = self._rows(first, head, further=further)
        if others is None:
            return False
        for event in self._events(others):
            if event is None or event.kind in UNSETTLING:
                if further:
                    return False
            elif kinds.connects(event.kind):
                self._act(event)
        self.graph.settle()
        return True

    def _rows(self, first: int, head: int, *, further: bool) -> list[int] | None:
        """Note which rows are seen; list the sequences that opened none, or nothing where an earlier row is seen otherwise."""
        assert self._scope.classes is not None
        seen, classes = self._seen, self._scope.classes
        seen.extend(bytes(head + 1 - len(seen)))
        others, expected = list[int](), first
        for since, event, access, hidden in self._reader.accesses(self._namespace, first, head):
            others.extend(range(expected, since))
            expected = since + 1
            shown = access in classes and not hidden
            if further and event < first and bool(seen[event]) != shown:
                return None
            seen[since] = shown
        others.extend(range(expected, head + 1))
        return others

    def _events(self, sequences: list[int]) -> Iterator[Envelope | None]:
        for start in range(0, len(sequences), _AT_ONCE):
            some = sequences[start : start + _AT_ONCE]
            found = self._reader.several(self._namespace, some)
            for sequence in some:
                sealed, _ = found.get(sequence, (None, False))
                if sealed is None or sealed.payload is not None:
                    yield None if sealed is None else envelope_of(sealed)
                else:
                    counts = standing(self._reader, self._namespace, sequence)
                    yield None if counts is None else counts.event

    def _act(self, event: Envelope) -> None:
        act = decoded(event.kind, event.text)
        if isinstance(act, Resolution):
            if self._seen[act.sequence]:
                self._resolved(event, act)
            return
        if event.kind in DESCRIBING:
            if not self._rests_on_seen(event) or is_recognised(event):
                return  # whom an event concerns is decided anew
            self._told.add(str(event.id))
        told = self._tellable(act)
        if told is not None:
            self._shadow.told(event if told is act else _saying(event, told), told)

    def _rests_on_seen(self, event: Envelope) -> bool:
        if not event.links:
            return self._scope.who is not None and readable(own_labels(event), self._scope.who)
        return all(self._sees(link.to_event_id) for link in event.links)

    def _sees(self, event_id: str) -> bool:
        if event_id in self._told:
            return True
        found = self._reader.place(self._namespace, event_id)
        if found is None or found[1]:
            return False
        return bool(self._seen[found[0]]) or self._acts_on_seen(event_id)

    def _acts_on_seen(self, event_id: str) -> bool:
        """Tell whether an event opens no row of its own but acts on one that is seen, and so is read under its labels."""
        sealed = self._reader.get(self._namespace, event_id)
        event = envelope_of(sealed) if sealed is not None and sealed.payload is not None else None
        if event is None or not kinds.acts(event.kind):
            return False
        root = threads.root_of(self._reader, self._namespace, event)
        return root is not None and bool(self._seen[root.sequence])

    def _tellable(self, act: Act) -> Act | None:
        """Give what may be told of an act here: nothing where it is about somebody, or by a name, that is not known here."""
        match act:
            case ClaimAct():
                ends = [act.statement.subject, *([act.statement.object] if act.statement.object else [])]
                return act if self._are_known(ends) else None
            case MergeAct():
                bare = structs.replace(act, difference=acts.Difference(), reasons=[])
                return bare if act.band != "automatic" and self._are_known([act.survivor, act.merged]) else None
            case UnmergeAct():
                return act if self.graph.judgement(act.merge) is not None else None
            case SplitAct():
                return act if self._splits_known(act) else None
            case acts.Judged():
                return act if self._are_known([act.a, act.b]) else None
            case acts.Retired() | Changed():
                return act if self._are_known([act.id]) else None
            case Created() | Schema() | ArtifactVersion() | Worded():
                return act
            case MacroDemoted():
                known = [one for one in act.versions if self.graph.artifact_version(one) is not None]
                return structs.replace(act, versions=known) if known else None
            case _:
                return None  # trust and the review are the keeper's; what is suggested may rest on anything

    def _are_known(self, entities: Iterable[str]) -> bool:
        return all(self.graph.number(entity) is not None for entity in entities)

    def _splits_known(self, act: SplitAct) -> bool:
        number = self.graph.number(act.id)
        found = self.graph.entity(number) if number is not None else None
        if found is None:
            return False
        entity = found[0]
        names = {entity.name, *(alias.name for alias in entity.aliases)}
        met = {(one.channel, one.identifier) for one in entity.identifiers}
        return names.issuperset([act.name, *act.aliases]) and all(
            (one.channel, one.identifier) in met for one in act.identifiers
        )

    def _resolved(self, event: Envelope, act: Resolution) -> None:
        if any(one.again for one in act.outcomes):
            answers = [one for one in act.outcomes if one.tier in MODELS and self._is_open(act.sequence, one)]
            self.graph.apply(event.sequence, outcomes(structs.replace(act, outcomes=answers)))
            return
        sealed = self._reader.get(self._namespace, act.sequence)
        if sealed is not None and sealed.payload is not None:
            (self._shadow.recognise if act.drawn is None else self._shadow.draw)(envelope_of(sealed), act)

    def _is_open(self, sequence: int, outcome: Outcome) -> bool:
        """Tell whether a mention a model was asked about is open here too, and whom it named known."""
        waiting = self.graph.pending(fold(outcome.surface), PENDING_MAX)
        known = outcome.entity is not None and self.graph.number(outcome.entity) is not None
        return known and any((event, path) == (sequence, outcome.path) for event, path, _, _ in waiting)


def _saying(event: Envelope, act: Act) -> Envelope:
    """Give an act's event as if it had said this and no more."""
    primary = structs.replace(event.files[0], content=canonical(msgspec.to_builtins(act)).decode())
    return structs.replace(event, files=[primary])
