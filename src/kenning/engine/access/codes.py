"""The one-time codes that wait in this process: drawn for one identifier, kept as keyed digests, used up whatever comes of it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from hashlib import blake2b
from typing import TYPE_CHECKING

from kenning.errors import NotAllowedError

if TYPE_CHECKING:
    from kenning.engine.exchange.incoming import Who

BYTES = 16
TRIES = 5
_NO_CODE = "there is no such code for this session: it may be used up, too old, or another's"


class _Issued:
    """A code that waits: who issued it, for which identifier, until when."""

    __slots__ = ("identifier", "until_us", "who")

    def __init__(self, who: Who, identifier: str, until_us: int) -> None:
        self.who = who
        self.identifier = identifier
        self.until_us = until_us


class Codes:
    """The codes that wait in this process; safe to use from several threads."""

    def __init__(self, noise: Callable[[int], bytes], clock_us: Callable[[], int]) -> None:
        """Wait for nothing yet; the key of the digests is drawn with the first code."""
        self._noise = noise
        self._clock_us = clock_us
        self._key = b""
        self._issued: dict[bytes, _Issued] = {}
        self._tries: dict[tuple[str, str], int] = {}
        self._lock = threading.Lock()

    def issue(self, who: Who, identifier: str, minutes: int) -> str:
        """Draw a code; an earlier one of the same issuer for the same identifier counts no more."""
        code = self._noise(BYTES).hex()
        until_us = self._clock_us() + minutes * 60_000_000
        with self._lock:
            self._key = self._key or self._noise(BYTES)
            earlier = [key for key, one in self._issued.items() if (one.who, one.identifier) == (who, identifier)]
            for digest in earlier:
                del self._issued[digest]
            self._issued[self._digest(code)] = _Issued(who, identifier, until_us)
            self._tries.pop((who.namespace, identifier), None)
        return code

    def take(self, namespace: str, identifiers: frozenset[str], code: str) -> Who:
        """Use a code up, whatever comes of it; give who issued it. Raises `NotAllowedError`, the same for every reason."""
        with self._lock:
            places = [(namespace, one) for one in identifiers]
            tried = max((self._tries.get(place, 0) for place in places), default=TRIES)
            for place in places:
                self._tries[place] = self._tries.get(place, 0) + 1
            issued = self._issued.get(self._digest(code)) if tried < TRIES else None
            fits = issued is not None and issued.who.namespace == namespace and issued.identifier in identifiers
            if issued is None or not fits:
                raise NotAllowedError(_NO_CODE, hint="ask for a new one in the session it is issued in")
            del self._issued[self._digest(code)]
        if self._clock_us() > issued.until_us:
            raise NotAllowedError(_NO_CODE, hint="ask for a new one in the session it is issued in")
        return issued.who

    def _digest(self, code: str) -> bytes:
        return blake2b(code.encode(), key=self._key, digest_size=BYTES).digest()
