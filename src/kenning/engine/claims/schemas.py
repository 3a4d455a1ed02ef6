"""The schema in force: the system's, shipped with the package, with what the namespace has applied."""

from __future__ import annotations

from pathlib import Path

import msgspec

from kenning.engine.append import Appender
from kenning.engine.engine import Engine
from kenning.engine.exchange.incoming import Who
from kenning.engine.graph.entities import commit
from kenning.errors import NotFoundError, UnavailableError
from kenning.formats import schema as sheets
from kenning.formats.system_schema import system
from kenning.model.identity import act as acts
from kenning.model.recall import Scope
from kenning.model.schema import Active, Difference, Schema
from kenning.model.time import wrong
from kenning.rules.schema import applied, check, diff, refusal, settled


def own(engine: Engine, scope: Scope, at: int | None, version: int | None = None) -> Schema | None:
    """Give the user's schema in force at a moment, or one of its versions; nothing where none was applied."""
    with engine.read(scope) as reader:
        bodies = reader.graph(scope.namespace).schemas(at)
    found = [msgspec.json.decode(body, type=Schema) for body in bodies]
    if version is None:
        return found[-1] if found else None
    for one in found:
        if one.version == version:
            return one
    raise NotFoundError(f"schema version {version}: was never applied", hint=f"there are {len(found)} versions")


def in_force(engine: Engine, scope: Scope, at: int | None) -> Active:
    """Give the system's schema and the user's as one, as of a moment."""
    with engine.read(scope) as reader:
        return engine.schema(reader.graph(scope.namespace), at)


def compared(before: Schema | None, after: Schema) -> list[Difference]:
    """Say how a schema differs from the one before it, or from none."""
    return diff(before or Schema(name=after.name), after)


def read_file(path: Path) -> Schema:
    """Read a user's schema from its file. Raises `InvalidError` that lists everything wrong, each with its line."""
    try:
        content = path.read_bytes()
    except FileNotFoundError as error:
        raise wrong("path", str(path), "is no file") from error
    except OSError as error:
        raise UnavailableError(f"{path}: cannot be read: {error}") from error
    written = sheets.read(content)
    problems = check(written, system())
    if problems:
        raise refusal(problems, path.name)
    return settled(written)


def apply(engine: Engine, who: Who, schema: Schema) -> tuple[Schema, list[Difference]]:
    """Put a schema in force as its next version; the same content again is no new version."""

    def deed(appender: Appender) -> tuple[Schema, list[Difference]]:
        body = appender.graph.schema(None)
        before = msgspec.json.decode(body, type=Schema) if body else None
        after = applied(schema, before)
        changes = compared(before, after)
        if before is None or after.version != before.version:
            appender.act(acts.APPLIED, after, ())
        return after, changes

    done: tuple[Schema, list[Difference]] = commit(engine, who, deed)
    return done
