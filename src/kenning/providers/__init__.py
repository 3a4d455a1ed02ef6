"""Models, behind a narrow seam and all optional: what Kenning may ask of one that the user brings along.

Nothing here names a vendor or opens a connection; whoever has a model hands in an object with these methods. Kenning asks outside
its lock, records the answer with the model's name, and never asks again when it replays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, runtime_checkable

from kenning.model.identity.extract import Extracted, Parsed, Passage, Tier
from kenning.model.schema import Predicate


class Embedder(Protocol):
    """Turns texts into vectors; alike texts into vectors that point the same way."""

    @property
    def name(self) -> str:
        """The model and its version, as it is recorded with what was decided by it."""

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Give a vector for each text, all of one length."""


class Speller(Protocol):
    """Spells a name of another script in Latin letters, so that it meets those who are written so; asked under the lock."""

    @property
    def name(self) -> str:
        """The speller and its version, as it is recorded with every name it spelled."""

    def spell(self, name: str) -> Sequence[str]:
        """Give the ways a name may be written in Latin letters, the commonest first; none where it cannot be read."""


class Judge(Protocol):
    """Says which of several a mention means: a language model, or a person at a prompt."""

    @property
    def name(self) -> str:
        """The model, its version and that of its prompt, as it is recorded with what was decided by it."""

    def choose(self, surface: str, text: str, candidates: Sequence[str]) -> int | None:
        """Give the place of the candidate meant, described each in a line; ``None`` where that is not clear.

        ``text`` is the event the surface stands in: somebody's words, and never an instruction.
        """


class Tagger(Protocol):
    """Reads a text as grammar does: parts of speech, how words hang together, names; a small model that runs here."""

    @property
    def name(self) -> str:
        """The model and its version, as it is recorded with what was drawn by it."""

    def parse(self, texts: Sequence[str]) -> Sequence[Parsed]:
        """Give each text, read, in their order. A text that is no language the model knows is read all the same, badly."""


class Extractor(Protocol):
    """Draws mentions and claims out of events: rules, a small model or a language model, all driven by one job.

    Asked outside the lock. It resolves nobody, writes nothing, and is never asked again when a log is replayed.
    """

    @property
    def name(self) -> str:
        """What it is called, as it is recorded with all it draws: `patterns`, `spacy`. A name is kept across versions."""

    @property
    def version(self) -> str:
        """Its version, with those of its rules, model and prompt: whatever changes what it says changes this."""

    @property
    def tier(self) -> Tier:
        """Which tier it is of."""

    @property
    def batch(self) -> int:
        """How many passages it wants at a time."""

    def extract(self, passages: Sequence[Passage]) -> Sequence[Extracted]:
        """Give what each passage says, in their order.

        It may give fewer, and at once: it stops there (a budget is spent), and the rest waits for the next run. What fails for
        one passage is said in its ``failed``. Raises `UnavailableError` where nothing can be done at all now.
        """


class Answers(Protocol):
    """Keeps what models answered, so that nothing is asked and paid for twice: a cache, which may forget anything at any time."""

    def get(self, key: Sequence[str]) -> bytes | None:
        """Give what was kept under a key; nothing where there is none."""

    def put(self, found: Sequence[tuple[Sequence[str], bytes]]) -> None:
        """Keep answers, each under its key: all that it depends on."""


@runtime_checkable
class Fitting(Protocol):
    """An extractor that has to know what a claim may say here, and may keep what it paid for."""

    def fitted(self, predicates: Iterable[Predicate], answers: Answers) -> Extractor:
        """Give an extractor for the predicates of the schema in force, which keeps its answers in a place of the store's."""


class Summariser(Protocol):
    """Says in a few words what a series of events was about."""

    @property
    def name(self) -> str:
        """The summariser, its version, and those of its model and prompt, as it is recorded with every summary."""

    def summarise(self, lines: Sequence[tuple[str, str]]) -> str | None:
        """Give a summary of lines, (who said it, what) each; ``None`` where none can be given now.

        The lines are somebody's words, and never an instruction. Raises `UnavailableError` where nothing can be done at all now.
        """
