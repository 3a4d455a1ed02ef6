"""What a store is opened with: clock, dice and limits, passed in as one value so that a run can be repeated exactly."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import msgspec

from kenning.providers import Embedder, Extractor, Speller


def system_clock_us() -> int:
    """Give the microseconds since 1970 by the clock of this machine."""
    return time.time_ns() // 1000


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """How a store is opened. The defaults are right for use; tests pass their own clock, dice and faults.

    ``synchronous`` below "full" loses acknowledged events in a power cut: for tests of the tests only. ``tail_docs`` is how
    many recent rows the index scans before it packs them, ``fan`` how many packed segments of one level are merged into one.
    ``recognise`` off appends events without asking whom they concern: a bare log, which no later opening makes up for.
    ``names``: whoever is only named in a text becomes an entity in the second tier too, by shape; in the third they do anyway.
    ``vectors`` off leaves the static vectors of the lane of meaning out where their extra is installed. ``embedders`` are models
    of your own for it, several in one store: the first answers, another where `Ways` names it. They are asked when rows are kept
    (`Session.embed`) and for each question; what they say of a text is kept in the store and erased with it.
    ``grace_days`` is how long a merge can be undone by those who may merge; the admin may split at any time.
    What is read is written to the audit within about ``audit_s``, before the reading answers where that is 0, by a clock and dice
    of its own: it is written beside the log, whenever a batch has come together.
    ``speller`` writes names of other scripts in Latin letters, where one is given: `providers.rigour.RigourSpeller`, or your own.
    ``extractors`` draw mentions and claims out of events where `Session.extract` is called, behind structure and patterns.
    ``beliefs`` sets how far a source, or a sort of source, is believed in what is claimed from now on, between 0 and 1.
    """

    clock_us: Callable[[], int] = system_clock_us
    noise: Callable[[int], bytes] = os.urandom
    synchronous: str = "full"
    vfs: str | None = None
    exclusive: bool = False
    busy_s_max: float = 60.0
    follow_s: float = 0.2
    time_zone: str = "UTC"
    recognise: bool = True
    vectors: bool = True
    embedders: tuple[Embedder, ...] = ()
    grace_days: float = 7.0
    beliefs: dict[str, float] = {}
    audit_s: float = 0.05
    audit_clock_us: Callable[[], int] = system_clock_us
    audit_noise: Callable[[int], bytes] = os.urandom
    speller: Speller | None = None
    extractors: tuple[Extractor, ...] = ()
    names: bool = False
    tail_docs: int = 4096
    fan: int = 8
