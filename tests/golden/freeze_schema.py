"""Freezes the system's schema after a change of its YAML: `python -m tests.golden.freeze_schema`.

The version counts up when the content is another one, as it does for a user's schema.
"""

from pathlib import Path

import msgspec

from kenning.formats.schema import read
from kenning.model.schema import Schema
from kenning.rules.schema import applied, check, settled

FORMATS = Path(__file__).resolve().parents[2] / "src" / "kenning" / "formats"
FROZEN = FORMATS / "system_schema.json"


def freeze() -> Schema:
    """The schema as its YAML has it, with the version that follows the one frozen so far."""
    written = read((FORMATS / "system_schema.yaml").read_bytes())
    problems = check(written, Schema())
    assert not problems, "\n".join(one.said("system_schema.yaml") for one in problems)
    before = msgspec.json.decode(FROZEN.read_bytes(), type=Schema) if FROZEN.exists() else None
    return applied(settled(written), before)


if __name__ == "__main__":
    FROZEN.write_bytes(msgspec.json.format(msgspec.json.encode(freeze(), order="deterministic"), indent=1) + b"\n")
