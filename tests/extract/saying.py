"""What was learned, as a reader sees it: without ids and sequences, so that two ways to one state agree."""

from typing import Any

import kenning


def message(who: str, text: str, day: str = "2026-06-10", **fields: Any) -> dict[str, Any]:
    """Somebody says something on a channel, at ten in Lisbon."""
    return {
        "kind": "message.received",
        "source": {"type": "app", "name": "chat"},
        "actor": {"type": "person", "name": who, "channel": "chat", "identifier": who.lower().replace(" ", ".")},
        "time": {"occurredAt": f"{day}T10:00:00", "timeZone": "Europe/Lisbon"},
        "files": [{"role": "primary", "contentType": "text/plain", "content": text}],
        **fields,
    }


def learned(session: kenning.Session, *, ended: bool = False) -> list[str]:
    """Every claim that holds, in words, in an order of its own."""
    claims = session.claims(ended=ended)
    names = session.names({one for claim in claims for one in (claim.statement.subject, claim.statement.object) if one})
    found = []
    for claim in claims:
        said = claim.statement
        obj = names[said.object] if said.object is not None else said.value
        ends = sorted([names[said.subject], obj]) if said.symmetric else [names[said.subject], obj]
        held = "" if claim.state == "open" else f" ({claim.state})"
        found.append(f"{ends[0]} {said.predicate} {ends[1]}{held}")
    return sorted(found)


def known(session: kenning.Session) -> list[str]:
    """Everybody and everything known, with further names."""
    views = session.entities()
    return sorted(" / ".join([one.canonical_name, *sorted(alias.name for alias in one.aliases)]) for one in views)
