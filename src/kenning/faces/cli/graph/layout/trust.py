"""Trust and access in words: permissions in one line, grants and channels as tables, and what acts on them did."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from msgspec import structs

from kenning.faces.cli import render
from kenning.faces.cli.graph.layout import words
from kenning.faces.cli.page import BAD, GOOD, QUIET, TITLE, joined, one_line, span
from kenning.model.access import act as acts
from kenning.model.access.channel import Channel, Narrowing, Token
from kenning.model.access.grant import Grant
from kenning.model.access.permissions import EVERYTHING, NONE, Permissions
from kenning.model.event import Envelope
from kenning.model.identity.view import SessionContext
from kenning.model.time import instant

if TYPE_CHECKING:
    from kenning.faces.cli.page import Page

Lines = Iterator[str]


class Teller(Protocol):
    """Whoever knows what entities are called."""

    def name(self, entity: str) -> str:
        """Give what an entity is called."""


Name = Callable[[str], str]


def permissions(given: Permissions) -> str:
    """What permissions give and forbid, in one line."""
    if given == NONE:
        return "nothing"
    if given == EVERYTHING:
        return "everything"
    said = [f"{verb} {', '.join(found)}" for verb in ("write", "read") if (found := _domains(given, verb))]
    if given.privacy_ceiling is not None:
        said.append(f"up to {given.privacy_ceiling}")
    verdicts: dict[str, str] = {f"tool {key}": one for key, one in given.tool_permissions.items()}
    verdicts |= {f"sensor {key}": one for key, one in given.sensor_permissions.items()}
    verdicts |= {"control channel": given.control_channel} if given.control_channel else {}
    for part in (given.administrative_permissions, given.further_permissions):
        verdicts |= {key.replace("_", " "): one for key, one in structs.asdict(part).items() if one is not None}
    said += [f"{key} (own)" if one == "own" else key for key, one in verdicts.items() if one != "denied"]
    said += [f"never {key}" for key, one in verdicts.items() if one == "denied"]
    if given.delegation.max_delegation_level is not None:
        said.append(f"may pass on up to {given.delegation.max_delegation_level}")
    return ", ".join(said) or "nothing"


def _domains(given: Permissions, verb: str) -> list[str]:
    return [name for name, one in structs.asdict(given.domain_access).items() if one == verb]


def context(page: Page, found: SessionContext, zone: str) -> None:
    """Who asks, and what it may do, one fact a line."""
    seen = found.state.last_seen
    last = render.clock(instant(seen, None, "lastSeen"), zone) if seen is not None else "never"
    page.line(joined([span(one_line(found.name), TITLE), span(found.session.role), span(found.entity, QUIET)]))
    facts = [
        ("channel", found.session.channel),
        ("session", found.session.session_id),
        ("acting for", found.acting_for or ""),
        ("last seen", f"{last}, in {found.state.interaction_count} events"),
        ("may", permissions(found.effective_permissions)),
        ("definition", found.definition),
    ]
    for label, said in facts:
        if said:
            page.hanging(span(f"  {label.ljust(12)}", QUIET), span(one_line(said)))


def grants(page: Page, found: Sequence[Grant], name: Name) -> None:
    """Grants, each with whom it raises, who gave it, on what it rests, and what it gives."""
    if not found:
        page.line("nothing is granted")
        return
    for one in found:
        waits = span("waits for review", BAD) if one.flagged else span("")
        level = one.level if one.level != "untrusted" else "beside its level"
        rests = f"rests on {name(one.granter)}" if one.dependent else f"by {name(one.granter)}"
        page.line(joined([span(name(one.target), TITLE), span(level), span(rests), waits, span(one.id, QUIET)]))
        page.hanging(span("  "), span(permissions(one.permissions)))


def channels(page: Page, found: Sequence[Channel]) -> None:
    """Channels, each with its approval, its cap, its defaults, and who is bound to it."""
    width = max(len(one.id) for one in found)
    for one in found:
        style = GOOD if one.approval_state == "approved" else BAD
        defaults = f"{one.default_sensitivity}, {one.default_visibility}"
        domains = f" in {', '.join(one.default_domains)}" if one.default_domains else ""
        page.line(
            joined(
                [
                    span(one.id.ljust(width), TITLE),
                    span(one.approval_state.ljust(8), style),
                    span(one.kind),
                    span(f"records {defaults}{domains}", QUIET),
                ]
            )
        )
        if one.permissions != EVERYTHING:
            page.hanging(span("  at most "), span(permissions(one.permissions)))
        for bound in one.entity_bindings:
            page.line(
                joined(
                    [span(f"  {one_line(bound.session_id)}"), span(bound.role), span(bound.entity_def_hash[:8], QUIET)]
                )
            )


def tokens(page: Page, found: Sequence[Token], names: Mapping[str, str]) -> None:
    """Tokens, each with whose it is, by which channel, how long it lives, and what it lets through less."""
    if not found:
        page.line("no token is issued")
        return
    for one in found:
        whose = f"{names.get(one.entity, one.entity)} on {one.channel}"
        until = f"until {one.expires_at[:10]}" if one.expires_at is not None else "until revoked"
        less = narrowing(one.narrowing)
        page.line(joined([span(one.name, TITLE), span(whose), span(until), span(one.id, QUIET)]))
        if less:
            page.hanging(span("  only "), span(less))


def narrowing(less: Narrowing) -> str:
    """By how much a token lets through less than who holds it may, in one line."""
    said = ["reading"] if less.reading else []
    said += [", ".join(less.verbs)] if less.verbs else []
    said += [f"up to {less.ceiling}"] if less.ceiling is not None else []
    said += [f"in {', '.join(less.domains)}"] if less.domains else []
    return "; ".join(said)


# -- acts in words -------------------------------------------------------------------------------------------------------


def _elevated(told: Teller, act: acts.Elevated, _: Envelope) -> Lines:
    yield f"{told.name(act.id)} is {act.level} from now on: {permissions(act.permissions)}"
    yield f"given by {told.name(act.granter)}" + (", and rests on it" if act.dependent else "")


def _demoted(told: Teller, act: acts.Demoted, _: Envelope) -> Lines:
    left = f", and keeps {permissions(act.permissions)}" if act.permissions != NONE else ", with no access"
    yield f"{told.name(act.id)} is {act.level} from now on{left}"


def _moved(told: Teller, act: acts.Moved, event: Envelope) -> Lines:
    yield f"{told.name(act.id)} {_MOVED[event.kind]}"


def _granted(told: Teller, act: acts.Granted, _: Envelope) -> Lines:
    yield f"{told.name(act.id)}: {permissions(act.permissions)}"
    yield f"given by {told.name(act.granter)}" + (", and rests on it" if act.dependent else "")


def _withdrawn(told: Teller, act: acts.Withdrawn, _: Envelope) -> Lines:
    yield f"{told.name(act.id)} no longer has what {act.grant} gave"


def _flagged(told: Teller, act: acts.GrantsFlagged, _: Envelope) -> Lines:
    how_many = "a grant" if len(act.grants) == 1 else f"{len(act.grants)} grants"
    yield f"{told.name(act.id)}: {how_many} lost what it rested on, and waits for review"
    yield from act.grants


def _grant_reviewed(told: Teller, act: acts.GrantReviewed, _: Envelope) -> Lines:
    how = f"is {told.name(act.granter)}'s from now on" if act.decision == "kept" else "ended"
    yield f"{told.name(act.id)}: {act.grant} {how}"


def _related(told: Teller, act: acts.Related, event: Envelope) -> Lines:
    ended = "no longer " if event.kind == acts.UNRELATED else ""
    yield f"{told.name(act.id)} {ended}{act.type.replace('_', ' ')} {told.name(act.target)}"


def _internal(_told: Teller, act: acts.InternalDefined, _: Envelope) -> Lines:
    yield f"{act.name}, a {act.internal_type.replace('_', ' ')}: {permissions(act.policy.permissions)}"
    if act.policy.allowed_channels:
        yield f"on {', '.join(sorted(act.policy.allowed_channels))} only"


def _confirmed(told: Teller, act: acts.Confirmed, _: Envelope) -> Lines:
    what = [words.identifier(one) for one in act.identifiers] + [f"merge {one}" for one in act.merges]
    yield f"{told.name(act.id)}: {', '.join(what)} confirmed"


def _channel(_told: Teller, act: acts.ChannelDefined, _: Envelope) -> Lines:
    yield f"{act.id}, a {act.kind}: at most {permissions(act.permissions)}"


def _channel_moved(_told: Teller, act: acts.ChannelMoved, event: Envelope) -> Lines:
    yield f"{act.id} {acts.CHANNEL_STATES[event.kind]}"


def _bound(told: Teller, act: acts.ChannelBound, _: Envelope) -> Lines:
    yield f"{act.session_id} on {act.channel} is {told.name(act.entity)}, {act.role}"


def _declared(_told: Teller, act: acts.Declared, _: Envelope) -> Lines:
    said = [f"tool {name} is {kind}" for name, kind in act.tools.items()]
    yield ", ".join([*said, *(f"sensor {name} {reach}s" for name, reach in act.sensors.items())])


def _token_issued(told: Teller, act: acts.TokenIssued, _: Envelope) -> Lines:
    less = narrowing(act.narrowing)
    yield f"a token for {told.name(act.entity)} on {act.channel}, {act.name}" + (f": only {less}" if less else "")


def _token_revoked(_told: Teller, act: acts.TokenRevoked, _: Envelope) -> Lines:
    yield f"{act.token} opens nothing more"


def _denied(told: Teller, act: acts.Denied, _: Envelope) -> Lines:
    from kenning.rules.access.words import reason_words

    yield f"{told.name(act.by)} was refused {act.act} of {told.name(act.target)}: {'; '.join(map(reason_words, act.reasons))}"
    for one in act.excess:
        yield f"{one.path} {one.given}, where {one.bound} is {one.most}"


_MOVED = {
    acts.FLAGGED: "waits for review",
    acts.SUSPENDED: "is suspended",
    acts.RESUMED: "has back what it had",
    acts.REVOKED: "is revoked for good",
}
SAY: Mapping[type, Callable[..., Lines]] = {
    acts.Elevated: _elevated,
    acts.Demoted: _demoted,
    acts.Moved: _moved,
    acts.Granted: _granted,
    acts.Withdrawn: _withdrawn,
    acts.GrantsFlagged: _flagged,
    acts.GrantReviewed: _grant_reviewed,
    acts.Related: _related,
    acts.InternalDefined: _internal,
    acts.Confirmed: _confirmed,
    acts.ChannelDefined: _channel,
    acts.ChannelMoved: _channel_moved,
    acts.ChannelBound: _bound,
    acts.Declared: _declared,
    acts.TokenIssued: _token_issued,
    acts.TokenRevoked: _token_revoked,
    acts.Denied: _denied,
}
"""How each act on trust and access is said; ``told`` knows what entities are called."""


def named(found: Iterable[Grant]) -> set[str]:
    """Whom grants name."""
    return {one for grant in found for one in (grant.target, grant.granter)}
