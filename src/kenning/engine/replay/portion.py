"""A portion of the log, folded without the store: whatever needs to look nothing up.

Most events open one row and act on nothing. What these fold to follows from the portion and from the key of the fingerprints
alone, so another process may work it out; only where their links lead has to be looked up. All others are *left* to whoever
has the store.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import islice

import msgspec
import numpy as np

from kenning.engine.exchange.prints import Keyed, prints_of
from kenning.errors import KenningError
from kenning.model.change import Labels, Row
from kenning.model.codec import GENESIS, Sealed, envelope_of, flaw
from kenning.model.event import Envelope, Link
from kenning.rules import kinds, text
from kenning.rules.fold import root_row
from kenning.store import Reader
from kenning.store.base import Plain, Prints
from kenning.store.words.digests import digests_of
from kenning.store.words.segments import Words

EVENTS = 2000
"""How many events are folded at once: enough for packed words, few enough that progress is seen to go on."""

Columns = tuple[bytes, bytes, bytes, bytes]
_KEYS, _TFS, _SIZES = np.dtype(np.int64), np.dtype(np.uint8), np.dtype(np.int64)


class Portion(msgspec.Struct, array_like=True):
    """Some sealed events in a row, and the hash they follow; ``proved`` where the chain is to be checked as well."""

    sealed: list[Sealed]
    previous: bytes
    first: int
    proved: bool


class Folded(msgspec.Struct, array_like=True):
    """What the plain events of a portion fold to, and which events were left, by their place in the portion.

    A link is the sequence it comes from, the id it leads to, and a relation.
    ``words`` are the columns of `Plain`; where the chain was checked, ``digests`` holds 16 bytes a row instead, and receipts
    are those of retries alone.
    """

    rows: list[tuple[int, str, str, int, int]]
    labels: list[Labels]
    receipts: list[tuple[bytes, int]]
    left: list[int]
    links: list[tuple[int, str, str]] = []
    words: Columns = (b"", b"", b"", b"")
    digests: bytes = b""

    def runs(self, portion: Portion) -> Iterator[tuple[Plain, Sealed | None]]:
        """Give the plain events in order, as runs between those that were left; each run with the one behind it."""
        keys, tfs = np.frombuffer(self.words[0], _KEYS), np.frombuffer(self.words[1], _TFS)
        sizes, lengths = (np.frombuffer(column, _SIZES) for column in self.words[2:])
        ends = np.concatenate(([0], np.cumsum(sizes)))
        row = receipt = 0
        for stop in [*(portion.sealed[index] for index in self.left), None]:
            last, last_receipt = row, receipt
            while last < len(self.rows) and (stop is None or self.rows[last][0] < stop.sequence):
                last += 1
            while last_receipt < len(self.receipts) and (
                stop is None or self.receipts[last_receipt][1] < stop.sequence
            ):
                last_receipt += 1
            start, end = int(ends[row]), int(ends[last])
            counted = keys[start:end], tfs[start:end], sizes[row:last], lengths[row:last]
            yield Plain(self.rows[row:last], self.labels, self.receipts[receipt:last_receipt], *counted), stop
            row, receipt = last, last_receipt


def led(reader: Reader, namespace: str, folded: Folded) -> Iterator[tuple[int, int, str]]:
    """Look up where the links of plain events lead: a source, a target and a relation each."""
    for source, event_id, relation in folded.links:
        found = reader.place(namespace, event_id)
        if found is not None:
            yield source, found[0], relation


def portions(sealed: Iterable[Sealed], *, proved: bool) -> Iterator[Portion]:
    """Cut a walk of the log into portions."""
    walk = iter(sealed)
    previous, first = GENESIS, 1
    while some := list(islice(walk, EVENTS)):
        yield Portion(some, previous, first, proved)
        previous, first = some[-1].hash, some[-1].sequence + 1


def fold_portion(portion: Portion, key: Keyed) -> Folded:
    """Fold the plain events of a portion."""
    folded = Folded([], [], [], [])
    numbers: dict[Labels, int] = {}
    rows: list[Row] = []
    previous, expected = portion.previous, portion.first
    for place, sealed in enumerate(portion.sealed):
        sound = not portion.proved or (sealed.sequence == expected and flaw(previous, sealed) is None)
        plain = _plain(sealed, key) if sound else None
        previous, expected = sealed.hash, sealed.sequence + 1
        if plain is None:
            folded.left.append(place)
            continue
        row, prints, links = plain
        rows.append(row)
        folded.links += [(row.since, link.to_event_id, link.relation) for link in links]
        number = numbers.setdefault(row.labels, len(numbers))
        folded.rows.append((row.since, row.kind, row.actor, row.at_us, number))
        known = (prints.key,) if portion.proved else (prints.key, prints.native)
        folded.receipts += [(one, row.since) for one in known if one is not None]
    folded.labels = list(numbers)
    words = text.bags([row.text for row in rows])
    if portion.proved:
        terms = digests_of(Words(*words[:3]), words.lengths)
        folded.digests = b"".join(map(digest, rows, terms))
    else:
        keys, tfs, sizes, lengths = words
        folded.words = keys.tobytes(), tfs.tobytes(), sizes.astype(_SIZES).tobytes(), lengths.astype(_SIZES).tobytes()
    return folded


def digest(row: Row, terms: bytes) -> bytes:
    """Give the digest of a row with its words, by which a live row is compared."""
    return digest_of((row.event, row.kind, row.actor, row.at_us, row.labels), terms)


def digest_of(row: tuple[int, str, str, int, Labels], terms: bytes) -> bytes:
    """Give the digest of what a row says, and of its words."""
    return blake2b(msgspec.msgpack.encode(row) + terms, digest_size=16).digest()


def _plain(sealed: Sealed, key: Keyed) -> tuple[Row, Prints, Sequence[Link]] | None:
    """Fold an event that opens a row and acts on nothing; nothing for one that does more, or does not read."""
    if sealed.payload is None:
        return None
    try:
        event = envelope_of(sealed)
        if not _opens_a_row_alone(event):
            return None
        prints = prints_of(key, event.namespace, event.agent, event)
        return (root_row(event), prints, event.links) if prints.awaited is None else None
    except KenningError:
        return None  # whoever has the store says what is wrong with it


def _opens_a_row_alone(event: Envelope) -> bool:
    if kinds.target(event) is not None or event.kind == kinds.ERASED or kinds.connects(event.kind):
        return False
    if any(link.relation == "derived_from" for link in event.links):
        return False  # it is read under the labels of its sources, which have to be looked up
    return all(file.stored_as is None for file in event.files)
