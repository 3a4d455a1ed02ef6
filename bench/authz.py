"""Decisions that other engines expect of themselves: those our model can express, and the rest by kind.

``--data`` is a folder with OpenFGA's tests and sample stores, casbin's examples and AuthZEN's search scenario. Each right is a
tool named ``object#relation``; each subject is an entity. A list is one decision: it must equal the checks over all there is.
Schemas of SpiceDB, policies of Cedar and the todo scenario of AuthZEN are not translated, and count nowhere.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import yaml

from bench.authz_models import Handed, InexpressibleError, Shape, Tuple, parsed, shape
from bench.frame import Bar, Options, Result
from kenning.model.access.channel import Channel
from kenning.model.access.declared import Declarations
from kenning.model.access.party import Caller, Party
from kenning.model.access.permissions import Permissions
from kenning.rules.access import Compiled

EXPRESSED = 600


@dataclass(slots=True)
class Tally:
    """What was decided as expected, what was not, what could not be asked."""

    agreed: Counter[str] = field(default_factory=Counter)
    differing: list[str] = field(default_factory=list)
    false_allows: int = 0
    inexpressible: Counter[str] = field(default_factory=Counter)

    def judge(self, source: str, decided: Callable[[], Any], expected: object) -> None:
        """Count one expected decision; a list decided too large is a false allow as well."""
        try:
            found = decided()
        except InexpressibleError as reason:
            self.inexpressible[str(reason)] += 1
            return
        if found == expected:
            self.agreed[source] += 1
            return
        self.differing.append(f"{source}: expected {expected}, decided {found}")
        larger = found > expected if isinstance(found, bool) else not set(found) <= set(expected)  # type: ignore[call-overload,operator]
        self.false_allows += bool(larger)


def allowed(subject: str, right: str, sides: list[dict[str, Any]]) -> bool:
    """Decide by Kenning: each side's verdicts on the right, the entity's first."""
    everything = {right: "allowed"}
    entity, channel, person = [*sides, everything, everything][:3]
    holder = Party(
        entity=subject or "nobody",
        trust_level="trusted_user",
        lifecycle_state="active",
        permissions=Permissions(tool_permissions=entity),
    )
    caller = Caller(
        entity=holder,
        channel=Channel(id="any", approval_state="approved", permissions=Permissions(tool_permissions=channel)),
        person=Party(
            entity="for whom",
            trust_level="trusted_user",
            lifecycle_state="active",
            permissions=Permissions(tool_permissions=person),
        ),
        declared=Declarations(tools={right: "safe"}),
    )
    return Compiled(caller).check("tool", right, "invoke").allowed


class Store:
    """One model with its tuples, asked through Kenning."""

    def __init__(self, text: str, tuples: list[dict[str, Any]]) -> None:
        """Read the model; conditions on tuples are not handed out, and whoever asks in their reach is told so."""
        self._text = text
        self._tuples = tuples

    def handed(self, extra: Iterable[dict[str, Any]], subjects: Iterable[str]) -> Handed:
        """The store with tuples of one request beside its own."""
        every = [*self._tuples, *extra]
        if any(one.get("condition") for one in every) or "condition " in self._text:
            raise InexpressibleError("has conditions on the request (context, time, expiry)")
        return Handed(
            parsed(self._text), [Tuple(one["user"], one["relation"], one["object"]) for one in every], subjects
        )

    def check(self, user: str, relation: str, object_: str, extra: list[dict[str, Any]]) -> bool:
        """Whether a subject has a right."""
        if "#" in user or user.endswith(":*"):
            raise InexpressibleError("asks about a set of subjects")
        handed = self.handed(extra, [user, object_])
        return decided(handed, shape(handed, object_, relation), user, relation, object_)

    def objects(self, user: str, relation: str, kind: str, extra: list[dict[str, Any]]) -> list[str]:
        """Which objects of a type a subject has a right to: the checks over all."""
        if "#" in user or user.endswith(":*"):
            raise InexpressibleError("asks about a set of subjects")
        handed = self.handed(extra, [user])
        return sorted(
            one
            for one in handed.objects
            if one.partition(":")[0] == kind and decided(handed, shape(handed, one, relation), user, relation, one)
        )

    def users(self, object_: str, relation: str, kinds: list[str], extra: list[dict[str, Any]]) -> list[str]:
        """Which subjects of some types have a right: the checks over all."""
        if any("#" in kind for kind in kinds):
            raise InexpressibleError("asks about a set of subjects")
        handed = self.handed(extra, [object_])
        if any(one.subject.endswith(":*") for one in handed.tuples):
            raise InexpressibleError("lists subjects where everybody is one")
        found = shape(handed, object_, relation)
        return sorted(
            one
            for one in handed.subjects
            if one.partition(":")[0] in kinds and decided(handed, found, one, relation, object_)
        )


def decided(handed: Handed, found: Shape, user: str, relation: str, object_: str) -> bool:
    """Hand out what follows without exception, and let Kenning decide on the whole."""
    right = f"{object_}#{relation}"
    banned = any(user in handed.who(ban, object_, source) for ban, source in found.bans)
    sides: list[dict[str, Any]] = []
    for side, source in found.sides:
        given = {right: "allowed"} if user in handed.who(side, object_, source) else {}
        sides.append(given)
    if banned:
        sides[0] = {right: "denied"}  # a ban is an explicit denial beside whatever was granted
    return allowed(user, right, sides)


# ---- OpenFGA ---------------------------------------------------------------------------------------------------------


def openfga(folder: Path, tally: Tally) -> None:
    """The engine's own tests: checks, list-objects, list-users; stages in order, tuples adding up."""
    for file in ("consolidated_1_1_tests.jsonl", "abac_tests.jsonl"):
        for line in (folder / file).read_text(encoding="utf-8").splitlines():
            tuples: list[dict[str, Any]] = []
            for stage in json.loads(line)["stages"]:
                tuples = [*tuples, *(stage.get("tuples") or [])]
                _stage(Store(stage["model"], tuples), stage, tally)


def _refused() -> bool:
    raise InexpressibleError("expects the request itself to be an error")


def _stage(store: Store, stage: dict[str, Any], tally: Tally) -> None:
    for one in stage.get("checkAssertions") or []:
        asked, extra = one["tuple"], one.get("contextualTuples") or []
        if "errorCode" in one:
            tally.judge("openfga checks", _refused, expected=None)
            continue
        tally.judge(
            "openfga checks",
            partial(store.check, asked["user"], asked["relation"], asked["object"], extra),
            bool(one.get("expectation")),
        )
    for one in stage.get("listObjectsAssertions") or []:
        asked, extra = one["request"], one.get("contextualTuples") or []
        if "errorCode" in one:
            tally.judge("openfga lists of objects", _refused, expected=None)
            continue
        tally.judge(
            "openfga lists of objects",
            partial(store.objects, asked["user"], asked["relation"], asked["type"], extra),
            sorted(one.get("expectation") or []),
        )
    for one in stage.get("listUsersAssertions") or []:
        asked, extra = one["request"], one.get("contextualTuples") or []
        if "errorCode" in one:
            tally.judge("openfga lists of users", _refused, expected=None)
            continue
        tally.judge(
            "openfga lists of users",
            partial(store.users, asked["object"], asked["relation"], asked["filters"], extra),
            sorted(one.get("expectation") or []),
        )


def openfga_stores(folder: Path, tally: Tally) -> None:
    """Realistic stores: checks and lists, each relation of an assertion one decision."""
    for file in sorted(folder.rglob("*.yaml")):
        read = yaml.safe_load(file.read_text(encoding="utf-8"))
        text = read.get("model") or (file.parent / read["model_file"]).read_text(encoding="utf-8")
        for test in read.get("tests", []):
            store = Store(text, [*(read.get("tuples") or []), *(test.get("tuples") or [])])
            for one in test.get("check") or []:
                for relation, expected in one["assertions"].items():
                    tally.judge(
                        "openfga stores",
                        partial(store.check, one["user"], relation, one["object"], []),
                        expected,
                    )
            for one in test.get("list_objects") or []:
                for relation, expected in one["assertions"].items():
                    tally.judge(
                        "openfga stores",
                        partial(store.objects, one["user"], relation, one["type"], []),
                        sorted(expected or []),
                    )


# ---- casbin ----------------------------------------------------------------------------------------------------------


def casbin(folder: Path, tally: Tally) -> None:
    """Role models and denials out of casbin's own tests."""
    for line in (folder / "cases.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        model = (folder / case["model"]).read_text(encoding="utf-8")
        rows = list(_rows(folder / case["policy"])) if case["policy"] else []
        for one in case["assertions"]:
            tally.judge(
                "casbin",
                partial(_casbin, model, rows, one["request"]),
                one["allow"],
            )


def _rows(file: Path) -> Iterator[list[str]]:
    for row in csv.reader(file.read_text(encoding="utf-8").splitlines()):
        if row:
            yield [cell.strip() for cell in row]


def _casbin(model: str, rows: list[list[str]], request: list[str]) -> bool:
    effect = next(line for line in model.splitlines() if line.startswith("e ="))
    for word, kind in (
        ("keyMatch", "matches resources by pattern"),
        ("ipMatch", "has conditions on the request (context, time, expiry)"),
        ("r.sub ==" if 'r.sub == "root"' in model else "\0", "names a subject inside the rule"),
        ("priority", "lets the first rule win, whatever it says"),
    ):
        if word in model:
            raise InexpressibleError(kind)
    if "!some" in effect and "&&" not in effect:
        raise InexpressibleError("allows by default")
    subject, *rest = request
    given_roles = [row for row in rows if row[0] == "g"]
    if "g(r.sub, r.obj, p.role)" in model:  # a role on one object: the object is what a domain is elsewhere
        given_roles = [[row[0], row[1], row[3], row[2]] for row in given_roles]
    roles = _closed(subject, rest, given_roles)
    resources = [row for row in rows if row[0] == "g2"]
    right = "#".join(rest)
    given: dict[str, Any] = {}
    for row in rows:
        if row[0] != "p":
            continue
        verdict = "denied" if row[-1] == "deny" else "allowed"
        what = row[2:-1] if row[-1] in {"allow", "deny"} else row[2:]
        groups = {rest[0], *(one[2] for one in resources if one[1] == rest[0])}
        if row[1] in roles and what[0] in groups and what[1:] == rest[1:]:
            given[right] = "denied" if "denied" in {verdict, given.get(right)} else "allowed"
    return allowed(subject, right, [given])


def _closed(subject: str, rest: list[str], rows: list[list[str]]) -> set[str]:
    """A subject and the roles it has, in the domain of the request where roles have one."""
    found, before = {subject}, 0
    while len(found) != before:
        before = len(found)
        found |= {row[2] for row in rows if row[1] in found and (len(row) < 4 or row[3] == rest[0])}
    return found


# ---- AuthZEN ---------------------------------------------------------------------------------------------------------

ACTIONS = ("view", "edit", "delete")


def authzen(folder: Path, tally: Tally) -> None:
    """The search scenario: who may, what may be done, to which records; by owner, department and role."""
    context = folder / "context"
    people = json.loads((context / "authzen-search-demo__data__users.json").read_text(encoding="utf-8"))
    records = json.loads((context / "authzen-search-demo__data__records.json").read_text(encoding="utf-8"))

    def may(subject: str, action: str, resource: str) -> bool:
        person = next(one for one in people if one["id"] == subject)
        given: dict[str, Any] = {}
        for one in records:
            owns, near = one["owner"] == subject, one["department"] == person["department"]
            leads = person["role"] == "manager"
            for name, granted in zip(ACTIONS, (owns or near or leads, owns or (leads and near), owns), strict=True):
                if granted:
                    given[f"{one['id']}#{name}"] = "allowed"
        return allowed(subject, f"{resource}#{action}", [given])

    def found(kind: str, asked: dict[str, str], candidates: Iterable[str]) -> list[str]:
        return sorted(one for one in candidates if may(**{**asked, kind: one}))

    every = {
        "subject": [one["id"] for one in people],
        "resource": [str(one["id"]) for one in records],
        "action": ACTIONS,
    }
    for kind, candidates in every.items():
        for line in (folder / f"search_{kind}.jsonl").read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            asked = {name: part.get("id", part.get("name")) for name, part in case["request"].items()}
            expected = sorted(str(one.get("id", one.get("name"))) for one in case["expected"]["results"])
            tally.judge("authzen searches", partial(found, kind, asked, candidates), expected)


def run(options: Options) -> Result:
    """Ask all, and say what could not be asked."""
    if options.data is None:
        raise ValueError("bench authz wants --data: the folder with openfga/, openfga_stores/, casbin/ and authzen/")
    tally = Tally()
    openfga(options.data / "openfga", tally)
    openfga_stores(options.data / "openfga_stores", tally)
    casbin(options.data / "casbin", tally)
    authzen(options.data / "authzen", tally)
    expressed = tally.agreed.total() + len(tally.differing)
    for line in tally.differing[:20]:
        options.say(line)
    for reason, count in tally.inexpressible.most_common():
        options.say(f"not expressible, {count}: {reason}")
    figures = {f"agreed {source}".replace(" ", "_"): float(count) for source, count in tally.agreed.items()}
    figures |= {"expressed": float(expressed), "not_expressible": float(tally.inexpressible.total())}
    figures |= {f"not_expressible: {reason}": float(count) for reason, count in sorted(tally.inexpressible.items())}
    return Result(
        figures,
        {
            "expressed": Bar.at_least(EXPRESSED, float(expressed)),
            "agreement": Bar.at_least(1.0, tally.agreed.total() / max(1, expressed)),
            "false_allows": Bar.at_most(0, float(tally.false_allows)),
        },
    )
