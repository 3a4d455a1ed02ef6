"""Settings and whence each came: an option, the environment, this machine, or a default. Nothing else reads the environment."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

STORE, NAMESPACE, TIME_ZONE, NAMES = "KENNING_STORE", "KENNING_NAMESPACE", "KENNING_TIMEZONE", "KENNING_NAMES"
AS, FOR, ME = "KENNING_AS", "KENNING_FOR", "KENNING_ME"
LLM_URL, LLM_MODEL, LLM_KEY, LLM_PRICE = "KENNING_LLM_URL", "KENNING_LLM_MODEL", "KENNING_LLM_KEY", "KENNING_LLM_PRICE"
EMBED_URL, EMBED_MODEL, EMBED_KEY = "KENNING_EMBED_URL", "KENNING_EMBED_MODEL", "KENNING_EMBED_KEY"
VECTORS = "KENNING_VECTORS"
TOKEN = "KENNING_TOKEN"  # noqa: S105 - the name of the variable
DEFAULT_NAMESPACE = "default"
NO_NAMES = "none"
WITH_VECTORS = "auto"
_ZONE_LINK = Path("/etc/localtime")
_ZONE_FOLDER = "zoneinfo/"
_ZONE_NAME = re.compile(r"[A-Za-z_]+(?:/[A-Za-z0-9_+-]+)+")


@dataclass(frozen=True, slots=True)
class Setting:
    """One value in force, and the words that say whence it came."""

    value: str
    whence: str


@dataclass(frozen=True, slots=True)
class Llm:
    """Which server of language models is asked where a command is told to ask one, and for which model of it.

    Nothing of it has a default: without an address nobody is asked. ``price`` is what a million tokens cost in US dollars, asked
    and answered: ``0.15/0.60``. The key is shown nowhere.
    """

    url: Setting | None = None
    model: Setting | None = None
    key: Setting | None = field(default=None, repr=False)
    price: Setting | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """What a face works with: which store, which namespace, and the zone of times that name none.

    ``as_who`` and ``for_whom`` name who asks and for whom, where it is not the admin; ``me`` is whom *my* means where the admin
    asks; ``names`` is the extra that spells names of other scripts, "none" or "rigour"; ``columns`` is the width a person asked
    for by COLUMNS, 0 where they did not. ``llm`` is the language model that a command may be told to ask, ``embedder`` one for
    the lane of meaning; without a name there is neither.
    ``vectors`` says whether meaning is looked for where its extra is installed, "auto" or "none". ``token`` is by which a command
    signs in where the store is a server's address; it is shown nowhere.
    """

    store: Setting
    namespace: Setting
    time_zone: Setting
    names: Setting
    as_who: Setting | None = None
    for_whom: Setting | None = None
    me: Setting | None = None
    llm: Llm = Llm()
    embedder: Llm = Llm()
    vectors: Setting = Setting(WITH_VECTORS, "the default")
    token: Setting | None = field(default=None, repr=False)
    columns: int = 0


@dataclass(frozen=True, slots=True)
class Speaks:
    """Who asks, for whom, and whom *my* means, as far as a command was told."""

    as_who: str | None = None
    for_whom: str | None = None
    me: str | None = None


NOBODY = Speaks()
"""Whoever holds the file asks."""


def settings(
    store: str | None = None,
    namespace: str | None = None,
    speaks: Speaks = NOBODY,
    *,
    environment: Mapping[str, str] | None = None,
) -> Settings:
    """Give the settings in force: what was asked for goes before the environment, and that before the default.

    An empty value counts as none. Nothing is checked here: what is wrong is refused where it is used, by name.
    """
    given = os.environ if environment is None else environment
    columns = given.get("COLUMNS", "")
    return Settings(
        store=_first(("--store", store), (STORE, given.get(STORE)), ("the default", _default_store(given))),
        namespace=_first(
            ("--namespace", namespace), (NAMESPACE, given.get(NAMESPACE)), ("the default", DEFAULT_NAMESPACE)
        ),
        time_zone=_first(
            (TIME_ZONE, given.get(TIME_ZONE)),
            ("TZ", _named_zone(given.get("TZ"))),
            ("this machine", _machine_zone()),
            ("the default", "UTC"),
        ),
        names=_first((NAMES, given.get(NAMES)), ("the default", NO_NAMES)),
        vectors=_first((VECTORS, given.get(VECTORS)), ("the default", WITH_VECTORS)),
        as_who=_maybe(("--as", speaks.as_who), (AS, given.get(AS))),
        for_whom=_maybe(("--for", speaks.for_whom), (FOR, given.get(FOR))),
        me=_maybe(("--me", speaks.me), (ME, given.get(ME))),
        llm=Llm(
            url=_maybe((LLM_URL, given.get(LLM_URL))),
            model=_maybe((LLM_MODEL, given.get(LLM_MODEL))),
            key=_maybe((LLM_KEY, given.get(LLM_KEY))),
            price=_maybe((LLM_PRICE, given.get(LLM_PRICE))),
        ),
        embedder=_embedder(given),
        token=_maybe((TOKEN, given.get(TOKEN))),
        columns=int(columns) if columns.isdecimal() else 0,
    )


def _embedder(given: Mapping[str, str]) -> Llm:
    """Give the server of an embedder: the one of language models where no other is named. A key goes to its own server alone."""
    model = _maybe((EMBED_MODEL, given.get(EMBED_MODEL)))
    if model is None:
        return Llm()
    url, key = _maybe((EMBED_URL, given.get(EMBED_URL))), _maybe((EMBED_KEY, given.get(EMBED_KEY)))
    if url is None:
        url, key = _maybe((LLM_URL, given.get(LLM_URL))), key or _maybe((LLM_KEY, given.get(LLM_KEY)))
    return Llm(url=url, model=model, key=key)


def _maybe(*offers: tuple[str, str | None]) -> Setting | None:
    return _first(*offers) if any(value for _, value in offers) else None


def _first(*offers: tuple[str, str | None]) -> Setting:
    whence, value = next((whence, value) for whence, value in offers if value)
    assert value is not None, "the last offer is a default, which always has a value"
    return Setting(str(Path(value).expanduser()) if value.startswith("~") else value, whence)


def _default_store(given: Mapping[str, str]) -> str:
    """Where the XDG base directories put what a program keeps: a relative path there is to be ignored."""
    kept = given.get("XDG_DATA_HOME", "")
    folder = Path(kept) if kept.startswith("/") else Path(given.get("HOME") or Path.home()) / ".local" / "share"
    return str(folder / "kenning" / "memory.kenning")


def _named_zone(zone: str | None) -> str | None:
    """TZ where it names a zone of the IANA database; a POSIX rule such as CET-1CEST is none."""
    name = (zone or "").removeprefix(":")
    return name if name == "UTC" or _ZONE_NAME.fullmatch(name) else None


def _machine_zone() -> str | None:
    """The zone this machine is set to, by the link that Linux and macOS keep to it."""
    try:
        target = str(_ZONE_LINK.readlink())
    except OSError:
        return None
    _, found, name = target.rpartition(_ZONE_FOLDER)
    return name if found else None
