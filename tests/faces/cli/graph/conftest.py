"""A store in which a few people and a company are known."""

import json

import pytest

from tests.faces.conftest import Kenning

SAID = [
    ("Ada Marsh", "ada1", "hello there"),
    ("Bo", "bo1", "Have you seen Ada Marsh?"),
]


@pytest.fixture
def people(kenning: Kenning) -> Kenning:
    """Ada Marsh (chat:ada1) and Bo (chat:bo1), by what they said as #1 and #4; the Mill, a company, by hand as #7."""
    for name, identifier, text in SAID:
        actor = {"type": "user", "name": name, "identifier": identifier, "channel": "chat"}
        event = {
            "kind": "message.received",
            "source": {"type": "import", "name": "chat"},
            "actor": actor,
            "files": [{"role": "primary", "content": text}],
        }
        assert kenning("record", "--file", "-", stdin=json.dumps(event).encode()).code == 0
    assert kenning("entity", "create", "The Mill", "--type", "company").code == 0
    return kenning
