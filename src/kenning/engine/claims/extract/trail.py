"""From a claim back to the words: the acts it rests on, the events those rest on, and what these say."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from kenning.engine.claims.claiming import one as find_one
from kenning.engine.engine import Engine
from kenning.engine.reading import reads
from kenning.engine.reading.sight import Sight
from kenning.engine.reading.threads import read_view
from kenning.model.codec import envelope_of
from kenning.model.identity.act import decoded
from kenning.model.recall import Scope
from kenning.model.report import Step
from kenning.model.statement import Claim, ClaimAct
from kenning.store import SEQUENCE_MAX, Reader


def trail(engine: Engine, scope: Scope, claim_id: str, at: int | None) -> list[Step]:
    """List what a claim rests on, event by event, in the order it was claimed. Raises `NotFoundError`."""
    claim = find_one(engine, scope, claim_id, at)
    with engine.store.read() as reader:
        return list(_steps(reader, scope, claim, SEQUENCE_MAX if at is None else at))


def _steps(reader: Reader, scope: Scope, claim: Claim, at: int) -> Iterator[Step]:
    sight = Sight(reader, scope)
    for act_id in claim.acts or [claim.id]:
        sealed = reader.get(scope.namespace, act_id)
        if sealed is None or sealed.payload is None or not sight.sees_sealed(sealed):
            continue
        act = decoded(envelope_of(sealed).kind, envelope_of(sealed).text)
        if not isinstance(act, ClaimAct):
            continue
        for evidence in act.evidence:
            found = reader.get(scope.namespace, evidence.event)
            if found is None or found.payload is None or not sight.sees_sealed(found):
                continue
            step = Step(act=act_id, event=evidence.event, belief=evidence.belief, confidence=evidence.confidence)
            yield _said(reader, scope, act, step, at)


def _said(reader: Reader, scope: Scope, act: ClaimAct, step: Step, at: int) -> Step:
    """Fill in what an event says, as it reads; nothing of it where it is redacted."""
    event = reads.find(reader, Scope(namespace=scope.namespace), step.event, None)
    reading = read_view(reader, scope.namespace, event, at)
    now, drawn = reading.event, act.drawn
    actor = now.actor
    by = event.recorded_by
    speaker = (actor.name or actor.identifier or actor.id) if actor is not None else by.principal if by else ""
    said = {
        "kind": now.kind,
        "speaker": "" if reading.redacted else speaker or "",
        "at": (now.time.occurred_at if now.time is not None else None) or now.recorded_at,
        "text": "" if reading.redacted else now.text,
        "stands": act.deed == "asserts",
    }
    if drawn is not None:
        said |= {
            "start": drawn.start,
            "end": drawn.end,
            "extractor": drawn.extractor,
            "version": drawn.version,
            "tier": drawn.tier,
            "rule": drawn.rule,
        }
    return structs.replace(step, **said)
