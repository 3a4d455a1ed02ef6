"""What a session leaves behind: what it was shown goes to the audit, and what it was refused into the log.

Whoever holds the file is watched by nobody: he could take the lines out again. All other sessions are, verb by verb, by the
table below; a verb that shows something and is not in it would go unseen, so a test reads the table against the verbs there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from types import MappingProxyType
from typing import Any, TypeVar

from msgspec import convert

from kenning.engine.reading.inbox import refuse
from kenning.errors import NotAllowedError
from kenning.model.access.request import Decision, Reason, Request
from kenning.model.identity.graph import Paths

Verbs = TypeVar("Verbs", bound=type)
Shown = Callable[[Any], Iterable[str]]


def _walk(walk: Any) -> Iterable[str]:  # noqa: ANN401 - a star, a subgraph, or paths
    yield from (one.entity for one in walk.entities)
    yield from (one.id for one in walk.relations)
    yield from walk.statements
    yield from walk.mentions
    if isinstance(walk, Paths):
        yield from (claim for path in walk.paths for step in path.steps for claim in step)


SHOWN: Mapping[str, Shown] = MappingProxyType(
    {
        "event": lambda event: [event.id],
        "view": lambda view: [view.event.id],
        "links": lambda edges: [one for edge in edges for one in (edge.from_event_id, edge.to_event_id)],
        "timeline": lambda views: [view.event.id for view in views],
        "episodes": lambda found: [
            id_ for one in found for id_ in (*one.events, *([one.summary] if one.summary else []))
        ],
        "recall": lambda found: [*(hit.view.event.id for hit in found.hits), *(one.id for one in found.claims)],
        "log": lambda event: [event.id],
        "follow": lambda event: [event.id],
        "stretch": lambda found: [event.id for event in found.events],
        "who": lambda view: [view.id],
        "entities": lambda views: [view.id for view in views],
        "names": lambda names: names,
        "event_count": lambda _: [],
        "resolve": lambda outcome: [
            *([outcome.entity] if outcome.entity else []),
            *(one.entity for one in outcome.candidates),
        ],
        "definitions": lambda versions: [one.entity_id for one in versions],
        "appears": lambda found: [one.event_id for one in found],
        "state": lambda state: [state.id],
        "claims": lambda claims: [one.id for one in claims],
        "claim": lambda claim: [claim.id],
        "trail": lambda steps: [one for step in steps for one in (step.act, step.event)],
        "claim_history": lambda rows: [one.id for one in rows],
        "contradictions": lambda found: [one.id for each in found for one in each.claims],
        "star": _walk,
        "subgraph": _walk,
        "paths": _walk,
        "between": lambda found: [
            *(found.start, found.goal),
            *(one.id for one in found.claims),
            *(one for path in found.paths for one in path.entities),
            *(one.id for one in found.relations),
            *(one.event_id for one in found.events),
        ],
    }
)
"""The verbs that show something, and the ids of what an answer shows; those that walk show it line by line."""

REFUSING = (
    *("record_many", "amend", "correct", "attach", "redact", "erase", "plan_erase"),
    *("create_entity", "rename", "retype", "add_alias", "drop_alias", "bind", "unbind", "describe", "retire"),
    *("restore_entity", "reviews", "answer_review", "assert_claim", "relate", "end_claim", "retract", "supersede"),
    *("apply_schema", "audit", "enter", "head", "verify", "rebuild", "export", "backup", "import_file", "watch"),
    "extract",
    *("issue_token", "revoke_token", "tokens", "sign_in", "sign_in_as", "beside"),
)
"""The verbs that are refused by a decision; those on trust and merges record their own refusals, with the difference."""


def watched(session: Verbs) -> Verbs:
    """Make the verbs of a session leave behind what it was shown and refused."""
    for name, shown in SHOWN.items():
        setattr(session, name, _showing(name, getattr(session, name), shown))
    session.file = _file(session.file)  # type: ignore[attr-defined]  # a session has files
    for name in REFUSING:
        setattr(session, name, refusing(name, getattr(session, name)))
    return session


def _showing(name: str, verb: Callable[..., Any], shown: Shown) -> Callable[..., Any]:
    @wraps(verb)
    def asked(self: Any, *given: Any, **named: Any) -> Any:  # noqa: ANN401 - as the verb takes and gives them
        found = verb(self, *given, **named)
        if self._asker is None:
            return found
        if isinstance(found, Iterator):
            return _walked(self, name, found, shown)
        self._engine.audit.saw(self._who, name, tuple(dict.fromkeys(map(str, shown(found)))))
        return found

    return asked


def _walked(session: Any, name: str, found: Iterator[Any], shown: Shown) -> Iterator[Any]:  # noqa: ANN401
    for one in found:
        session._engine.audit.saw(session._who, name, tuple(shown(one)))  # noqa: SLF001 - a session's own
        yield one


def _file(verb: Callable[..., bytes]) -> Callable[..., bytes]:
    @wraps(verb)
    def asked(self: Any, event_id: str, name: str) -> bytes:  # noqa: ANN401
        found = verb(self, event_id, name)
        if self._asker is not None:
            self._engine.audit.saw(self._who, "file", (event_id,))
        return found

    return asked


def refusing(name: str, verb: Callable[..., Any]) -> Callable[..., Any]:
    """Make a verb record that it was refused, and why, before it says so."""

    @wraps(verb)
    def asked(self: Any, *given: Any, **named: Any) -> Any:  # noqa: ANN401
        try:
            return verb(self, *given, **named)
        except NotAllowedError as error:
            if (
                self._asker is not None and "recorded" not in error.details
            ):  # of a verb made of others, the innermost says it
                error.details["recorded"] = refused(self, name, error)
            raise

    return asked


def refused(session: Any, name: str, error: NotAllowedError) -> str:  # noqa: ANN401 - whose verb it was
    """Record a refusal: what was asked for, by its id, and why not; gives the act, which whoever holds the file can read."""
    found = error.details
    reasons = convert(found.get("reasons", ()), tuple[Reason, ...])
    what = found.get("request")
    kind, one, action = what if isinstance(what, tuple) else ("administrative", name, "perform")
    request = Request(entity=session._who.principal, resource_type=kind, resource_id=one or name, action=action)  # noqa: SLF001
    decision = Decision(allowed=False, rule=str(found.get("rule", "keeper_only")), reasons=reasons)
    return refuse(session._engine, session._who, request, decision)  # noqa: SLF001
