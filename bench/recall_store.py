"""The store that recall is measured on: entities with relations, then what they say, in nine access classes.

It is built through the acts that the verbs append, recognising whom every event concerns. What was done is noted beside the store
after each portion (`Built`), so that a store that is kept (``--keep``) is used again, or built on where a run was broken off.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import msgspec

import kenning
from bench.graph_ladybug import Sample, sample
from bench.recall_texts import Line, Texts, spoken_name
from kenning.engine.append import Appender
from kenning.engine.graph.entities import commit
from kenning.model.identity import act as acts
from kenning.model.identity.entity import Identifier
from kenning.model.statement import ASSERTED, ClaimAct, Evidence, Statement

ACTS = 10_000  # a transaction
BATCH = 500
NOTED = 10_000  # events
SHOWN = 50_000
RARE = 100
"""One event in so many is of the class that a guest may read."""
RARELY = {"sensitivity": "restricted", "visibility": "shared", "domains": ["technical"]}
CLASSES = [
    {"sensitivity": sensitivity, "visibility": visibility, "domains": [domain]}
    for sensitivity in ("private", "confidential")
    for visibility in ("owner", "shared")
    for domain in ("personal", "project")
]
CHANNEL, DESK, GUEST = "chat", "desk", "@guest"
MAY = {"domainAccess": {"technical": "read"}, "privacyCeiling": "restricted"}


T = TypeVar("T")


def portions(found: Iterable[T], count: int) -> Iterator[tuple[T, ...]]:
    """So many at once."""
    rest = iter(found)
    while some := tuple(islice(rest, count)):
        yield some


class Size(msgspec.Struct, frozen=True):
    """How much there is of everything, and where dice start."""

    seed: int
    events: int
    entities: int
    relations: int
    questions: int

    def texts(self) -> Texts:
        """What is said."""
        return Texts(self.seed, self.events, self.entities, self.questions)


class Built(msgspec.Struct):
    """How far a store is built, and what that took: seconds of appending, without making the texts up."""

    size: Size
    ids: list[str] = []
    relations: int = 0
    events: int = 0
    load_s: float = 0.0
    record_s: float = 0.0
    record_cpu_s: float = 0.0
    before: int = 0
    """The sequence before the first line."""
    answers: dict[int, str] = {}
    """The events of the lines that answer a question."""


def event(line: Line) -> dict[str, Any]:
    """A line as an assistant would record it, with a key for safe retries."""
    return {
        "kind": "message.received",
        "source": {"type": "app", "name": "bench"},
        "actor": {"type": "person", "name": line.name, "channel": CHANNEL, "identifier": f"u{line.speaker}"},
        "time": {"occurredAt": line.occurred_at},
        "context": {"session": {"id": f"s{line.session}"}},
        "privacy": RARELY if line.number % RARE == RARE // 2 else CLASSES[line.number % len(CLASSES)],
        "provenance": {"basis": "observed", "confidence": 1},
        "idempotencyKey": f"line-{line.number}",
        "files": [{"role": "primary", "contentType": "text/plain", "content": line.text}],
    }


class Builder:
    """A store under way: says how far it is, and may be broken off at any time."""

    def __init__(self, folder: Path, size: Size, say: Callable[[str], None]) -> None:
        self.path, self._notes, self._say = folder / "recall.kenning", folder / "built.json", say
        self.built = self._known(size)

    def _known(self, size: Size) -> Built:
        """How far the store in the folder is; it is begun anew where it is another, or has not all its entities."""
        if self._notes.is_file():
            built = msgspec.json.decode(self._notes.read_bytes(), type=Built)
            if built.size == size:
                return built
            raise SystemExit(
                f"recall: {self._notes.parent} keeps a store of another size ({built.size}): remove it first"
            )
        for left in self.path.parent.glob(f"{self.path.name}*"):
            shutil.rmtree(left) if left.is_dir() else left.unlink()
        return Built(size)

    def _note(self) -> None:
        written = self._notes.with_suffix(".new")
        written.write_bytes(msgspec.json.encode(self.built))
        written.replace(self._notes)

    def build(self) -> Built:
        """Do what is not done yet."""
        size, built = self.built.size, self.built
        if built.events == size.events:
            self._say(f"recall: {self.path} is there")
            return built
        with kenning.open(self.path) as session:
            if not built.ids and size.entities:
                built.ids = [one for made in self._entities(session) for one in made]
                _admit(session)
                self._note()
            self._relate(session)
            self._record(session)
        return built

    def _run(self, session: kenning.Session, deed: Callable[[Appender], Any]) -> Any:  # noqa: ANN401
        begun = time.perf_counter()
        found = commit(session._engine, session._who, deed)  # noqa: SLF001 - the verbs take one act a transaction
        self.built.load_s += time.perf_counter() - begun
        return found

    def _entities(self, session: kenning.Session) -> Iterator[list[str]]:
        self._say(f"recall: {self.built.size.entities:,} entities")
        for numbers in portions(range(self.built.size.entities), ACTS):
            yield self._run(session, partial(_create, numbers=numbers))

    def _relate(self, session: kenning.Session) -> None:
        built, size = self.built, self.built.size
        if built.relations == size.relations:
            return
        graph = sample(size.entities, size.relations, size.seed)
        evidence = session.event(session.record("What the relations of this bench rest on.").id)
        proof = [Evidence(event=str(evidence.id), source="user:manual", belief=0.95)]
        for numbers in portions(range(built.relations, size.relations), ACTS):
            self._run(session, partial(_claim, graph=graph, ids=built.ids, numbers=numbers, proof=(evidence, proof)))
            built.relations += len(numbers)
            self._note()
            self._tell("relations", built.relations, size.relations, len(numbers))

    def _record(self, session: kenning.Session) -> None:
        built, texts = self.built, self.built.size.texts()
        asked = {one.line for one in texts.planted}
        built.before = built.before or session.head()[0]
        for lines in portions(texts.read(built.events), BATCH):
            events = [event(line) for line in lines]
            begun, busy = time.perf_counter(), time.process_time()
            receipts = session.record_many(events)
            built.record_s += time.perf_counter() - begun
            built.record_cpu_s += time.process_time() - busy
            built.events += len(lines)
            pairs = zip(lines, receipts, strict=True)
            built.answers |= {line.number: receipt.id for line, receipt in pairs if line.number in asked}
            if built.events % NOTED < len(lines) or built.events == built.size.events:
                self._note()
            self._tell("events", built.events, built.size.events, len(lines))

    def _tell(self, what: str, done: int, count: int, last: int) -> None:
        if done % SHOWN < last or done == count:
            self._say(f"recall: {done:,} of {count:,} {what}")


def _create(appender: Appender, numbers: tuple[int, ...]) -> list[str]:
    found = []
    for number in numbers:
        made = acts.Created(
            id=appender.new_entity_id(),
            type="kenning:Person",
            name=spoken_name(number),
            identifiers=[Identifier(channel=CHANNEL, identifier=f"u{number}")],
            salt=appender.salt(),
        )
        appender.act(acts.CREATED, made, ())
        found.append(made.id)
    return found


def _claim(appender: Appender, graph: Sample, ids: list[str], numbers: tuple[int, ...], proof: Any) -> None:  # noqa: ANN401
    evidence, claims = proof
    for number in numbers:
        subject, other = ids[int(graph.subject[number])], ids[int(graph.object[number])]
        # The number is part of the statement, so that two relations between the same two stay two.
        said = Statement(subject=subject, predicate=f"type_{graph.type[number]}", object=other, topic=str(number))
        act = ClaimAct(deed="asserts", statement=said, asserter="admin", rank=5, evidence=claims)
        appender.act(ASSERTED, act, ((evidence, "derived_from"),))


def _admit(session: kenning.Session) -> None:
    """Let somebody in who may read the rare class, and nothing else."""
    session.create_entity("Guest", identifiers=[(DESK, GUEST)])
    session.define_channel(DESK, sensitivity="restricted", visibility="shared", domains=["technical"])
    session.approve_channel(DESK)
    session.elevate(f"{DESK}:{GUEST}", "sub_user", MAY)


def guest(session: kenning.Session) -> kenning.Session:
    """A session of whoever may read one event in a hundred."""
    return session.enter(session.who(f"{DESK}:{GUEST}").id, channel=DESK)
