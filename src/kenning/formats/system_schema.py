"""The schema that ships with Kenning, as it is frozen; `schema` reads and writes the files people keep.

It is written in ``system_schema.yaml``, for people, and frozen beside it as JSON: decoded in 0.1 ms, where YAML takes 8 and the
import of its parser 10 to 30, in every process. A test holds the two together.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

import msgspec

from kenning.model.schema import Schema


@cache
def system() -> Schema:
    """The system's schema: in order, with its version and hash; read once a process."""
    content = resources.files(__package__).joinpath("system_schema.json").read_bytes()
    return msgspec.json.decode(content, type=Schema)
