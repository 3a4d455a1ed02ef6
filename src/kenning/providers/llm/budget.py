"""What a model may cost and has cost: in tokens, and in money where its price is known."""

from __future__ import annotations

import math
from threading import Lock

import msgspec

from kenning.model.time import wrong

BYTES_A_TOKEN = 3
"""A token of most texts has three bytes and more; counted so where a server does not say, and before it is asked."""
OUTPUT_MIN = 64
"""An answer of fewer tokens says nothing that could be read: there is no use in asking for it."""


class Price(msgspec.Struct, frozen=True):
    """What a million tokens cost in US dollars: of what is asked, and of what is answered."""

    asked_usd: float
    answered_usd: float

    def of(self, asked: int, answered: int) -> float:
        """Give the price of so many tokens, in US dollars.

        >>> Price(0.5, 2.0).of(1_000_000, 500_000)
        1.5
        """
        return (asked * self.asked_usd + answered * self.answered_usd) / 1_000_000


class Spent(msgspec.Struct, frozen=True, kw_only=True):
    """What was spent so far. ``estimated``: a server said nothing of tokens, and they were counted by the bytes."""

    requests: int = 0
    asked_tokens: int = 0
    answered_tokens: int = 0
    usd: float | None = None
    estimated: bool = False

    @property
    def tokens(self) -> int:
        """Give all tokens together."""
        return self.asked_tokens + self.answered_tokens


class Budget:
    """At most so many tokens and so much money, for all who ask by it; nothing is asked that could go beyond.

    Before a request what it asks is counted by its bytes, and its answer is limited to what is left. A server that counts more
    than that is found out by its first answer, and may exceed the budget by that one.
    """

    def __init__(
        self, *, tokens_max: int | None = None, usd_max: float | None = None, price: Price | None = None
    ) -> None:
        """Spend nothing yet. Raises `InvalidError` for a limit below 0, and one in money without a price."""
        for path, value in (("budget_tokens", tokens_max), ("budget_usd", usd_max)):
            if value is not None and not value >= 0:
                raise wrong(path, value, "is no amount of 0 or more")
        if usd_max is not None and price is None:
            hint = "set KENNING_LLM_PRICE to what a million tokens cost, asked and answered: 0.15/0.60"
            raise wrong("budget_usd", usd_max, "cannot be held: the price of the model is not known", hint=hint)
        self.tokens_max, self.usd_max, self.price = tokens_max, usd_max, price
        self._lock = Lock()
        self._spent = Spent(usd=None if price is None else 0.0)
        self._beyond = 1.0

    @property
    def spent(self) -> Spent:
        """Tell what was spent so far."""
        return self._spent

    def room(self, asked: int, wanted: int) -> int:
        """Tell how many tokens an answer may have to a question of so many, of those wanted; 0 where it must not be asked."""
        asked = math.ceil(asked * self._beyond)
        left = wanted
        if self.tokens_max is not None:
            left = min(left, self.tokens_max - self._spent.tokens - asked)
        if self.usd_max is not None and self.price is not None:
            money = self.usd_max - (self._spent.usd or 0.0) - self.price.of(asked, 0)
            if money < 0:
                return 0
            if self.price.answered_usd > 0:
                left = min(left, int(money * 1_000_000 / self.price.answered_usd))
        return left if left >= min(OUTPUT_MIN, wanted) else 0

    def count(self, asked: int, answered: int, *, guessed: int, estimated: bool = False) -> None:
        """Take down what a request has cost that was guessed to ask so many tokens."""
        with self._lock:
            self._beyond = max(self._beyond, asked / max(1, guessed))
            before = self._spent
            self._spent = Spent(
                requests=before.requests + 1,
                asked_tokens=before.asked_tokens + asked,
                answered_tokens=before.answered_tokens + answered,
                usd=None if self.price is None else (before.usd or 0.0) + self.price.of(asked, answered),
                estimated=before.estimated or estimated,
            )

    @property
    def says(self) -> str:
        """Say for a person what the limit is."""
        limits = []
        if self.tokens_max is not None:
            limits.append(f"{self.tokens_max:,} tokens")
        if self.usd_max is not None:
            limits.append(f"{self.usd_max:g} USD")
        return " and ".join(limits) or "no limit"


def tokens_of(text: str) -> int:
    """Guess how many tokens a text has, by its bytes.

    >>> tokens_of("Priya works at Arc Labs")
    8
    """
    return -(-len(text.encode("utf-8", "surrogatepass")) // BYTES_A_TOKEN)
