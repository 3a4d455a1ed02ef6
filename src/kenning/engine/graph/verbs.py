"""The verbs of a session on entities and on merges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kenning.engine.access import places, seat
from kenning.engine.access.bound import Bound
from kenning.engine.graph import entities, finding, merges, naming, review, state
from kenning.engine.graph.merges import MergePlan, Part
from kenning.engine.recognise import joining
from kenning.engine.recognise.asking import Models
from kenning.model.identity.definition import Definition
from kenning.model.identity.entity import Identifier, Outcome
from kenning.model.identity.view import Appearance, EntityState, EntityView, ReviewItem
from kenning.model.ids import EVENT_ID
from kenning.model.recall import Filters
from kenning.providers import Embedder, Judge


class EntityVerbs(Bound):
    """Who and what the log is about: found by every name it has, merged and parted by judgements that can be undone."""

    # -- reading -------------------------------------------------------------------------------------------------------

    def who(self, asked: str) -> EntityView:
        """Show one entity: by id, by ``channel:identifier``, or by a name or alias that only one bears.

        Raises `NotFoundError`, and `ConflictError` with the candidates where several are called so.
        """
        return finding.who(self._engine, self.scope, self.agent, asked, self._at)

    def entities(self) -> list[EntityView]:
        """List all entities as they read now, merged ones under their canonical id, in the order they came."""
        return finding.listed(self._engine, self.scope, self._at)

    def names(self, ids: Iterable[str], *, own: bool = False) -> dict[str, str]:
        """Give the names of entities by id: of what each reads as, or, with ``own``, as it is called by its own events alone.

        One that is not there, or was erased, has none.
        """
        return naming.names(self._engine, self.scope, ids, self._at, own=own)

    def event_count(self, asked: str) -> int:
        """Count the events in which an entity stands, in whatever role."""
        return naming.event_count(self._engine, self.scope, self.agent, asked, self._at)

    def resolve(self, surface: str, *, type: str | None = None) -> Outcome:  # noqa: A002 - the schema's word
        """Say whom a name means, with candidates and scores; nothing is recorded."""
        return review.resolve(self._engine, self.scope, self.agent, surface, type)

    def definitions(self, asked: str) -> list[Definition]:
        """List the versions of an entity's definition with those of all that were merged into it, oldest first."""
        return finding.versions(self._engine, self.scope, self.agent, asked, self._at)

    def appears(self, asked: str, *, filters: Filters | None = None, limit: int = 50) -> list[Appearance]:
        """List where an entity stands in events, whatever its role, the latest first."""
        return state.appears(self._engine, self.scope, (self.agent, asked), filters or Filters(), self._at, limit=limit)

    def state(self, asked: str) -> EntityState:
        """Compute what the log says of an entity up to this session's moment: last seen, how often, where, with whom."""
        return state.state(self._engine, self.scope, self.agent, asked, self._at)

    # -- naming and describing -----------------------------------------------------------------------------------------

    def create_entity(
        self,
        name: str,
        type: str = "kenning:Person",  # noqa: A002 - the schema's word
        *,
        aliases: Sequence[str] = (),
        identifiers: Sequence[tuple[str, str]] = (),
        attributes: Mapping[str, Any] | None = None,
    ) -> str:
        """Make an entity by hand and give its id; two may bear one name.

        Raises `ConflictError` where one of its identifiers (channel, string) is another's.
        """
        self._writable()
        self._about()
        if identifiers:
            self._may("entity", name, "merge")
        more = {"identifiers": identifiers, "attributes": attributes or {}}
        return entities.create(self._engine, self._who, name, self._type(type), aliases=aliases, more=more)

    def rename(self, asked: str, name: str) -> str:
        """Give an entity another canonical name; the old one stays as an alias. Gives the id of the act."""
        return self._change(asked, {"name": name})

    def retype(self, asked: str, type: str) -> str:  # noqa: A002 - the schema's word
        """Give an entity another type of the active schema."""
        return self._change(asked, {"type": self._type(type)})

    def add_alias(self, asked: str, *names: str) -> str:
        """Add names an entity goes by."""
        return self._change(asked, {"add_aliases": list(names)})

    def drop_alias(self, asked: str, *names: str) -> str:
        """Take names from an entity, whichever of those merged brought them; mentions that were resolved by them stay."""
        return self._change(asked, {"drop_aliases": list(names)})

    def bind(self, asked: str, channel: str, identifier: str) -> str:
        """Bind an identifier on a channel to an entity: who acts under it is that entity."""
        return self._rebind(asked, {"add_identifiers": [Identifier(channel=channel, identifier=identifier)]})

    def unbind(self, asked: str, channel: str, identifier: str) -> str:
        """Take an identifier from an entity, whichever of those merged brought it."""
        return self._rebind(asked, {"drop_identifiers": [Identifier(channel=channel, identifier=identifier)]})

    def describe(self, asked: str, attributes: Mapping[str, Any]) -> str:
        """Set attributes of an entity; ``None`` removes one."""
        return self._change(asked, {"attributes": dict(attributes)})

    def _rebind(self, asked: str, changing: Mapping[str, Any]) -> str:
        self._writable()
        [one] = self._about(asked)
        return seat.done(self._engine, self._who, lambda at: places.rebind(at, one, changing))

    def _change(self, asked: str, changing: Mapping[str, Any]) -> str:
        self._writable()
        [one] = self._about(asked)
        return entities.change(self._engine, self._who, one, changing)

    def retire(self, asked: str) -> str:
        """Take an entity out of use: it neither resolves nor is suggested, and its claims stay readable."""
        self._writable()
        return entities.retire(self._engine, self._who, *self._about(asked))

    def restore_entity(self, asked: str) -> str:
        """Take a retired entity back into use, named by id, identifier, or a name that only one retired entity bore.

        Raises `ConflictError` with the candidates where several did.
        """
        self._writable()
        return entities.retire(self._engine, self._who, *self._about(asked), restore=True)

    # -- judging -------------------------------------------------------------------------------------------------------

    def merge(self, survivor: str, merged: str, *, policy: str = "survivor_wins", **policies: str) -> str:
        """Judge two entities to be one; give the id of the merge. ``policies`` settle single attributes.

        A policy is survivor_wins, merged_wins, newest, concatenate or reject.
        """
        self._writable()
        how = joining.asked(policy, policies)
        return merges.merge(self._engine, self._who, self._known(survivor), self._known(merged), how)

    def plan_merge(self, survivor: str, merged: str, *, policy: str = "survivor_wins", **policies: str) -> MergePlan:
        """Say what a merge would change; nothing is done. Raises `ConflictError` where they may not be one."""
        ends = (self.agent, survivor, merged)
        return merges.plan(self._engine, self.scope, ends, joining.asked(policy, policies))

    def unmerge(self, asked: str) -> str:
        """Undo a merge, named by its id or by the entity that went, within the grace period; gives the id of the act."""
        self._writable()
        return merges.unmerge(self._engine, self._who, self._judged(asked), any_time=False)

    def _judged(self, asked: str) -> str:
        """Give a merge by its id, or whoever it is asked about as this session knows him."""
        return asked if EVENT_ID.fullmatch(asked) else self._known(asked)

    def split(
        self,
        asked: str,
        name: str | None = None,
        *,
        aliases: Sequence[str] = (),
        identifiers: Sequence[tuple[str, str]] = (),
        attributes: Sequence[str] = (),
    ) -> str:
        """Split an entity at any time: without a name, undo a merge; with one, names and identifiers go to a new entity.

        Gives the id of the act, or of the new entity. What was linked meanwhile stays where it was written.
        """
        self._writable()
        if name is None:
            return merges.unmerge(self._engine, self._who, self._judged(asked), any_time=True)
        part = Part(name=name, aliases=tuple(aliases), identifiers=tuple(identifiers), attributes=tuple(attributes))
        return merges.split(self._engine, self._who, self._known(asked), part)

    def hold_apart(self, a: str, b: str) -> str:
        """Judge that two entities are never the same: no score suggests or joins them from then on."""
        self._writable()
        return merges.hold_apart(self._engine, self._who, self._known(a), self._known(b), different=True)

    def hold_open(self, a: str, b: str) -> str:
        """Take back that two entities are never the same."""
        self._writable()
        return merges.hold_apart(self._engine, self._who, self._known(a), self._known(b), different=False)

    def reviews(self, *, limit: int = 100, look: bool = True) -> list[ReviewItem]:
        """List what waits for a person: discovered entities, suggested merges, mentions nobody could decide.

        Where the log has grown by a twentieth since, whoever holds the file looks first at who may be one by their habits
        (`look_for_merges`), and records what that suggests. Not without ``look``, nor at a moment of the past.
        """
        self._may("entity", "", "elevate")
        if look and self._at is None and self._asker is None:
            review.look_if_due(self._engine, self._who)
        return review.listed(self._engine, self.scope, self._at, limit)

    def decide_open(self, *, embedder: Embedder | None = None, judge: Judge | None = None, limit: int = 100) -> int:
        """Ask a model of yours about mentions nobody could decide; gives how many are decided now.

        What it says is recorded with its name, and never asked again: replay calls no model. Nothing is asked without one.
        """
        self._writable()
        self._keeps("asking a model about open mentions")
        models = Models(embedder=embedder, judge=judge)
        return review.decide_open(self._engine, self._who, models, limit)

    def look_for_merges(self) -> int:
        """Compare all who act on a channel once more, by hours, vocabulary, devices and networks too; suggests, never joins.

        `reviews` does so unasked when enough has happened; this does it now. Gives how many suggestions are new in the review.
        """
        self._writable()
        self._keeps("looking for merges")
        return review.look_again(self._engine, self._who)

    def answer_review(self, item: str, decision: str) -> str:
        """Say what is to become of an item of the review queue: ``accept``, ``reject`` for ever, or ``later``."""
        self._writable()
        self._may("entity", item, "elevate")
        return review.answer(self._engine, self._who, item, decision)
