"""The tools: each decodes what it takes, calls verbs of the session, and writes down what they gave. No rule lives here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import Struct

from kenning.errors import InvalidError
from kenning.faces.mcp import asks, gives, told
from kenning.faces.mcp.told import Answer, Entry, cut, named, paged
from kenning.model.event import Event, File, Link, Provenance, Source, Time
from kenning.model.identity.view import ReviewItem
from kenning.model.recall import Filters, Ways
from kenning.model.statement import Claim
from kenning.model.time import wrong
from kenning.rules.door.wire import check_plain, refusal
from kenning.rules.recall.context import quoted

CANDIDATES_MAX = 20
APPEARS_MAX = 20
Verb = Callable[..., Any]


class Asker:
    """Whose session a connection is, and by which of its verbs a tool asks."""

    def __init__(self, session: Any, verb: Callable[[str, Any], Verb] | None = None) -> None:  # noqa: ANN401 - a session
        """Ask through a session; ``verb`` gives one of its verbs where a token lets not all of them through."""
        self.session = session
        self._verb = verb or (lambda name, at: getattr(at, name))

    def verb(self, name: str, as_of: str | None = None) -> Verb:
        """Give a verb, as of a moment where one is named."""
        return self._verb(name, self.session if as_of is None else self.session.at(as_of))

    @property
    def name(self) -> str:
        """Give what whoever asks is called: what it remembers is recorded by this name."""
        return str(self.session.context().name)


class Tool(Struct, frozen=True, kw_only=True):
    """One tool: what it takes, what it gives, how it is done, and what is told of it beforehand."""

    name: str
    title: str
    takes: type[Struct]
    gives: type[Struct] | tuple[type[Struct], ...]
    run: Callable[[Asker, Any], Answer]
    reads: bool = True
    destroys: bool = False
    repeats: bool = True

    @property
    def says(self) -> str:
        """Give the description: that of what it takes."""
        return " ".join((self.takes.__doc__ or "").split())

    def answer(self, asker: Asker, plain: Mapping[str, Any]) -> Answer:
        """Answer a call. Raises `KenningError`."""
        check_plain(dict(plain), "", 1)
        try:
            given = msgspec.convert(dict(plain), self.takes)
        except msgspec.ValidationError as error:
            raise refusal(str(error), plain, self.takes) from error
        return self.run(asker, given)


# -- recording ---------------------------------------------------------------------------------------------------------


def _remember(asker: Asker, given: asks.Remember) -> Answer:
    event = Event(
        kind=given.kind,
        source=Source(type="agent", name=asker.name),
        actor=given.by,
        time=_time(given),
        files=[File(role="primary", content_type="text/plain", content=given.text)],
        privacy=given.privacy,
        provenance=Provenance(basis=given.basis, confidence=given.confidence),
        idempotency_key=given.key,
        links=[Link(to_event_id=one, relation="derived_from") for one in given.derived_from],
        entities=given.about,
    )
    receipt = asker.verb("record")(event)
    known = " It was kept before." if receipt.replayed else ""
    return Answer(gives.Kept(id=receipt.id, replayed=receipt.replayed), f"Kept [{receipt.id}].{known}")


def _time(given: asks.Remember) -> Time | None:
    if given.occurred_at is None and given.time_zone is None:
        return None
    return Time(occurred_at=given.occurred_at, time_zone=given.time_zone)


def _assert(asker: Asker, given: asks.Assert) -> Answer:
    if given.object is not None and given.value is not None:
        raise wrong("value", given.value, "is one end too many: an object is given too", hint="give one of the two")
    more = {
        name: getattr(given, name)
        for name in ("evidence", "confidence", "valid_from", "valid_to", "topic", "reason")
        if getattr(given, name) is not None
    }
    if not given.holds:
        act = asker.verb("end_claim")(given.subject, given.predicate, value=given.value, obj=given.object, **more)
    elif given.object is not None:
        act = asker.verb("relate")(given.subject, given.predicate, given.object, **more)
    elif given.value is not None:
        act = asker.verb("assert_claim")(given.subject, given.predicate, given.value, **more)
    else:
        raise wrong("object", None, "is missing, and so is value", hint="give one of the two")
    return Answer(gives.Done(id=act), f"Claimed [{act}]." if given.holds else f"Ended [{act}].")


def _correct(asker: Asker, given: asks.Correct) -> Answer:
    if (given.event is None) == (given.claim is None):
        raise wrong("event", given.event, "or claim is to be given, and one of the two only")
    if given.claim is not None:
        act = asker.verb("retract")(given.claim, because=given.because)
        return Answer(gives.Done(id=act), f"Withdrawn [{given.claim}] by [{act}].")
    patch = dict(given.patch or {})
    if given.content is not None:
        patch["content"] = given.content
    if not patch:
        raise wrong("content", None, "is missing, and so is patch", hint="say what the event should read")
    receipt = asker.verb("correct")(given.event, patch, because=given.because)
    return Answer(gives.Done(id=receipt.id), f"Corrected [{given.event}] by [{receipt.id}].")


def _forget(asker: Asker, given: asks.Forget) -> Answer:
    receipt = asker.verb("redact")(given.event, because=given.because)
    remark = gives.ERASING
    return Answer(gives.Done(id=receipt.id, remark=remark), f"Hidden [{given.event}] by [{receipt.id}]. {remark}")


# -- asking ------------------------------------------------------------------------------------------------------------


def _recall(asker: Asker, given: asks.Recall) -> Answer:
    found = asker.verb("recall", given.as_of)(
        given.question,
        k=given.k,
        budget_tokens=0,  # the block is not used: the budget is that of both forms of this answer
        valid_at=given.valid_at,
        filters=_filters(given),
        ways=Ways(old=given.old),
    )
    return paged(gives.Recalled(), told.hits(found, given.budget_tokens), given.budget_tokens, none=told.NOTHING)


def _timeline(asker: Asker, given: asks.Timeline) -> Answer:
    views = asker.verb("timeline", given.as_of)(_filters(given), limit=given.limit, newest_first=given.newest_first)
    entries = [told.event(one, given.budget_tokens) for one in views]
    return paged(gives.Listed(), entries, given.budget_tokens, none="Nothing is known here of that time.")


def _who_is(asker: Asker, given: asks.WhoIs) -> Answer:
    if given.name is None:
        return _oneself(asker, given.as_of)
    view = asker.verb("who", given.as_of)(given.name)
    about: list[Claim] = asker.verb("about", given.as_of)(view.id)
    leading: list[Claim] = asker.verb("claims", given.as_of)(obj=view.id)
    claims = list({one.id: one for one in (*about, *leading)}.values())
    ends = {end for one in claims for end in (one.statement.subject, one.statement.object) if end is not None}
    names = asker.verb("names", given.as_of)(sorted(ends)) if ends else {}
    met = asker.verb("appears", given.as_of)(view.id, limit=APPEARS_MAX)
    noun, entries = told.entity(view, given.budget_tokens)
    entries += [told.claimed(one, names, given.budget_tokens) for one in claims]
    entries += [told.appearance(one, given.budget_tokens) for one in met]
    return paged(noun, entries, given.budget_tokens)


def _oneself(asker: Asker, as_of: str | None) -> Answer:
    found = asker.verb("context", as_of)()
    entity, _, _ = found.entity.rpartition(":")
    may = found.effective_permissions
    access = {name: getattr(may.domain_access, name) for name in may.domain_access.__struct_fields__}
    noun = gives.Self(
        notice=gives.NOTICE,
        entity=entity,
        name=cut(found.name),
        role=found.session.role,
        channel=found.session.channel,
        acting_for=found.acting_for,
        ceiling=may.privacy_ceiling,
        domains={name: word for name, word in access.items() if word not in {None, "none"}},
    )
    whom = f", for [{found.acting_for}]" if found.acting_for else ", for nobody"
    domains = ", ".join(f"{name} {word}" for name, word in noun.domains.items()) or "none"
    text = (
        f"You are {named(found.name)} ({noun.role}) [{entity}] on {noun.channel}{whom}.\n"
        f"Up to {may.privacy_ceiling or 'nothing'}; domains: {domains}."
    )
    return Answer(noun, text)


def _resolve(asker: Asker, given: asks.Resolve) -> Answer:
    found = asker.verb("resolve")(given.name, type=given.type)
    candidates = found.candidates[:CANDIDATES_MAX]
    noun = gives.Meant(
        status=found.status, entity=found.entity, tier=found.tier, score=found.score, candidates=candidates
    )
    name = quoted(cut(given.name))
    if found.entity is not None:
        return Answer(noun, f"{name} is [{found.entity}], by {found.tier}.")
    if not candidates:
        return Answer(noun, f"{name} is nobody known here.")
    listed = ", ".join(f"[{one.entity}] {one.score:.2f}" for one in candidates)
    return Answer(noun, f"{name} could be: {listed}. Ask which is meant.")


def _review(asker: Asker, given: asks.Review) -> Answer:
    if (given.item is None) != (given.decision is None):
        raise wrong("decision", given.decision, "and item are to be given together, or neither")
    if given.item is not None:
        act = asker.verb("answer_review")(given.item, given.decision)
        return Answer(gives.Reviewed(answered=act), f"Answered [{given.item}]: {given.decision} [{act}].")
    found: list[ReviewItem] = asker.verb("reviews")(limit=given.limit, look=False)
    entries = [_waiting(one) for one in found]
    return paged(gives.Reviewed(), entries, given.budget_tokens, none="Nothing waits.")


def _waiting(one: ReviewItem) -> Entry:
    noun = gives.Waiting(
        item=one.item,
        kind=one.kind,
        entities=one.entities,
        names=[cut(name) for name in one.names],
        surface=cut(one.surface),
        score=one.score,
        decision=one.decision,
    )
    whom = told.many(noun.names) or quoted(noun.surface)
    return Entry("items", noun, f"- {one.kind}: {whom} [{one.item}]")


def _filters(given: asks.Recall | asks.Timeline) -> Filters:
    return Filters(kinds=frozenset(given.kinds), actors=frozenset(given.actors), after=given.after, before=given.before)


TOOLS: Mapping[str, Tool] = MappingProxyType(
    {
        one.name: one
        for one in (
            Tool(
                name="remember",
                title="Remember",
                takes=asks.Remember,
                gives=gives.Kept,
                run=_remember,
                reads=False,
                repeats=False,
            ),
            Tool(name="recall", title="Recall", takes=asks.Recall, gives=gives.Recalled, run=_recall),
            Tool(name="who_is", title="Who is it", takes=asks.WhoIs, gives=(gives.Known, gives.Self), run=_who_is),
            Tool(name="timeline", title="Timeline", takes=asks.Timeline, gives=gives.Listed, run=_timeline),
            Tool(
                name="assert",
                title="Claim",
                takes=asks.Assert,
                gives=gives.Done,
                run=_assert,
                reads=False,
                repeats=False,
            ),
            Tool(
                name="correct",
                title="Correct",
                takes=asks.Correct,
                gives=gives.Done,
                run=_correct,
                reads=False,
                destroys=True,
                repeats=False,
            ),
            Tool(
                name="forget",
                title="Hide",
                takes=asks.Forget,
                gives=gives.Done,
                run=_forget,
                reads=False,
                destroys=True,
                repeats=False,
            ),
            Tool(name="resolve", title="Whom a name means", takes=asks.Resolve, gives=gives.Meant, run=_resolve),
            Tool(
                name="review",
                title="What waits for a person",
                takes=asks.Review,
                gives=gives.Reviewed,
                run=_review,
                reads=False,
                destroys=True,
                repeats=False,
            ),
        )
    }
)
"""All tools, by name."""


@cache
def schema_of(kind: type[Struct] | tuple[type[Struct], ...]) -> dict[str, Any]:
    """Give the JSON Schema of a noun, or of one of several, as an object, its parts beside it."""
    kinds = kind if isinstance(kind, tuple) else (kind,)
    found, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    whole = parts.pop(kinds[0].__name__) if len(kinds) == 1 else {"type": "object", "anyOf": list(found)}
    whole.pop("description", None)  # the tool has it
    slim: dict[str, Any] = _slim({**whole, "$defs": parts} if parts else whole)
    return slim


def _slim(schema: Any) -> Any:  # noqa: ANN401 - a part of a schema
    """Leave out what a model pays for and learns nothing from: titles, and that what may be left out may be null as well."""
    if isinstance(schema, list):
        return [_slim(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: _slim(one) for key, one in schema.items() if not _says_nothing(key, one)}
    options = [one for one in found.get("anyOf", ()) if one != {"type": "null"}]
    if "anyOf" not in found:
        return found
    del found["anyOf"]
    return {**options[0], **found} if len(options) == 1 else {**found, "anyOf": options}


def _says_nothing(key: str, value: Any) -> bool:  # noqa: ANN401 - a part of a schema
    return (key == "title" and isinstance(value, str)) or (
        key in {"default", "required"} and value in (None, [], {}, "")
    )


def tool_of(name: str) -> Tool:
    """Give a tool by its name. Raises `InvalidError`."""
    found = TOOLS.get(name)
    if found is None:
        raise InvalidError(f"{told.cut(name)}: there is no such tool", hint=f"there are {', '.join(TOOLS)}")
    return found
