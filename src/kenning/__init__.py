"""Memory and identity for agents: record what happens, recognise whom it concerns, recall what matters, with proof.

>>> import kenning
>>> with kenning.open(":memory:") as session:
...     receipt = session.record("Priya works at Arc Labs")
...     [hit.view.text for hit in session.recall("Where does Priya work?")]
['Priya works at Arc Labs']
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kenning.engine.config import Config
    from kenning.engine.session import Session
    from kenning.errors import (
        ConflictError,
        CorruptError,
        ErasedError,
        InvalidError,
        KenningError,
        NotAllowedError,
        NotFoundError,
        UnavailableError,
        UnsupportedError,
    )
    from kenning.faces.opening import open_store as open  # noqa: A004 - the front door is called open, as of a file
    from kenning.model.event import Envelope, Event, Receipt
    from kenning.model.recall import Filters, Hit, Recall, Ways
    from kenning.model.view import View

__version__ = "0.1.0"
__all__ = [
    "Config",
    "ConflictError",
    "CorruptError",
    "Envelope",
    "ErasedError",
    "Event",
    "Filters",
    "Hit",
    "InvalidError",
    "KenningError",
    "NotAllowedError",
    "NotFoundError",
    "Recall",
    "Receipt",
    "Session",
    "UnavailableError",
    "UnsupportedError",
    "View",
    "Ways",
    "open",
]
_HOMES = {
    "Config": "engine.config",
    "Session": "engine.session",
    "open": "faces.opening",
    "Envelope": "model.event",
    "Event": "model.event",
    "Receipt": "model.event",
    "Filters": "model.recall",
    "Hit": "model.recall",
    "Recall": "model.recall",
    "Ways": "model.recall",
    "View": "model.view",
}


def __getattr__(name: str) -> object:
    """Open the front door when somebody goes through it: importing the package alone loads next to nothing."""
    if name not in __all__:
        raise AttributeError(f"module 'kenning' has no attribute {name!r}")
    module = importlib.import_module(f"kenning.{_HOMES.get(name, 'errors')}")
    found: object = getattr(module, "open_store" if name == "open" else name)
    globals()[name] = found
    return found
