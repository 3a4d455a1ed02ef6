"""Drawing claims out of texts by a language model: the fourth tier, asked last and believed least.

Passages of one speaker are asked about together: what somebody writes may talk a model into something, and must not touch how it
reads the words of somebody else. Where the answer is broken, each is asked about alone, so that one costs no other. What was
answered is kept by whoever hands in a place for it, under all that it depends on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec import structs

from kenning.errors import InvalidError, UnavailableError
from kenning.model.identity.extract import NOTHING, Extracted, Passage, Tier
from kenning.model.schema import Predicate
from kenning.providers import Answers
from kenning.providers.llm.checking import checked
from kenning.providers.llm.client import Ask, Client, sound
from kenning.providers.llm.prompts import prompt

BATCH = 48
AT_ONCE = 12
"""So many passages of one speaker are asked about in one request."""
TEXT_MAX = 8000
"""Of one text no more is shown: what stands further behind in a long document is left to the other tiers."""
FAILURES_MAX = 3
"""So many passages in a row may fail for now; after that it is the server that fails."""
_LETTERS_MIN = 4
_ANSWER_TOKENS = 200
_ANSWER_TOKENS_MAX = 4000
_UNASKED = frozenset({"datetime", "json"})
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_VERSION_MODEL_MAX = 64


class _Item(msgspec.Struct):
    id: int
    claims: list[Any] = []


class _Items(msgspec.Struct):
    items: list[Any]


class ModelExtractor:
    """An extractor behind a server. ``predicates`` are those of the schema in force; ``answers`` keeps what was answered.

    ``stopped`` says why it gave fewer than it was asked for. Not safe to use from several threads at once.
    """

    name = "llm"
    tier: Tier = 4

    def __init__(
        self,
        client: Client,
        *,
        predicates: Iterable[Predicate] = (),
        answers: Answers | None = None,
        batch: int = BATCH,
    ) -> None:
        """Ask by a client, whose server names the model and whose budget bounds it; without predicates nothing can be said."""
        self.client = client
        self.batch = batch
        self.stopped = ""
        self._answers = answers
        self._prompt = prompt("extract")
        self._predicates = {one.name: one for one in predicates if not (one.object and one.object[0] in _UNASKED)}
        self._system = self._prompt.text.replace("{predicates}", _listed(self._predicates))
        self._schema = _schema(list(self._predicates))
        self._drawn_by = hashlib.sha256(self._system.encode()).hexdigest()[:12]
        self._failures = 0

    def fitted(self, predicates: Iterable[Predicate], answers: Answers) -> ModelExtractor:
        """Give one for the predicates of a schema, which keeps its answers; a place that was given before is kept."""
        kept = answers if self._answers is None else self._answers
        return ModelExtractor(self.client, predicates=predicates, answers=kept, batch=self.batch)

    @property
    def version(self) -> str:
        """Give the versions of the prompt, the model and the schema it is shown: another one may say something else."""
        model = self.client.server.model
        if len(model) > _VERSION_MODEL_MAX:
            model = f"{model[: _VERSION_MODEL_MAX - 9]}~{hashlib.sha256(model.encode()).hexdigest()[:8]}"
        return f"{self._prompt.version}/{model}/{self._drawn_by}"

    def extract(self, passages: Sequence[Passage]) -> list[Extracted]:
        """Give what each passage says; fewer where the budget is spent or the server fails for now, see ``stopped``.

        Raises `UnavailableError` where nothing at all could be given.
        """
        self.stopped = ""
        found: list[Extracted] = []
        try:
            for start in range(0, len(passages), self.batch):
                self._take(passages[start : start + self.batch], found)
                if self.stopped:
                    break
        except UnavailableError as error:
            if not found:
                raise
            self.stopped = error.message
        return found

    def _take(self, passages: Sequence[Passage], found: list[Extracted]) -> None:
        """Add what some passages say, in order, as far as it goes."""
        items = [self._known(passage) for passage in passages]
        missing = [place for place, item in enumerate(items) if item is None]
        for places in _by_speaker(passages, missing):
            if len(places) > 1 and not self.stopped:
                self._together(passages, places, items)
        for passage, item in zip(passages, items, strict=True):
            if item is not None:
                found.append(self._read(passage, item))
                continue
            alone = None if self.stopped else self._alone(passage)
            if alone is None:
                return
            found.append(alone)

    def _known(self, passage: Passage) -> list[Any] | None:
        """Give what is known of a passage without asking: that it says nothing, or what was answered before."""
        if sum(sign.isalpha() for sign in passage.text) < _LETTERS_MIN:
            return []
        kept = self._answers.get(self._key(passage)) if self._answers is not None else None
        if kept is None:
            return None
        try:
            return msgspec.json.decode(kept, type=list[Any])
        except (msgspec.DecodeError, UnicodeDecodeError):
            return None

    def _together(self, passages: Sequence[Passage], places: Sequence[int], items: list[list[Any] | None]) -> None:
        """Ask about several passages at once, and take what of the answer can be told apart; the rest is asked alone."""
        try:
            answered = self._asked([passages[place] for place in places])
        except (InvalidError, UnavailableError) as error:
            if not _may_be_its_own(error):
                raise
            return  # it may be one of them that fails: each alone tells
        if answered is None:
            self._spent()
            return
        read = {places[number - 1]: claims for number, claims in answered.items() if 1 <= number <= len(places)}
        for place, claims in read.items():
            items[place] = claims
        self._keep([(passages[place], claims) for place, claims in read.items()])

    def _alone(self, passage: Passage) -> Extracted | None:
        """Ask about one passage; nothing where the budget does not allow it."""
        try:
            answered = self._asked([passage])
        except InvalidError as error:
            return Extracted(failed=error.message)
        except UnavailableError as error:
            self._failures += 1
            if self._failures >= FAILURES_MAX or not _may_be_its_own(error):
                raise
            return Extracted(failed=error.message)
        if answered is None:
            self._spent()
            return None
        if 1 not in answered:
            return Extracted(failed="the model's answer cannot be read")
        self._keep([(passage, answered[1])])
        return self._read(passage, answered[1])

    def _spent(self) -> None:
        self.stopped = f"the budget of {self.client.budget.says} is spent"

    def _asked(self, passages: Sequence[Passage]) -> dict[int, list[Any]] | None:
        """Ask about passages: the claims of each that was answered, by its number from 1; nothing where the budget is spent."""
        shown = [{"id": number, **_shown(passage)} for number, passage in enumerate(passages, 1)]
        answer = self.client.ask(
            Ask(
                system=self._system,
                user=msgspec.json.encode({"passages": shown}).decode(),
                schema=self._schema,
                name="claims",
                tokens_max=min(_ANSWER_TOKENS_MAX, _ANSWER_TOKENS * (len(passages) + 1)),
            )
        )
        if answer is None:
            return None
        self._failures = 0
        return _items(answer.text)

    def _read(self, passage: Passage, items: list[Any]) -> Extracted:
        found = checked(_cut(passage), items, self._predicates, self._prompt.version) if items else NOTHING
        if len(passage.text) <= TEXT_MAX:
            return found
        return structs.replace(found, notes=[*found.notes, f"read the first {TEXT_MAX:,} characters alone"])

    def _keep(self, read: Sequence[tuple[Passage, list[Any]]]) -> None:
        if self._answers is not None and read:
            self._answers.put([(self._key(passage), msgspec.json.encode(claims)) for passage, claims in read])

    def _key(self, passage: Passage) -> list[str]:
        """Name all that an answer depends on: prompt, predicates, model, server, and what is shown of the passage."""
        server = self.client.server
        return [
            self._prompt.version,
            self._system,
            server.model,
            server.url,
            msgspec.json.encode(_shown(passage)).decode(),
        ]


def _may_be_its_own(error: InvalidError | UnavailableError) -> bool:
    """Tell whether a failure may lie in what was asked: all but a server that is not there, or lets nobody in."""
    status = error.details.get("status")
    return status in {400, 413, 415, 422, "timeout", "answer"} or (isinstance(status, int) and status >= 500)


def _by_speaker(passages: Sequence[Passage], places: Iterable[int]) -> list[list[int]]:
    """Put passages together that come from one source and are said by one speaker, so many at once as may be."""
    said: dict[bytes, list[list[int]]] = {}
    for place in places:
        event = passages[place].event
        groups = said.setdefault(msgspec.json.encode([event.source, event.actor, event.recorded_by]), [[]])
        if len(groups[-1]) == AT_ONCE:
            groups.append([])
        groups[-1].append(place)
    return [group for groups in said.values() for group in groups]


def _items(answered: str) -> dict[int, list[Any]]:
    """Read an answer item by item: what is broken costs itself, and an id that comes twice costs both."""
    try:
        items = msgspec.json.decode(_bare(answered), type=_Items).items
    except (msgspec.DecodeError, UnicodeEncodeError):
        return {}
    found: dict[int, list[Any]] = {}
    twice: set[int] = set()
    for item in items:
        try:
            one = msgspec.convert(item, _Item)
        except msgspec.ValidationError:
            continue
        if one.id in found:
            twice.add(one.id)
        found[one.id] = one.claims
    return {number: claims for number, claims in found.items() if number not in twice}


def _bare(answered: str) -> str:
    """Take an answer out of the fence that small models put around JSON."""
    bare = answered.strip()
    if bare.startswith("```") and bare.endswith("```"):
        bare = bare[3:-3].removeprefix("json").strip()
    return bare


def _cut(passage: Passage) -> Passage:
    return passage if len(passage.text) <= TEXT_MAX else structs.replace(passage, text=passage.text[:TEXT_MAX])


def _shown(passage: Passage) -> dict[str, Any]:
    """Give what a model is shown of a passage: who speaks to whom, when, and the words."""
    return {
        "speaker": passage.speaker.name if passage.speaker is not None else None,
        "to": [one.name for one in passage.addressees],
        "date": _date(passage),
        "text": sound(passage.text[:TEXT_MAX]),
    }


def _date(passage: Passage) -> str:
    try:
        zone = ZoneInfo(passage.zone)
        return (_EPOCH + timedelta(microseconds=passage.at_us)).astimezone(zone).strftime("%Y-%m-%d, %A")
    except (ZoneInfoNotFoundError, ValueError, OverflowError):
        return ""


def _listed(predicates: Mapping[str, Predicate]) -> str:
    return "\n".join(
        f"- {one.name}: {_ends(one.subject)} -> {_ends(one.object)}. {one.description}".rstrip()
        for _, one in sorted(predicates.items())
    )


def _ends(types: tuple[str, ...]) -> str:
    return " or ".join(one.rpartition(":")[2] for one in types) or "anything"


def _schema(names: list[str]) -> dict[str, Any]:
    """Give the JSON Schema of an answer, as strict servers want it: every field required, no other allowed."""
    date = {"type": ["string", "null"]}
    claim = {
        "quote": {"type": "string"},
        "subject": {"type": "string"},
        "predicate": {"type": "string", "enum": sorted(names)},
        "object": {"type": ["string", "number", "boolean"]},
        "ends": {"type": "boolean"},
        "since": date,
        "until": date,
        "confidence": {"type": "number"},
    }
    item = {"id": {"type": "integer"}, "claims": {"type": "array", "items": _object(claim)}}
    return _object({"items": {"type": "array", "items": _object(item)}})


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
