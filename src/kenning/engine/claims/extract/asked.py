"""What is asked of an extraction, and by what it is done: the extractors of a store, in order of their tiers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Protocol, runtime_checkable

import msgspec

from kenning.engine.claims.extract.tagged import grammar
from kenning.engine.claims.system import active
from kenning.engine.config import Config
from kenning.errors import UnavailableError
from kenning.formats import patterns as sheets
from kenning.model.identity.extract import RuleSet, Tier
from kenning.model.schema import Active
from kenning.model.time import wrong
from kenning.providers import Extractor
from kenning.rules.knowledge.extract import Patterns, Structure
from kenning.rules.knowledge.extract.named.finder import Names
from kenning.rules.knowledge.extract.written import beside, check, refusal

TIERS: tuple[Tier, ...] = (1, 2, 3, 4)


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What an extraction is asked to do: by which tiers, of what was recorded since when, and whether to record it.

    ``rules`` are files of patterns to draw by besides those that ship. ``again``: from the beginning of the log.
    """

    tiers: frozenset[int] = frozenset()
    since: str | None = None
    rules: tuple[Path, ...] = ()
    dry_run: bool = False
    again: bool = False
    shown_max: int = 1000


@runtime_checkable
class Selective(Protocol):
    """An extractor that can tell at a glance that nothing comes of an event: it is then not even read."""

    def wants(self, kind: str, text: str) -> bool:
        """Tell whether anything could come of an event of a kind with a text."""


@runtime_checkable
class Stopping(Protocol):
    """An extractor that says why it gave fewer than it was asked for: its budget is spent, its server is gone."""

    @property
    def stopped(self) -> str:
        """Say why it stopped; empty where it did not."""


def extractors(config: Config, asked: Asked, schema: Active) -> list[Extractor]:
    """List the extractors that are asked for, in order of their tiers. Raises `InvalidError` for a tier that nobody is of.

    The third tier runs where it is asked for: what is installed on a machine does not change what is learned there.
    """
    every: list[Extractor] = [Structure(), shipped(), *(read_rules(path, schema) for path in asked.rules)]
    every += [Names()] if config.names else []
    if 3 in asked.tiers and not any(one.tier == 3 for one in config.extractors):
        every += [tagged] if (tagged := grammar()) is not None else []
    every = sorted([*every, *config.extractors], key=lambda one: one.tier)
    for tier in sorted(asked.tiers):
        if tier not in TIERS:
            raise wrong("tier", tier, "is none", hint="1 structure, 2 patterns, 3 a small model, 4 a language model")
        if not any(one.tier == tier for one in every):
            hint = {3: "install kenning[nlp]", 4: "install kenning[llm], and say where the server is"}.get(tier, "")
            raise wrong("tier", tier, "is of no extractor that is there", hint=hint)
    some = [one for one in every if not asked.tiers or one.tier in asked.tiers]
    if any(one.tier > Names.tier for one in some):  # a model reads: what it finds outdoes what shape alone tells
        return [one for one in some if not isinstance(one, Names)]
    return some


@cache
def _rules() -> RuleSet:
    return sheets.read(sheets.shipped()).rules


@cache
def shipped() -> Patterns:
    """Give the patterns that ship, made ready once a process."""
    return Patterns(_rules(), sha256(sheets.shipped()).hexdigest())


def read_rules(path: Path, schema: Active | None = None) -> Patterns:
    """Read a user's rules from their file. Raises `InvalidError` that lists everything wrong, each with its line."""
    try:
        content = path.read_bytes()
    except FileNotFoundError as error:
        raise wrong("rules", str(path), "is no file") from error
    except OSError as error:
        raise UnavailableError(f"{path}: cannot be read: {error}") from error
    written = sheets.read(content)
    own = beside(written.rules, _rules())
    problems = check(written, own, schema or active(None))
    if problems:
        raise refusal(problems, path.name)
    return Patterns(own, sha256(content + sheets.shipped()).hexdigest())


def why_stopped(extractor: Extractor) -> str:
    """Say why an extractor gave fewer than it was asked for."""
    said = extractor.stopped if isinstance(extractor, Stopping) else ""
    return said or f"{extractor.name} wants no more for now"


def wanted_by(some: Sequence[Extractor]) -> list[Selective]:
    """List those of some extractors that can tell at a glance what they do not want."""
    return [one for one in some if isinstance(one, Selective)]
