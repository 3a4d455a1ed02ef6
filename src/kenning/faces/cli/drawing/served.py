"""The language model a command may ask: which one, as the settings say, within which budget, and what it has cost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from kenning.faces.cli.frame import Asked, missing, wrong_of
from kenning.faces.settings import EMBED_URL, LLM_MODEL, LLM_URL, Settings

if TYPE_CHECKING:
    from kenning.faces.cli.page import Page
    from kenning.providers import Embedder
    from kenning.providers.llm.budget import Budget, Price
    from kenning.providers.llm.client import Client

ByModel = Annotated[bool, typer.Option("--llm", help="Ask the language model of KENNING_LLM_URL.")]
BudgetTokens = Annotated[
    int | None,
    typer.Option("--budget-tokens", metavar="N", min=0, help="A model may cost so many tokens, and no more."),
]
BudgetUsd = Annotated[
    float | None, typer.Option("--budget-usd", metavar="USD", min=0, help="The same in money; see KENNING_LLM_PRICE.")
]
HERE = "sentence-transformers"
"""Stands for an address where the embedder is a model of this machine."""
_PRICE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*/\s*(\d+(?:\.\d+)?)\s*")


class Limits(NamedTuple):
    """What a model may cost."""

    tokens: int | None = None
    usd: float | None = None


@contextmanager
def client(asked: Asked, limits: Limits) -> Iterator[Client]:
    """Open a client for the model that the settings name. Raises `InvalidError` for none, or a budget without a price."""
    from kenning.providers.llm.budget import Budget
    from kenning.providers.llm.client import Client
    from kenning.providers.llm.server import Server

    llm = asked.settings.llm
    if llm.url is None:
        raise missing(LLM_URL, hint="set it to the address of a server of models, such as http://localhost:11434/v1")
    if llm.model is None:
        raise missing(LLM_MODEL, hint="set it to a model that the server has")
    budget = Budget(tokens_max=limits.tokens, usd_max=limits.usd, price=_price(asked))
    server = Server(url=llm.url.value, model=llm.model.value, key=llm.key.value if llm.key is not None else None)
    with Client(server, budget) as found:
        yield found


@contextmanager
def embedders(settings: Settings) -> Iterator[tuple[Embedder, ...]]:
    """Give the embedder that the settings name for the lane of meaning, or none. Raises `InvalidError` for half a name."""
    chosen = settings.embedder
    if chosen.model is None:
        yield ()
        return
    if chosen.url is None:
        raise missing(EMBED_URL, hint=f'set it to the address of a server of models, or to "{HERE}"')
    if chosen.url.value == HERE:
        from kenning.providers.sentences import SentenceEmbedder

        yield (SentenceEmbedder(chosen.model.value),)
        return
    from kenning.providers.llm.client import Client
    from kenning.providers.llm.embedder import ServedEmbedder
    from kenning.providers.llm.server import Server

    key = chosen.key.value if chosen.key is not None else None
    with Client(Server(url=chosen.url.value, model=chosen.model.value, key=key)) as client:
        yield (ServedEmbedder(client),)


def _price(asked: Asked) -> Price | None:
    from kenning.providers.llm.budget import Price

    given = asked.settings.llm.price
    if given is None:
        return None
    form = _PRICE.fullmatch(given.value)
    if form is None:
        hint = "what a million tokens cost in US dollars, asked and answered: 0.15/0.60"
        raise wrong_of(given.whence, given.value, "is no price", hint)
    return Price(float(form[1]), float(form[2]))


def cost(page: Page, budget: Budget) -> None:
    """Say what a model has cost."""
    from kenning.faces.cli.page import QUIET, span
    from kenning.faces.cli.reports import counted

    spent = budget.spent
    if not spent.requests:
        page.line(span("no model was asked", QUIET))
        return
    about = "about " if spent.estimated else ""
    money = "" if spent.usd is None else f", {spent.usd:.4f} USD"
    page.line(span(f"{counted(spent.requests, 'request')}, {about}{spent.tokens:,} tokens{money}", QUIET))
