"""What the machines of hypothesis share that drive a store through sequences of verbs."""

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from hypothesis.stateful import RuleBasedStateMachine

import kenning


class Driven(RuleBasedStateMachine):
    """A store in a folder of its own, on a clock that ticks a second each time it is asked."""

    limits: ClassVar[Mapping[str, Any]] = {}

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.now_us = 1_800_000_000_000_000
        self.session = self.opened()

    def opened(self) -> kenning.Session:
        config = kenning.Config(clock_us=self.tick, synchronous="off", **self.limits)
        return kenning.open(self.folder / "store.kenning", config=config)

    def tick(self) -> int:
        self.now_us += 1_000_000
        return self.now_us

    def teardown(self) -> None:
        self.session.close()
        shutil.rmtree(self.folder)
