"""Trust and permissions for tests: given by the acts themselves, whatever verb there is for them."""

from typing import Any

import kenning
from kenning.engine.graph.entities import commit
from kenning.model.access.act import DECLARED, AccessAct, Declared


def permit(session: kenning.Session, *acts: tuple[str, AccessAct], tools: tuple[str, ...] | list[str] = ()) -> None:
    """Append acts on access as the admin; ``tools`` are declared safe."""

    def deed(appender: Any) -> None:
        if tools:
            appender.act(DECLARED, Declared(tools=dict.fromkeys(tools, "safe")), ())
        for kind, act in acts:
            appender.act(kind, act, ())

    commit(session._engine, session._who, deed)


def does(name: str, identifier: str, text: str) -> dict[str, Any]:
    """Something an agent did, on a channel of its own."""
    return {
        "kind": "tool.ran",
        "source": {"type": "app", "name": "ci"},
        "actor": {"type": "agent", "name": name, "identifier": identifier, "channel": "ci"},
        "files": [{"role": "primary", "content": text}],
    }
