"""May this be done? One evaluation for every kind of resource: pure, total, deny by default, deny beats allow, any error denies.

`decide` is the law. `Compiled` is the same evaluation with a caller's sides flattened once: a look-up a side, whatever the number
of grants. Limits are counted in entries and steps, never in time.
"""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import Literal

from kenning.model.access.levels import REACH, SENSITIVITY, SENSOR, TOOL
from kenning.model.access.party import Caller
from kenning.model.access.permissions import ADMINISTRATIVE, ANYBODY, FURTHER
from kenning.model.access.request import RESOURCE_TYPES, Decision, Reason, Record, Request, Slice
from kenning.model.access.request import Side as SideName
from kenning.model.change import Labels
from kenning.model.identity.entity import SHARED
from kenning.rules.access.bounds import UNDECLARED_CLASS, sensor_reach, verdict
from kenning.rules.access.scope import BEYOND, readable, reader_of, subject, visible
from kenning.rules.access.sides import CONTROL, sides

MEMO_MAX = 1 << 14
"""How many decisions a caller remembers; beyond it, it begins anew. What is remembered is what would be decided."""

_ERRORS = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
_OWN, _ALLOWED = REACH["own"], REACH["allowed"]

GRANTED = Decision(allowed=True, rule="granted", reasons=(Reason(code="granted"),))
CHANNELS_RIGHT = Decision(
    allowed=True, rule="channels_right", reasons=(Reason(code="channel_records", side="channel"),)
)
INERT = Decision(allowed=True, rule="channels_right", reasons=(Reason(code="recorded_inert", side="channel"),))
BROKEN = Decision(allowed=False, rule="error_denies", reasons=(Reason(code="error", side="request"),))

_ANY = {ANYBODY: "allowed"}  # a side that lets every tool through need not be asked
_RECORDS = frozenset({"event", "statement", "entity", "file"})
_RECORD_ACTIONS = frozenset({"read", "write", "amend", "correct", "redact", "retract", "declassify", "erase"})
_CHANNEL_ACTS = MappingProxyType({"approve": "approve_channels", "configure": "approve_channels"})
_ENTITY_ACTS = MappingProxyType(
    {
        "elevate": "elevate_entities",
        "demote": "elevate_entities",
        "suspend": "elevate_entities",
        "merge": "merge_identities",
        "unmerge": "merge_identities",
        "manage": "manage_permissions",
    }
)


@lru_cache(maxsize=4096)
def _denial(rule: str, reasons: tuple[Reason, ...]) -> Decision:
    return Decision(allowed=False, rule=rule, reasons=reasons)


def _unknown(code: str) -> Decision:
    return _denial("default_deny", (Reason(code=code, side="request"),))


def decide(request: Request, given: Slice) -> Decision:
    """Decide one request from all that is known of it; whatever makes no sense, or breaks, is denied."""
    try:
        compiled = Compiled(given.caller)
    except _ERRORS:
        return BROKEN
    if request.entity != compiled.entity:
        return _denial("default_deny", (Reason(code="not_the_caller", side="request"),))
    return compiled.check(request.resource_type, request.resource_id, request.action, given.record)


class Compiled:
    """A caller, flattened: what it may do is a few look-ups. Made from one state of its definitions, and for that state only."""

    __slots__ = (
        "_known_tools",
        "_memo",
        "_sensors",
        "_sides",
        "_stopped",
        "_tenancies",
        "_tools",
        "_writes",
        "caller",
        "entity",
        "reader",
    )

    def __init__(self, caller: Caller) -> None:
        """Flatten the sides of a caller."""
        self.caller = caller
        self.entity = caller.entity.entity
        self._sides = sides(caller)
        self.reader = reader_of(caller, self._sides)
        self._stopped = tuple(side.stopped for side in self._sides if side.stopped is not None)
        self._writes = frozenset.intersection(*(side.writes for side in self._sides))
        self._tools = tuple(
            (side.name, side.tools, side.tools_up_to)
            for side in self._sides
            if side.tools != _ANY or side.tools_up_to < len(TOOL)
        )
        self._sensors = tuple((side.name, side.sensors, side.sensors_up_to) for side in self._sides)
        self._tenancies = frozenset({SHARED, caller.agent})
        self._known_tools: dict[str, Decision] = {}
        self._memo: dict[tuple[str, str, str, Record | None], Decision] = {}

    def check(self, resource_type: str, resource_id: str, action: str, record: Record | None = None) -> Decision:
        """Decide, with the reasons; what was decided before is remembered."""
        try:
            if resource_type == "tool" and action == "invoke":
                return self._tool(resource_id)
            # A record is decided by its labels, so its id is no part of what is remembered.
            key = (resource_type, resource_id if record is None else "", action, record)
            known = self._memo.get(key)
            if known is not None:
                return known
            decision = self._decided(resource_type, resource_id, action, record)
        except _ERRORS:
            return BROKEN
        if len(self._memo) >= MEMO_MAX:
            self._memo.clear()
        self._memo[key] = decision
        return decision

    def _tool(self, name: str) -> Decision:
        """Decide on a tool, remembered by its name alone: the few in use stay near, however many are granted."""
        known = self._known_tools.get(name)
        if known is None:
            known = self._verdicts("tool", name)
            if len(self._known_tools) >= MEMO_MAX:
                self._known_tools.clear()
            self._known_tools[name] = known
        return known

    def readable(self, labels: Labels) -> bool:
        """Whether one set of labels may be read: what `check` says of an event that bears it."""
        return readable(labels, self.reader)

    def writable(self, labels: Labels) -> bool:
        """Whether something may be written under labels: all its domains writable, sensitivity and tenancy within reach.

        Who may write in no domain writes nothing, what touches none included.
        """
        return (
            SENSITIVITY.get(labels.sensitivity, BEYOND) <= self.reader.ceiling
            and bool(self._writes)
            and self._writes.issuperset(labels.domains)
            and labels.agent in self._tenancies
        )

    # ---- one kind of resource at a time --------------------------------------------------------------------------

    def _decided(self, resource_type: str, resource_id: str, action: str, record: Record | None) -> Decision:
        if resource_type in _RECORDS:
            return self._record(resource_type, action, record)
        if resource_type == "sensor":
            return self._verdicts("sensor", f"{resource_id}_{action}")
        if resource_type == "control_signal" and action == "send":
            return self._act(CONTROL, record)
        if resource_type == "channel":
            return self._channel(resource_id, action)
        if resource_type == "administrative" and action == "perform":
            if resource_id in ADMINISTRATIVE or resource_id in FURTHER:
                return self._act(resource_id, record)
            return _unknown("unknown_resource")
        return _unknown("unknown_action" if resource_type in RESOURCE_TYPES else "unknown_resource")

    def _channel(self, channel: str, action: str) -> Decision:
        if action in _CHANNEL_ACTS:
            return self._act(_CHANNEL_ACTS[action], None)
        if action != "use":
            return _unknown("unknown_action")
        if channel != self.caller.channel.id:
            return _unknown("not_this_channel")
        return _denial("standing", self._stopped) if self._stopped else GRANTED

    def _verdicts(self, kind: str, key: str) -> Decision:
        """Decide on a tool or an action of a sensor: every side must allow it, and its class lie below every ceiling."""
        if self._stopped:
            return _denial("standing", self._stopped)
        declared = self.caller.declared
        if kind == "tool":
            name: str = declared.tools.get(key, UNDECLARED_CLASS)
            rank, every = TOOL.get(name, len(TOOL) + 1), self._tools
        else:
            name = sensor_reach(key, declared)
            rank, every = SENSOR.get(name, len(SENSOR) + 1), self._sensors
        rule = "default_deny"
        found: list[Reason] | None = None
        for side, verdicts, up_to in every:
            said = verdicts.get(key) or verdict(verdicts, key)
            if said == "allowed" and rank <= up_to:
                continue
            found = found or []
            if said == "denied":
                rule = "deny_beats_allow"
                found.append(Reason(code=f"{kind}_denied", side=side))
            elif said != "allowed":
                found.append(Reason(code=f"{kind}_not_granted", side=side))
            else:
                rule = "ceiling" if rule == "default_deny" else rule
                found.append(Reason(code=f"{kind}_above_ceiling", side=side, of=name))
        return GRANTED if found is None else _denial(rule, tuple(found))

    def _act(self, act: str, record: Record | None) -> Decision:
        """Decide on an administrative or further act; one that reaches to one's own needs a record that is."""
        if self._stopped:
            return _denial("standing", self._stopped)
        rule, found = "default_deny", []
        for side in self._sides:
            reach = side.acts[act]
            if act in side.denied:
                rule = "deny_beats_allow"
                found.append(Reason(code="act_denied", side=side.name, of=act))
            elif reach < _OWN:
                found.append(Reason(code="act_not_granted", side=side.name, of=act))
            elif reach < _ALLOWED and not self._own(record):
                found.append(Reason(code="act_own_only", side=side.name, of=act))
        return _denial(rule, tuple(found)) if found else GRANTED

    def _own(self, record: Record | None) -> bool:
        whom = subject(self.caller)
        return record is not None and (record.principal == whom.entity or record.principal in whom.principals)

    # ---- records -------------------------------------------------------------------------------------------------

    def _record(self, resource_type: str, action: str, record: Record | None) -> Decision:
        if resource_type == "entity" and action in _ENTITY_ACTS:
            return self._act(_ENTITY_ACTS[action], record)
        if action == "record" and resource_type in {"event", "file"}:
            return self._recorded(record)
        if action not in _RECORD_ACTIONS or (action == "retract" and resource_type != "statement"):
            return _unknown("unknown_action")
        if record is None:
            return _unknown("unknown_record")
        if action == "read":
            return self._read(record)
        if action == "write":
            return self._write(record)
        if action == "amend":
            return self._changed(record)
        if action == "declassify":
            return self._declassified(record)
        return self._erased(record) if action == "erase" else self._corrected(record)

    def _recorded(self, record: Record | None) -> Decision:
        """Decide on recording: the channel's right under its own labels, and the writer's where it names others."""
        if self.caller.channel.approval_state != "approved":
            return INERT
        if record is None or not record.labels:
            return CHANNELS_RIGHT
        return self._write(record)

    def _read(self, record: Record) -> Decision:
        if self._stopped:
            return _denial("standing", self._stopped)
        if not record.labels:
            return _unknown("unknown_record")
        if all(readable(labels, self.reader) for labels in record.labels):
            return GRANTED
        return _denial("labels", tuple(dict.fromkeys(r for labels in record.labels for r in self._unread(labels))))

    def _unread(self, labels: Labels) -> list[Reason]:
        """Say which side keeps labels from being read; `readable` decided, this names why."""
        found = self._beyond(labels, "domain_read")
        if not self.reader.domains:
            found.append(Reason(code="no_domain", side="request"))
        if self.reader.agents is not None and labels.agent not in self.reader.agents:
            found.append(Reason(code="other_agent", side="request"))
        if not visible(labels, self.reader):
            whom: SideName = "entity" if self.caller.person is None else "person"
            found.append(Reason(code="visibility", side=whom, of=labels.visibility))
        return found

    def _write(self, record: Record) -> Decision:
        if self._stopped:
            return _denial("standing", self._stopped)
        if not record.labels:
            return _unknown("unknown_record")
        if all(self.writable(labels) for labels in record.labels):
            return GRANTED
        return _denial("labels", tuple(dict.fromkeys(r for labels in record.labels for r in self._unwritten(labels))))

    def _unwritten(self, labels: Labels) -> list[Reason]:
        found = self._beyond(labels, "domain_write")
        if not self._writes:
            found.append(Reason(code="no_domain", side="request"))
        if labels.agent not in self._tenancies:
            found.append(Reason(code="other_agent", side="request"))
        return found

    def _beyond(self, labels: Labels, code: Literal["domain_read", "domain_write"]) -> list[Reason]:
        """Say on which side labels lie above the ceiling, or in a domain that was not given."""
        rank = SENSITIVITY.get(labels.sensitivity, BEYOND)
        found = []
        for side in self._sides:
            if rank > side.ceiling:
                found.append(Reason(code="privacy_ceiling", side=side.name, of=labels.sensitivity))
            held = side.reads if code == "domain_read" else side.writes
            found += [Reason(code=code, side=side.name, of=one) for one in labels.domains if one not in held]
        return found

    def _changed(self, record: Record) -> Decision:
        """Decide on adding to what is there: it must be readable, and writable."""
        seen = self._read(record)
        return self._write(record) if seen.allowed else seen

    def _corrected(self, record: Record) -> Decision:
        """Decide on saying that what is there is otherwise: one's own, or with the right to correct others."""
        may = self._changed(record)
        return may if not may.allowed or self._own(record) else self._act("correct_others", None)

    def _declassified(self, record: Record) -> Decision:
        may = self._read(record)
        return self._act("declassify", None) if may.allowed else may

    def _erased(self, record: Record) -> Decision:
        """Decide on destroying; one's own may be beyond one's reading by now, and is destroyed all the same."""
        may = self._act("erase", record)
        return may if not may.allowed or self._own(record) else self._read(record)
