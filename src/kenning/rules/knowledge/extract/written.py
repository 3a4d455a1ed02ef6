"""A file of rules as it is written: whether it can be used, and what it comes to beside the one that ships."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import structs

from kenning.errors import InvalidError
from kenning.model.event import Envelope, File, Source
from kenning.model.identity.extract import Party, Passage, Rule, RuleSet, WrittenRules
from kenning.model.schema import Active, Problem
from kenning.rules.knowledge.extract.pattern import Compiled, PatternError, compiled, is_named
from kenning.rules.knowledge.extract.patterns import Patterns, lists_of, subject_of
from kenning.rules.knowledge.extract.saying import said_by
from kenning.rules.schema import predicate_name, qualified

RULES_MAX = 1000


def beside(own: RuleSet, shipped: RuleSet) -> RuleSet:
    """Give a user's rules with the words and the keeps that ship, where the file has none of that name itself."""
    keeps = {keep.name: keep for keep in (*shipped.keeps, *own.keeps)}
    return structs.replace(own, words={**shipped.words, **own.words}, keeps=tuple(keeps.values()))


def refusal(problems: Sequence[Problem], file: str) -> InvalidError:
    """The error that tells everything wrong with a file of rules, a line each."""
    details = {
        "path": file,
        "value": None,
        "reason": "cannot be used as rules",
        "problems": [structs.asdict(one) for one in problems],
    }
    return InvalidError("\n".join(one.said(file) for one in problems), details=details)


def check(written: WrittenRules, rules: RuleSet, active: Active) -> list[Problem]:
    """Everything that is wrong with a file of rules under a schema, in order of lines; nothing where it may be used.

    ``rules`` are its rules as they will be used, `beside` those that ship. Its examples have to come out as it says.
    """
    found = [*written.problems]
    if not written.rules.rules and not found:
        found.append(Problem(line=1, path="rules", reason="are missing: the file has none"))
    if len(written.rules.rules) > RULES_MAX:
        found.append(Problem(line=1, path="rules", reason=f"are more than {RULES_MAX}"))
    for rule in written.rules.rules[:RULES_MAX]:
        found += _of_rule(written, rule, rules, active)
    if not found:
        found += _of_examples(written, rules)
    return sorted(found, key=lambda one: one.line)


def _line(written: WrittenRules, path: str) -> int:
    while path and path not in written.lines:
        path = path.rpartition(".")[0] if "[" not in path.rpartition(".")[2] else path[: path.rindex("[")]
    return written.lines.get(path, 1)


def _of_rule(written: WrittenRules, rule: Rule, rules: RuleSet, active: Active) -> Iterator[Problem]:
    path = f"rules.{rule.id}"

    def wrong(field: str, reason: str, *, value: object = None, hint: str = "") -> Problem:
        where = f"{path}.{field}" if field else path
        return Problem(line=_line(written, where), path=where, value=value, reason=reason, hint=hint)

    if bool(rule.predicate) == bool(rule.predicates):
        yield wrong("predicate", "is missing, or stands beside predicates", hint="give one of the two")
    if bool(rule.predicates) != bool(rule.by):
        yield wrong("by", "and predicates go together: it names the slot whose word tells which predicate it is")
    if bool(rule.object) == bool(rule.value):
        yield wrong("object", "is missing, or stands beside a value", hint="name a slot, or give a value")
    for name in (rule.predicate, *rule.predicates.values()):
        if name and predicate_name(name) not in active.predicates:
            yield wrong("predicate", "is none of the schema", value=name, hint="kenning schema show lists them")
    for number, said in enumerate(rule.match):
        try:
            pattern = compiled(said, rules.words | lists_of(rule))
        except PatternError as error:
            yield wrong(f"match[{number}]", str(error), value=said)
            continue
        for reason in _of_slots(rule, pattern, active):
            yield wrong(f"match[{number}]", reason, value=said)


def _of_slots(rule: Rule, pattern: Compiled, active: Active) -> Iterator[str]:
    """Say what slots a pattern lacks that its rule speaks of, and which of its kinds are none."""
    names = {"subject": subject_of(rule, pattern), "object": rule.object, "by": rule.by}
    for field, name in names.items():
        if name and name not in pattern.slots and (field, name) != ("subject", "I"):
            yield f"has no slot <{name}>, which is the rule's {field}"
    for slot in pattern.slots.values():
        if is_named(slot.kind) and slot.kind != "name" and qualified(active, slot.kind) not in active.types:
            yield f"has a slot of the type {slot.kind}, which is none of the schema"


def _of_examples(written: WrittenRules, rules: RuleSet) -> Iterator[Problem]:
    """Try the examples of a file: each has to come out as it says."""
    patterns = Patterns(rules)
    for rule in written.rules.rules:
        for text, expected in rule.examples.items():
            passage = example(text)
            (extracted,) = patterns.extract([passage])
            came = [said_by(passage, extracted, one) for one in extracted.learned if one.rule == rule.id]
            wanted = [] if expected == "-" else [one.strip() for one in expected.split(";")]
            if came != wanted:
                path = f"rules.{rule.id}.examples.{text}"
                reason = f"says {'; '.join(came) or 'nothing'} and not {expected}"
                yield Problem(line=_line(written, path), path=path, reason=reason)


def example(text: str) -> Passage:
    """Make a passage of a sentence: Ann says it to Bob, on Wednesday, 10 June 2026."""
    event = Envelope(
        kind="message.sent", source=Source(type="user"), files=[File(role="primary", content=text)], id="evt_example"
    )
    return Passage(
        event=event,
        text=text,
        at_us=1_781_092_800_000_000,
        speaker=Party(entity="ann", name="Ann"),
        addressees=(Party(entity="bob", name="Bob"),),
    )
