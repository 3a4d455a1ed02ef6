"""What models answered, kept in the store, so that nothing is asked and paid for twice; every erasure empties it."""

from __future__ import annotations

from collections.abc import Sequence

from kenning.engine.engine import Engine
from kenning.store import Reader, Writer


class StoredAnswers:
    """The answers of one namespace, each under a keyed fingerprint of all that was asked. Safe to use from several threads.

    What is answered after an erasure is not kept by whoever was at work before it: a text that was erased meanwhile may
    stand in it.
    """

    def __init__(self, engine: Engine, namespace: str) -> None:
        """Take note of how often was erased so far."""
        self._engine = engine
        self._namespace = namespace
        with engine.store.read() as reader:
            self._erased = self._erasures(reader)

    def get(self, key: Sequence[str]) -> bytes | None:
        """Give what was answered before, or nothing."""
        with self._engine.store.read() as reader:
            return reader.graph(self._namespace).answer(self._print(key))

    def put(self, found: Sequence[tuple[Sequence[str], bytes]]) -> None:
        """Keep answers, unless something was erased meanwhile."""
        answers = [(self._print(key), answer) for key, answer in found]

        def deed(writer: Writer) -> None:
            if self._erasures(writer) == self._erased:
                writer.graph(self._namespace).keep_answers(answers)

        self._engine.commit(deed)

    def _erasures(self, reader: Reader) -> int:
        return len(reader.tombstones(self._namespace))

    def _print(self, key: Sequence[str]) -> bytes:
        return self._engine.fingerprint(["answer", *key])
