"""Makes ``v3.kenning`` and its key: a small store of schema version 3, with acts of access and an entity that was erased.

Run once, when the schema of that version was new; what it made is kept for ever and never made again:
``python tests/golden/stores/make_v3.py FOLDER``. `tests/engine/test_old_stores.py` says what it must still answer.
"""

import contextlib
import hashlib
import itertools
import sys
from collections.abc import Callable
from pathlib import Path

import kenning


def clock() -> Callable[[], int]:
    """Give a second more each time, from 2027-03-15T08:00:00Z on."""
    ticks = itertools.count(1_805_097_600_000_000, 1_000_000)
    return lambda: next(ticks)


def dice() -> Callable[[int], bytes]:
    """Give bytes that are the same on every run."""
    throws = itertools.count()
    return lambda size: hashlib.shake_256(f"v3 {next(throws)}".encode()).digest(size)


def note(text: str, event_id: str, **fields: object) -> dict[str, object]:
    """Make a note of plain text under an id of its own."""
    file = {"role": "primary", "contentType": "text/plain", "content": text}
    source = {"type": "user", "name": "manual"}
    return {"id": event_id, "kind": "note.created", "source": source, "files": [file], **fields}


def by(name: str, channel: str, identifier: str) -> dict[str, object]:
    """Say who acted, and by what that one is met; all may read it."""
    actor = {"type": "person", "name": name, "channel": channel, "identifier": identifier}
    return {"actor": actor, "privacy": {"sensitivity": "public", "visibility": "shared"}}


def meet(session: kenning.Session) -> None:
    """Record events that name somebody, one of them hidden, and one that is derived from what is private."""
    session.record(note("The kiln is warm", "evt_kiln", **by("Runa Calder", "chat", "runa")))
    session.record(note("Glaze by noon", "evt_glaze", **by("Pell Ashby", "chat", "pell")))
    session.record(note("A bowl broke", "evt_bowl", **by("Hedda Quince", "chat", "hedda")))
    session.record(note("Only the kiln knows", "evt_secret", privacy={"sensitivity": "confidential"}))
    by_model = {"basis": "model", "confidence": 0.8, "metadata": {"model": "m-1"}}
    derived = [{"toEventId": "evt_secret", "relation": "derived_from"}]
    session.record(note("In short: a secret", "evt_short", kind="summary.created", links=derived, provenance=by_model))
    session.record(note("She is the fox of the yard", "evt_slip", **by("The Fox", "chat", "runa")))
    session.redact("evt_slip", because="asked to")


def know(session: kenning.Session) -> None:
    """Relate, and merge two of whom each was related alike."""
    pottery = session.create_entity("Ashby Pottery", "Organization")
    session.relate("Runa Calder", "works_at", pottery, evidence=["evt_kiln"])
    session.relate("Pell Ashby", "works_at", pottery, evidence=["evt_glaze"])
    twin = session.create_entity("P. Ashby", "Person", identifiers=[("mail", "pell@pottery.example")])
    session.relate(twin, "works_at", pottery)
    session.merge(session.who("chat:pell").id, twin)
    session.relate("Hedda Quince", "works_at", pottery, evidence=["evt_bowl"])


def trust(session: kenning.Session) -> None:
    """Act on access: channels, levels, grants, a demotion, declarations, an internal entity, one who was refused."""
    session.define_channel("chat", kind="chat", sensitivity="public", visibility="shared", domains=["interaction"])
    session.approve_channel("chat")
    session.declare_tool("calendar", "safe")
    session.elevate("chat:runa", "trusted_user", {"toolPermissions": {"calendar": "allowed"}})
    session.elevate("chat:pell", "trusted_user", "full")
    session.bind_channel("chat", "evening", "chat:runa")
    session.grant("chat:runa", {"domainAccess": {"interaction": "read"}, "privacyCeiling": "public"})
    session.demote("chat:pell")
    session.define_internal("companion", "companion")
    with contextlib.suppress(kenning.NotAllowedError):
        session.enter("chat:runa", channel="chat").elevate("chat:hedda", "trusted_user", "full")


def make(folder: Path) -> Path:
    """Make the store in a folder where there is none yet."""
    path = folder / "v3.kenning"
    if path.exists():
        raise SystemExit(f"{path} is kept for ever, and not made again")
    config = kenning.Config(
        clock_us=clock(),
        noise=dice(),
        synchronous="off",
        tail_docs=8,
        fan=2,
        audit_s=0,
        audit_clock_us=clock(),
        audit_noise=dice(),
    )
    with kenning.open(path, config=config) as session:
        meet(session)
        know(session)
        trust(session)
        session.erase_entity("Hedda Quince", because="asked to by letter", events=True)
        with_other = kenning.Session(session._engine, "other", "companion")
        with_other.record(note("Another namespace", "evt_kiln", **by("Runa Calder", "chat", "runa")))
    return path


if __name__ == "__main__":
    print(make(Path(sys.argv[1])))  # noqa: T201 - a script
