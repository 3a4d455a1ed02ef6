"""The description of the server is true: every answer is as it says, whatever is asked, and nobody sees what is not his.

Schemathesis draws requests from the description, well formed and broken; the seed is fixed, so that every run asks the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

import kenning
from kenning.faces.http.openapi import description
from kenning.faces.http.operations import OPERATIONS
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


@pytest.fixture
def house(served: Any) -> Any:
    """A store with something of everything in it, a secret among it, and a token of somebody who may not know that."""
    keeper = served.keeper
    approve(keeper)
    keeper.record(said("The deploy failed", "Bob", 1))
    keeper.record(said(f"Nobody may know of the {SECRET}", "Dora", 2, sensitivity="confidential"))
    keeper.create_entity(f"The {SECRET} Society")
    trust(keeper, "chat:@bob", "sub_user", READS)
    served.bobs = keeper.issue_token("chat:@bob", channel="chat").secret
    return served


@pytest.mark.slow
@pytest.mark.parametrize("who", ["admin", "bob"])
def test_every_answer_is_as_it_is_described(house: Any, who: str) -> None:
    try:
        import schemathesis
        from schemathesis.checks import not_a_server_error
        from schemathesis.specs.openapi.checks import (
            content_type_conformance,
            response_schema_conformance,
            status_code_conformance,
        )
    except ImportError:
        need("schemathesis", present=False, why="it asks the server whatever its description allows")
        return
    checks = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
    schema = schemathesis.openapi.from_dict(json.loads(description()))
    token = house.token if who == "admin" else house.bobs
    for found in schema.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr]  # the description is sound: else the test should fail
        name = operation.definition.raw["operationId"]
        if name in LONG:
            continue

        @settings(
            max_examples=DRAWN,
            derandomize=True,
            database=None,
            deadline=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def asked(case: Any) -> None:
            response = case.call(base_url=house.url, headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE_S)
            case.validate_response(response, checks=checks)
            if who == "bob":
                assert SECRET not in response.text

        asked()


def test_a_deed_leads_to_what_it_made(house: Any) -> None:
    """The links of the description hold: what one answer names, the next operation takes."""
    told = json.loads(description())
    client = house.client()
    bodies = {
        "record": {"kind": "note.created", "source": {"type": "user"}, "files": [{"role": "primary", "content": "x"}]},
        "create_entity": {"name": "Zoe"},
        "assert_claim": {"subject": "Bob", "predicate": "likes", "value": "tea"},
        "relate": {"subject": "Bob", "predicate": "knows", "obj": "Dora"},
        "issue_token": {"entity": "admin", "channel": "local"},
    }
    by_name = {
        one["operationId"]: (method, path, one) for path, item in told["paths"].items() for method, one in item.items()
    }
    for name, body in bodies.items():
        _, path, operation = by_name[name]
        made = client.post(path, json=body)
        assert made.status_code == 201, made.text
        for status, answer in operation["responses"].items():
            for link in answer.get("links", {}).values() if status == "201" else ():
                method, where, _ = by_name[link["operationId"]]
                [(parameter, place)] = link["parameters"].items()
                value = made.json()
                for part in place.partition("#/")[2].split("/"):
                    value = value[part]
                more = {"name": "Zoe Two"} if link["operationId"] == "rename" else {}
                asked = {"json": more} if method == "post" else {}
                followed = client.request(method, where.replace(f"{{{parameter}}}", value), **asked)
                assert followed.status_code in {200, 201}, followed.text


def test_the_description_is_served_to_whoever_is_signed_in(served: Any) -> None:
    told = served.client().get("/v1/openapi.json").json()
    assert told["info"]["version"] == kenning.__version__
