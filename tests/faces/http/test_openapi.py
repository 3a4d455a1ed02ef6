"""The description of the server is true: every answer is as it says, whatever is asked, and nobody sees what is not his.

Schemathesis draws requests from the description, well formed and broken; the seed is fixed, so that every run asks the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import HealthCheck, Phase, given, settings

import kenning
from kenning.faces.http.openapi import description
from kenning.faces.http.operations import OPERATIONS
from kenning.model.access.permissions import Permissions
from tests.access.worlds import READS, approve, said, trust
from tests.need import need

SECRET = "xylophone"
DRAWN = 3
"""So many requests are drawn for each operation: enough to meet each parameter, few enough for every run."""
PATIENCE_S = 120  # no verdict: only so that a broken test ends
LONG = {"changed", "follow", "backup", "verify", "rebuild", "embed"}
"""Operations that wait, or look at everything: asked once, not many times over."""


def test_every_operation_is_described_once() -> None:
    told = json.loads(description())
    assert told["openapi"].startswith("3.1")
    described = {
        (method.upper(), path, one["operationId"])
        for path, item in told["paths"].items()
        for method, one in item.items()
    }
    assert described == {
        *((one.method, one.path, one.name) for one in OPERATIONS),
        ("GET", "/v1/access/signed-in", "signed_in"),
    }
    names = [one for *_, one in described]
    assert len(names) == len(set(names))
    assert not any(method == "PATCH" for method, *_ in described)


def references(value: Any) -> Iterator[str]:
    """Every place of the description that another place points to."""
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from references(one)


def test_every_reference_and_every_link_leads_somewhere() -> None:
    told = json.loads(description())
    for ref in set(references(told)):
        found = told
        for part in ref.removeprefix("#/").split("/"):
            found = found[part]
    names = {one.name for one in OPERATIONS}
    answers = [one for item in told["paths"].values() for each in item.values() for one in each["responses"].values()]
    links = [link["operationId"] for answer in answers for link in answer.get("links", {}).values()]
    assert links
    assert set(links) <= names


class House:
    """A store that is served with something of everything in it, and what there is of a secret among it."""

    def __init__(self, served: Any) -> None:
        keeper = served.keeper
        approve(keeper)
        self.keeper, self.url, self.client = keeper, served.url, served.client
        keeper.record(said("The deploy failed", "Bob", 1))
        keeper.record(said("Here is the door", "Bobby", 3))
        keeper.record(said("Never mind", "Bob", 4))
        keeper.create_entity("Society")
        keeper.assert_claim("Bobby", "likes", value="coffee")
        keeper.declare_tool("deploy", "safe")
        shown = {one.id for one in keeper.entities()}
        told = keeper.record(said(f"Nobody may know of the {SECRET}", "Dora", 2, sensitivity="confidential"))
        keeper.create_entity(f"The {SECRET} Society")
        hidden = {one.id for one in keeper.entities()} - shown
        assert len(hidden) > 1
        self.out_of_scope = {SECRET, told.id, told.hash, "Dora", "@dora", *hidden}
        """What stands in no answer to Bob: the secret, who told it, of whom, and by which ids."""
        trust(keeper, "chat:@bob", "sub_user", READS)
        keeper.grant("Bob", Permissions(tool_permissions={"deploy": "allowed"}))

    def headers(self, who: str) -> dict[str, str]:
        """How somebody signs in, with a token of its own."""
        entity, channel = {"admin": ("admin", "local"), "bob": ("chat:@bob", "chat")}[who]
        return {"Authorization": f"Bearer {self.keeper.issue_token(entity, channel=channel).secret}"}

    def check(self, who: str, response: Any) -> None:
        """An answer to Bob has nothing that is not his to know, but for what he said himself."""
        if who == "bob":
            asked = f"{unquote(response.request.url)} {response.request.body!r}"
            told = response.text + str(dict(response.headers))
            assert {one for one in self.out_of_scope if one in told and one not in asked} == set()


@pytest.fixture
def house(served: Any) -> House:
    """A store with something of everything in it, a secret among it, and a token of somebody who may not know that."""
    return House(served)


NOTE = {"kind": "note.created", "source": {"type": "user"}, "files": [{"role": "primary", "content": "x"}]}
FIRST = f"evt_{1:032x}"
DEEDS: dict[str, dict[str, Any]] = {
    "record": {"body": NOTE},
    "record_many": {"body": [NOTE]},
    "amend": {"event_id": FIRST, "body": {"text": "y"}},
    "correct": {"event_id": FIRST, "body": {"patch": {"content": "y"}}},
    "redact": {"event_id": f"evt_{4:032x}"},
    "stretch": {},
    "timeline": {},
    "recall": {"body": {"question": "Did the deploy fail?"}},
    "create_entity": {"body": {"name": "Zoe"}},
    "define_internal": {"body": {"type": "technical_assistant", "name": "ken"}},
    "entities": {},
    "retire": {"asked": "Society"},
    "elevate": {"asked": "chat:@dora", "body": {"level": "sub_user"}},
    "merge": {"survivor": "Bob", "body": {"merged": "Bobby"}},
    "assert_claim": {"body": {"subject": "Bob", "predicate": "likes", "value": "tea"}},
    "relate": {"body": {"subject": "Bob", "predicate": "knows", "obj": "Dora"}},
    "claims": {},
    "put_artifact": {"body": {"name": "tea", "text": "Bob likes tea", "evidence": [FIRST]}},
    "learn_macro": {
        "body": {
            "name": "release",
            "steps": [{"resourceType": "tool", "resourceId": "deploy", "action": "invoke"}],
            "entity": "Bob",
            "events": [FIRST],
        }
    },
    "define_channel": {"body": {"channel": "desk"}},
    "approve_channel": {"channel": "desk"},
    "issue_token": {"body": {"entity": "admin", "channel": "local"}},
    "reviews": {},
    "suspend": {"asked": "Bob"},
}
"""How each operation is asked whose answer leads on, in order."""
FURTHER: dict[str, dict[str, Any]] = {
    "amend": {"text": "z"},
    "correct": {"patch": {"content": "z"}},
    "rename": {"name": "Zoe Two"},
    "add_alias": {"names": ["Zo"]},
    "describe": {"attributes": {"town": "Linz"}},
    "answer_review": {"decision": "later"},
}
"""What the operations take that an answer leads to, beside what it names."""


def schemathesis_and_checks() -> tuple[Any, list[Any]]:
    """The description as Schemathesis has it, and what it checks of every answer."""
    try:
        import schemathesis
        from schemathesis.checks import not_a_server_error
        from schemathesis.specs.openapi.checks import (
            content_type_conformance,
            response_headers_conformance,
            response_schema_conformance,
            status_code_conformance,
        )
    except ImportError:
        need("schemathesis", present=False, why="it asks the server whatever its description allows")
        raise
    checks = [
        not_a_server_error,
        status_code_conformance,
        content_type_conformance,
        response_headers_conformance,
        response_schema_conformance,
    ]
    schema = schemathesis.openapi.from_dict(json.loads(description()))
    schema.config.generation.update(with_security_parameters=False)  # who asks is said with each request
    return schema, checks


def drawn(**more: Any) -> Any:
    """Settings by which every run asks the same."""
    return settings(derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck), **more)


@pytest.mark.slow
@pytest.mark.parametrize("who", ["admin", "bob"])
def test_every_answer_is_as_it_is_described(house: House, who: str) -> None:
    schema, checks = schemathesis_and_checks()
    headers = house.headers(who)
    for found in schema.get_all_operations():
        operation = found.ok()  # the description is sound: else the test should fail
        if operation.definition.raw["operationId"] in LONG:
            continue

        @drawn(max_examples=DRAWN, phases=[Phase.explicit, Phase.generate])
        @given(case=operation.as_strategy())
        def asked(case: Any) -> None:
            response = case.call(base_url=house.url, headers=headers, timeout=PATIENCE_S)
            case.validate_response(response, checks=checks)
            house.check(who, response)

        asked()


def found_at(place: str, asked: dict[str, Any], answer: Any) -> Any:
    """What a place of a link names, in a request or in its answer."""
    source, _, pointer = place.partition("#/")
    if source.startswith("$request.path."):
        return asked[source.removeprefix("$request.path.")]
    value = answer if source == "$response.body" else asked["body"]
    for part in pointer.split("/"):
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value


@pytest.mark.slow
@pytest.mark.parametrize("who", ["admin", "bob"])
def test_an_answer_leads_to_what_it_names(house: House, who: str) -> None:
    """The links of the description hold, and whatever is asked at their end is answered as it is described.

    Deeds are the admin's; what they lead to is asked by either, so that Bob asks for things that are there and not his.
    """
    schema, checks = schemathesis_and_checks()
    by_name = {one.definition.raw["operationId"]: one for one in (found.ok() for found in schema.get_all_operations())}
    admins, headers = house.headers("admin"), house.headers(who)

    def ask(case: Any, who: str, headers: dict[str, str]) -> Any:
        response = case.call(base_url=house.url, headers=headers, timeout=PATIENCE_S)
        case.validate_response(response, checks=checks)
        house.check(who, response)
        return response

    def case(name: str, asked: dict[str, Any]) -> Any:
        return by_name[name].Case(**placed(by_name[name], asked), **as_json(asked))

    leading = {
        name: next(answer["links"] for answer in one.definition.raw["responses"].values() if "links" in answer)
        for name, one in by_name.items()
        if any("links" in answer for answer in one.definition.raw["responses"].values())
    }
    assert leading.keys() == DEEDS.keys()
    for name, asked in DEEDS.items():
        made = ask(case(name, asked), "admin", admins)
        assert made.status_code in {200, 201}, f"{name} {asked}: {made.text}"
        for to, link in leading[name].items():
            given_by_link = {key: found_at(place, asked, made.json()) for key, place in link["parameters"].items()}
            if who == "admin":
                body = {"body": FURTHER[to]} if to in FURTHER else {}
                led = ask(case(to, {**given_by_link, **body}), who, headers)
                assert led.status_code in {200, 201}, f"{name} to {to} {given_by_link}: {led.text}"

            @drawn(max_examples=DRAWN, phases=[Phase.explicit, Phase.generate])
            @given(case=by_name[to].as_strategy(**placed(by_name[to], given_by_link)))
            def further(case: Any) -> None:
                ask(case, who, headers)

            further()


def placed(operation: Any, asked: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """What is asked, by where in a request it stands."""
    where = {one["name"]: one["in"] for one in operation.definition.raw["parameters"]}
    found: dict[str, dict[str, Any]] = {"path_parameters": {}, "query": {}}
    for name, value in asked.items():
        if name != "body":
            found["path_parameters" if where[name] == "path" else "query"][name] = value
    return {part: values for part, values in found.items() if values}


def as_json(asked: dict[str, Any]) -> dict[str, Any]:
    """The body of a request, where it has one."""
    return {"body": asked["body"], "media_type": "application/json"} if "body" in asked else {}


CLOSED: dict[str, dict[str, Any]] = {
    "elevate": {"path": {"asked": "Bob"}, "body": {"level": ""}},
    "demote": {"path": {"asked": "Bob"}, "body": {"level": ""}},
    "declare_tool": {"body": {"name": "ring", "toolClass": ""}},
    "define_internal": {"body": {"type": "", "name": "kim"}},
    "define_channel": {"body": {"channel": "den", "sensitivity": "", "visibility": ""}},
    "merge": {"path": {"survivor": "Bob"}, "body": {"merged": "Bobby", "policy": ""}},
    "plan_merge": {"path": {"survivor": "Bob"}, "body": {"merged": "Bobby", "policy": ""}},
    "answer_review": {"path": {"item": ""}, "body": {"decision": ""}},
    "links": {"path": {"event_id": FIRST}, "query": {"direction": ""}},
}
"""How an operation is asked of which a text is one of a few; these texts are empty here."""


def test_a_text_that_is_one_of_a_few_is_said_to_be_and_no_other_is_taken(house: House) -> None:
    told = json.loads(description())
    client = house.client()
    item = house.keeper.reviews()[0].item
    operations = {
        one["operationId"]: (method, path, one)
        for path, methods in told["paths"].items()
        for method, one in methods.items()
    }
    for name, asked in CLOSED.items():
        method, path, operation = operations[name]
        for parameter, value in asked.get("path", {}).items():
            path = path.replace(f"{{{parameter}}}", value or item)
        place = "body" if "body" in asked else "query"
        for field in [key for key, value in asked[place].items() if not value]:
            if place == "body":
                schema = told["components"]["schemas"][f"{name.title().replace('_', '')}Body"]["properties"][field]
            else:
                schema = next(one["schema"] for one in operation["parameters"] if one["name"] == field)
            others = {key: value for key, value in asked[place].items() if value}
            for value, is_taken in [*((one, True) for one in schema["enum"]), ("any other", False)]:
                given = {"json" if place == "body" else "params": {**others, field: value}}
                answer = client.request(method, path, **given)
                refused = answer.status_code == 400
                assert refused != is_taken, f"{name} {given}: {answer.text}"


def test_the_description_is_served_to_whoever_is_signed_in(served: Any) -> None:
    told = served.client().get("/v1/openapi.json").json()
    assert told["info"]["version"] == kenning.__version__
