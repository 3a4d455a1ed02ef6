"""Decisions in words a person understands: who asked for what, whether it is allowed, and what stood in the way.

The words are made from the decision that was taken, on demand; they decide nothing. They name only what the asker sent and the
labels of the permission that lacks, so a denial for a thing that may not be known of is not shown in these words.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from kenning.model.access.request import Decision, Reason, Request

CODES: Mapping[str, str] = MappingProxyType(
    {
        "granted": "everything it takes is granted",
        "channel_records": "an approved channel may record what comes by it",
        "recorded_inert": "the channel is not approved: what comes by it is recorded and gives no access",
        "error": "the request could not be judged, and what cannot be judged is refused",
        "unknown_resource": "there is no such kind of resource",
        "unknown_action": "there is no such action on this kind of resource",
        "unknown_record": "nothing is known of it by which it could be allowed",
        "not_the_caller": "the request names another entity than the one whose session this is",
        "not_this_channel": "this session runs on another channel",
        "not_a_person": "{side} is no external entity, so nobody can act for it",
        "not_active": "{side} is {of}, and only active ones have permissions",
        "channel_not_allowed": "{side} may not be used on channel {of}",
        "channel_not_approved": "{side} is {of}, and only approved channels give access",
        "tool_denied": "{side} is denied this tool",
        "tool_not_granted": "{side} was not given this tool",
        "tool_above_ceiling": "{side} may never use a tool of class {of}",
        "sensor_denied": "{side} is denied this action of the sensor",
        "sensor_not_granted": "{side} was not given this action of the sensor",
        "sensor_above_ceiling": "{side} may never use a sensor so far: {of}",
        "act_denied": "{side} is denied {of}",
        "act_not_granted": "{side} was not given {of}",
        "act_own_only": "{side} has {of} for its own only",
        "privacy_ceiling": "{side} may not know what is {of}",
        "domain_read": "{side} may not read in the domain {of}",
        "domain_write": "{side} may not write in the domain {of}",
        "no_domain": "there is no domain in which all who take part may do this",
        "other_agent": "it belongs to another agent",
        "grant_exceeds": "it goes beyond what may be given: {of}",
        "no_second_admin": "nobody can be made {of}",
        "admin_is_fixed": "the admin's standing is fixed",
        "not_oneself": "nobody changes its own standing",
        "target_not_open": "an entity that is {of} cannot be given anything",
        "target_not_below": "an entity that is {of} does not stand below who asks",
        "internal_has_no_level": "an internal entity has no level of trust",
        "admin_only": "only the admin may",
        "may_not_delegate": "{side} has nothing it may pass on",
        "merge_with_admin": "only the admin merges with the admin",
        "admin_survives": "of the admin and another, the admin stays",
        "own_survives": "of one's own entity and another, one's own stays",
        "same_entity": "it is one entity already",
        "different_types": "internal and external entities do not merge",
        "holds_trust": "what is joined by proof may hold no trust of its own",
        "not_proven": "that it is one's own is not proven",
        "merge_elevates": "it would give one of them more than may be given: {of}",
        "merge_opens": "it would open what is for others of its {of}",
        "grace_is_over": "the time in which a merge can be undone is over",
        "no_such_transition": "there is no way called {of}",
        "no_way_from_here": "there is no such way for an entity that is {of}",
        "visibility": "it is for its {of}, and {side} is not among them",
    }
)
"""Every reason code there is, stable, with its words."""

RULES: Mapping[str, str] = MappingProxyType(
    {
        "granted": "all sides allow it",
        "channels_right": "recording is the channel's right",
        "standing": "who is not in good standing may do nothing",
        "labels": "all labels must pass",
        "grant": "nobody gives what it may not give",
        "merge": "merging is elevating",
        "lifecycle": "one table says who moves whom where",
        "ceiling": "nobody goes beyond the ceiling of its level",
        "deny_beats_allow": "one denial outweighs every grant",
        "default_deny": "what is not granted is denied",
        "error_denies": "an error denies",
    }
)
"""Every rule that decides, by its stable name."""

_SIDES = MappingProxyType(
    {"entity": "the entity", "person": "the person it acts for", "channel": "the channel", "request": "the request"}
)
_WHOSE = MappingProxyType({"public": "public", "shared": "namespace", "owner": "owner", "participants": "participants"})


def words(decision: Decision, request: Request) -> str:
    """Say a decision, its reasons, and the rule that decided.

    >>> from kenning.model.access.request import Decision, Reason, Request
    >>> asked = Request(entity="kay", resource_type="tool", resource_id="deploy", action="invoke")
    >>> words(Decision(allowed=False, rule="default_deny", reasons=(Reason(code="tool_not_granted"),)), asked)
    'denied: kay invoke tool deploy: the entity was not given this tool (what is not granted is denied)'
    """
    verdict = "allowed" if decision.allowed else "denied"
    asked = f"{request.entity} {request.action} {request.resource_type.replace('_', ' ')} {request.resource_id}"
    why = "; ".join(reason_words(reason) for reason in decision.reasons)
    return f"{verdict}: {asked}: {why} ({RULES[decision.rule]})"


def reason_words(reason: Reason) -> str:
    """Say one reason.

    >>> from kenning.model.access.request import Reason
    >>> reason_words(Reason(code="domain_read", side="channel", of="personal"))
    'the channel may not read in the domain personal'
    """
    of = _WHOSE.get(reason.of, reason.of).replace("_", " ")
    return CODES[reason.code].format(side=_SIDES[reason.side], of=of)
