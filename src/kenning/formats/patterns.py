"""A file of pattern rules: YAML with the line of every part; `rules/knowledge/extract` judges whether they can be used."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from importlib import resources
from typing import get_args

import yaml

from kenning.formats.sheet import LINE_MAX, Reading, StopError, composed, shown, text_of
from kenning.model.identity.extract import Deed, Keep, Reach, Rule, RuleSet, WrittenRules

_TOP = ("name", "version", "words", "keeps", "rules")
_KEEP = ("words", "reach")
_RULE = tuple(field for field in Rule.__struct_fields__ if field != "id")
SHIPPED = "patterns.yaml"


def read(content: bytes | str) -> WrittenRules:
    """Rules as their file writes them, with everything in it that could not be read; refuses nothing by itself."""
    text, problem = text_of(content)
    if problem is not None:
        return WrittenRules(rules=RuleSet(), problems=(problem,))
    reading, rules = Reading(text), RuleSet()
    with suppress(StopError):
        rules = _rules(reading, composed(reading, _TOP))
    return WrittenRules(rules=rules, lines=reading.lines, problems=tuple(reading.problems))


@cache
def shipped() -> bytes:
    """The rules that ship with Kenning, as their file."""
    return resources.files(__package__).joinpath(SHIPPED).read_bytes()


def _rules(reading: Reading, root: yaml.Node) -> RuleSet:
    if not isinstance(root, yaml.MappingNode):
        reading.refuse(root, "", "must have fields", value=shown(root), hint=f"its fields are {', '.join(_TOP)}")
        return RuleSet()
    parts = reading.mapping(root, "", _TOP)
    if "name" not in parts:
        reading.refuse(1, "name", "is missing", hint="it is what claims are said to be drawn by, such as acme")
    words = reading.mapping(parts["words"], "words") if "words" in parts else {}
    keeps = reading.mapping(parts["keeps"], "keeps") if "keeps" in parts else {}
    rules = reading.mapping(parts["rules"], "rules") if "rules" in parts else {}
    return RuleSet(
        name=reading.scalar(parts["name"], "name") if "name" in parts else "",
        version=reading.scalar(parts["version"], "version") if "version" in parts else "1",
        words={name: _phrases(reading, node, f"words.{name}") for name, node in words.items()},
        keeps=tuple(_keep(reading, name, node) for name, node in keeps.items()),
        rules=tuple(_rule(reading, name, node) for name, node in rules.items()),
    )


def _phrases(reading: Reading, node: yaml.Node, path: str) -> tuple[str, ...]:
    """A list of words; in a text of its own they are parted by commas."""
    if isinstance(node, yaml.SequenceNode):
        return tuple(one for one in reading.words(node, path) if one)
    said = reading.scalar(node, path, LINE_MAX)
    return tuple(one.strip() for one in said.split(",") if one.strip())


def _keep(reading: Reading, name: str, node: yaml.Node) -> Keep:
    path = f"keeps.{name}"
    parts = reading.mapping(node, path, _KEEP)
    reach = reading.scalar(parts["reach"], f"{path}.reach") if "reach" in parts else "sentence"
    known: tuple[Reach, ...] = get_args(Reach)
    if reach not in known:
        reading.refuse(parts["reach"], f"{path}.reach", "is none", value=reach, hint=f"use one of: {', '.join(known)}")
    if "words" not in parts:
        reading.refuse(node, f"{path}.words", "is missing")
    words = _phrases(reading, parts["words"], f"{path}.words") if "words" in parts else ()
    return Keep(name=name, words=words, reach=next((one for one in known if one == reach), "sentence"))


def _rule(reading: Reading, name: str, node: yaml.Node) -> Rule:
    path = f"rules.{name}"
    parts = reading.mapping(node, path, _RULE)
    if "match" not in parts:
        reading.refuse(node, f"{path}.match", "is missing", hint='such as "<who> work|works at <org:Organization>"')

    def text(field: str) -> str:
        return reading.scalar(parts[field], f"{path}.{field}", LINE_MAX) if field in parts else ""

    def phrases(field: str) -> tuple[str, ...]:
        return _phrases(reading, parts[field], f"{path}.{field}") if field in parts else ()

    return Rule(
        id=name,
        match=_lines(reading, parts["match"], f"{path}.match") if "match" in parts else (),
        predicate=text("predicate"),
        predicates=_table(reading, parts["predicates"], f"{path}.predicates") if "predicates" in parts else {},
        by=text("by"),
        subject=text("subject"),
        object=text("object"),
        value=text("value"),
        topic=text("topic"),
        deed=_deed(reading, parts["deed"], f"{path}.deed") if "deed" in parts else "asserts",
        confidence=_share(reading, parts["confidence"], f"{path}.confidence") if "confidence" in parts else 0.8,
        since=text("since"),
        until=text("until"),
        on=text("on"),
        also=text("also"),
        unless=phrases("unless"),
        despite=phrases("despite"),
        examples=_table(reading, parts["examples"], f"{path}.examples", split=False) if "examples" in parts else {},
    )


def _lines(reading: Reading, node: yaml.Node, path: str) -> tuple[str, ...]:
    """One phrasing, or a list of them."""
    if not isinstance(node, yaml.SequenceNode):
        return (reading.scalar(node, path, LINE_MAX),)
    reading.count(len(node.value))
    found: list[str] = []
    for number, part in enumerate(node.value):
        place = f"{path}[{number}]"
        reading.lines.setdefault(place, reading.line(part.start_mark))
        found.append(reading.scalar(part, place, LINE_MAX))
    return tuple(one for one in found if one)


def _table(reading: Reading, node: yaml.Node, path: str, *, split: bool = True) -> dict[str, str]:
    """Words and what each leads to; several, parted by commas, lead to the same."""
    found: dict[str, str] = {}
    if not isinstance(node, yaml.MappingNode):
        reading.refuse(node, path, "must have fields", value=shown(node))
        return found
    reading.count(len(node.value))
    for key, value in node.value:
        words = reading.scalar(key, path, LINE_MAX)
        said = reading.scalar(value, f"{path}.{words}", LINE_MAX)
        reading.lines.setdefault(f"{path}.{words}", reading.line(key.start_mark))
        for word in words.split(",") if split else [words]:
            found[word.strip()] = said
    return found


def _deed(reading: Reading, node: yaml.Node, path: str) -> Deed:
    word = reading.scalar(node, path)
    known: tuple[Deed, ...] = get_args(Deed)
    if word not in known:
        reading.refuse(node, path, "is none", value=word, hint=f"use one of: {', '.join(known)}")
    return next((one for one in known if one == word), "asserts")


def _share(reading: Reading, node: yaml.Node, path: str) -> float:
    word = reading.scalar(node, path)
    try:
        found = float(word)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 1:
        reading.refuse(node, path, "is not between 0 and 1", value=word)
        return 0.8
    return found
