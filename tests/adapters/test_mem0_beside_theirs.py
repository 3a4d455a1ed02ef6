"""The drop-in takes every call that mem0's own package declares. It is read, not run: importing it reaches for the network."""

from __future__ import annotations

import ast
import importlib.util
import inspect
from pathlib import Path

import pytest

from kenning.adapters import mem0
from kenning.adapters.mem0 import AsyncMemory, Memory
from tests.need import need

PUBLIC = ("add", "get", "get_all", "search", "update", "delete", "delete_all", "history", "reset", "close", "chat")
BEYOND = {"project", "entity_store"}
"""Of the hosted service, and of how theirs keeps what it knows: no part of a memory."""
NOUNS = {"add": mem0.Remembering, "get_all": mem0.Listing, "search": mem0.Finding}


def theirs(name: str) -> dict[str, ast.FunctionDef | ast.AsyncFunctionDef]:
    """The public methods of a class of mem0's, as its source has them."""
    found = importlib.util.find_spec("mem0")
    need("mem0ai", found is not None and found.origin is not None, "the drop-in is held to it")
    assert found is not None
    assert found.origin is not None
    source = (Path(found.origin).parent / "memory" / "main.py").read_text(encoding="utf-8")
    classes = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef) and node.name == name]
    methods = [one for one in classes[0].body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    return {one.name: one for one in methods if not one.name.startswith("_")}


@pytest.mark.parametrize(("name", "ours"), [("Memory", Memory), ("AsyncMemory", AsyncMemory)])
def test_every_public_method_is_there(name, ours):
    known = theirs(name)
    assert set(PUBLIC) | {"from_config"} | BEYOND == set(known)
    for verb in PUBLIC:
        awaited = isinstance(known[verb], ast.AsyncFunctionDef)
        assert inspect.iscoroutinefunction(getattr(ours, verb)) == awaited, verb


@pytest.mark.parametrize(("name", "ours"), [("Memory", Memory), ("AsyncMemory", AsyncMemory)])
@pytest.mark.parametrize("verb", PUBLIC)
def test_every_parameter_is_taken_by_its_name_and_in_its_place(name, ours, verb):
    arguments = theirs(name)[verb].args
    placed = [one.arg for one in arguments.args]
    named = [one.arg for one in arguments.kwonlyargs]
    signature = inspect.signature(getattr(ours, verb))
    by_name = signature.bind(object(), **dict.fromkeys([*placed[1:], *named], object()))
    in_place = signature.bind(*(object() for _ in placed))
    assert [one for one in in_place.arguments if one != "self"] == placed[1:]
    star = {key for key, one in signature.parameters.items() if one.kind is inspect.Parameter.VAR_KEYWORD}
    for key in star & set(by_name.arguments):
        assert set(by_name.arguments[key]) <= set(NOUNS[verb].__annotations__)


@pytest.mark.parametrize("verb", ["search", "get_all", "update", "delete_all"])
def test_defaults_are_theirs(verb):
    arguments = theirs("Memory")[verb].args
    positional = arguments.args[len(arguments.args) - len(arguments.defaults) :]
    given = zip([*positional, *arguments.kwonlyargs], [*arguments.defaults, *arguments.kw_defaults], strict=True)
    defaults = {one.arg: value.value for one, value in given if isinstance(value, ast.Constant)}
    signature = inspect.signature(getattr(Memory, verb)).parameters
    assert {name: signature[name].default for name in defaults if name in signature} == {
        name: value for name, value in defaults.items() if name in signature
    }
