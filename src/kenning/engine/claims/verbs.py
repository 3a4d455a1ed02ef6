"""The verbs of a session on claims, relations and walks of the graph."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import structs

from kenning.engine.access.bound import Bound
from kenning.engine.claims import between as connecting
from kenning.engine.claims import claiming, schemas
from kenning.engine.claims.claiming import Said, Wanted
from kenning.engine.graph import walking
from kenning.model.identity.graph import Paths, Star, Subgraph, Walk
from kenning.model.identity.view import Between
from kenning.model.schema import Active, Difference, Schema
from kenning.model.statement import Claim, ClaimRow, Contradiction, Validity
from kenning.rules.knowledge import moments


class ClaimVerbs(Bound):
    """What is claimed, on which evidence; two axes of time: when it holds, and when it was recorded."""

    # -- claiming ------------------------------------------------------------------------------------------------------

    def assert_claim(self, subject: str, predicate: str, value: Any, **more: Any) -> str:  # noqa: ANN401 - any JSON value
        """Claim a value of an entity, such as a birthday or a preference; gives the id of the act.

        ``more``: ``evidence`` (ids of events), ``confidence``, ``valid_from``, ``valid_to``, ``time_zone``, ``topic`` and
        ``reason``. Without evidence your words are recorded and are it. The same claim again adds evidence.
        """
        return self._claim({"subject": subject, "predicate": predicate, "value": value}, more)

    def relate(self, subject: str, predicate: str, obj: str, **more: Any) -> str:  # noqa: ANN401 - any JSON value
        """Claim that two entities stand in a relation; see `assert_claim`."""
        return self._claim({"subject": subject, "predicate": predicate, "object": obj}, more)

    def end_claim(self, subject: str, predicate: str, *, value: Any = None, obj: str | None = None, **more: Any) -> str:  # noqa: ANN401
        """Say that something holds no longer, from ``valid_from`` on; it stays as what once held."""
        self._writable()
        said = self._said({"subject": subject, "predicate": predicate, "value": value, "object": obj}, more)
        return claiming.assert_claim(self._engine, self._who, self._sayable(said), "ends")

    def _claim(self, what: dict[str, Any], more: dict[str, Any]) -> str:
        self._writable()
        return claiming.assert_claim(self._engine, self._who, self._sayable(self._said(what, more)))

    def _sayable(self, said: Said) -> Said:
        """Let a claim through that is about those, and rests on what, this session knows of and may write."""
        if self._asker is None:
            return said
        self._seen(*said.evidence)
        ends = self._about(said.subject, *([said.object] if said.object is not None else []))
        return structs.replace(said, subject=ends[0], object=ends[1] if said.object is not None else None)

    def _said(self, what: dict[str, Any], more: dict[str, Any]) -> Said:
        fields = dict(more)
        validity = {name: fields.pop(name) for name in Validity.__struct_fields__ if fields.get(name) is not None}
        for name in Validity.__struct_fields__:
            fields.pop(name, None)
        if validity:
            fields["validity"] = Validity(**validity)
        fields["evidence"] = tuple(fields.get("evidence", ()))
        return Said(**what, **fields)

    def retract(self, claim_id: str, *, because: str | None = None) -> str:
        """Withdraw a claim altogether: what it had closed is open again."""
        self._writable()
        entitled = self._withdraws(claim_id)
        return claiming.withdraw(self._engine, self._who, claim_id, because, entitled=entitled)

    def supersede(self, claim_id: str, *, because: str | None = None) -> str:
        """Say that a claim is replaced and never held as it stood."""
        self._writable()
        entitled = self._withdraws(claim_id)
        return claiming.withdraw(self._engine, self._who, claim_id, because, replace=True, entitled=entitled)

    def _withdraws(self, claim_id: str) -> bool:
        """Tell whether this session may withdraw what others claimed; the claim has to be one it sees."""
        compiled = self._compiled()
        if compiled is None:
            return True
        self.claim(claim_id)
        return compiled.check("administrative", "correct_others", "perform").allowed

    # -- reading -------------------------------------------------------------------------------------------------------

    def claims(
        self,
        subject: str | None = None,
        *,
        obj: str | None = None,
        predicate: str | None = None,
        valid_at: str | None = None,
        ended: bool = False,
    ) -> list[Claim]:
        """List claims about an entity (or, with ``obj``, relations to it, or all): those that hold, each with its evidence.

        ``valid_at`` asks for those that held at a moment; ``ended`` lists the ended ones too. This session's moment is the other
        axis: what was recorded by then.
        """
        zone = self._engine.config.time_zone
        at_us = moments(Validity(valid_from=valid_at, time_zone=zone))[0] if valid_at is not None else None
        wanted = Wanted(subject=subject, object=obj, predicate=predicate, valid_at_us=at_us, ended=ended)
        return claiming.listed(self._engine, self.scope, self.agent, wanted, self._at)

    def about(self, asked: str) -> list[Claim]:
        """List what is known about an entity: the claims whose subject it is."""
        return self.claims(asked)

    def claim(self, claim_id: str) -> Claim:
        """Give one claim as it was written, with all it rests on, whether or not it holds."""
        return claiming.one(self._engine, self.scope, claim_id, self._at)

    def claim_history(self, claim_id: str) -> list[ClaimRow]:
        """List how one claim read, version by version."""
        return claiming.history(self._engine, self.scope, claim_id)

    def contradictions(self, asked: str | None = None) -> list[Contradiction]:
        """List claims that cannot all hold, of one entity or of all, with a recommendation and its reasons."""
        return claiming.contradicting(self._engine, self.scope, self.agent, asked, self._at)

    # -- walking -------------------------------------------------------------------------------------------------------

    def star(self, anchor: str, walk: Walk | None = None) -> Star:
        """Walk from an entity along its relations, hop by hop; with claims about those met, and events that mention them."""
        return walking.star(self._engine, self.scope, (self.agent, anchor), walk or Walk(), self._at)

    def subgraph(self, anchor: str, walk: Walk | None = None) -> Subgraph:
        """Give all entities within some hops of one, and every relation between them."""
        return walking.subgraph(self._engine, self.scope, (self.agent, anchor), walk or Walk(), self._at)

    def paths(self, start: str, goal: str, walk: Walk | None = None, *, every: bool = False) -> Paths:
        """Give the shortest ways from one entity to another, or every simple one up to the depth."""
        ends = (self.agent, start, goal)
        return walking.paths(self._engine, self.scope, ends, walk or Walk(), self._at, every=every)

    def between(self, start: str, goal: str, *, limit: int = 50) -> Between:
        """Tell what connects two entities: claims that join them, the shortest ways of relations, events that concern both.

        At most ``limit`` events are listed, the latest. Raises `InvalidError` where the two are one, `NotFoundError`.
        """
        return connecting.between(self._engine, self.scope, (self.agent, start, goal), self._at, limit=limit)

    # -- the schema ----------------------------------------------------------------------------------------------------

    def schema(self, version: int | None = None) -> Schema | None:
        """Give the user's schema in force at this session's moment, or one of its versions; nothing where none was applied."""
        return schemas.own(self._engine, self.scope, self._at, version)

    def active_schema(self) -> Active:
        """Give the system's schema and the user's as one, as they are in force at this session's moment."""
        return schemas.in_force(self._engine, self.scope, self._at)

    def compare_schema(self, path: Path | str) -> list[Difference]:
        """Say how a schema file differs from what is in force; nothing is applied. Raises `InvalidError` as `apply_schema`."""
        return schemas.compared(self.schema(), schemas.read_file(Path(path)))

    def apply_schema(self, path: Path | str) -> tuple[Schema, list[Difference]]:
        """Apply a schema file as the next version; gives it, and how it differs from the one before.

        Raises `InvalidError` that lists everything wrong with the file, each with its line.
        """
        self._writable()
        self._may("administrative", "configure_safety", "perform")
        return schemas.apply(self._engine, self._who, schemas.read_file(Path(path)))
