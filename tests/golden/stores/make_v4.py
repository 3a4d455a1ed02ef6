"""Makes ``v4.kenning`` and its key: a small store of schema version 4, with what was drawn from text, summaries, tokens, vectors.

Run once, when the schema of that version was new, with the extra ``vectors``; what it made is kept for ever and never made again:
``python tests/golden/stores/make_v4.py FOLDER``. `tests/engine/test_old_stores.py` says what it must still answer.
"""

import hashlib
import itertools
import sys
from collections.abc import Callable
from pathlib import Path

import kenning
from kenning.model.recall import Cut


def clock() -> Callable[[], int]:
    """Give a second more each time, from 2027-06-01T08:00:00Z on."""
    ticks = itertools.count(1_811_836_800_000_000, 1_000_000)
    return lambda: next(ticks)


def dice() -> Callable[[int], bytes]:
    """Give bytes that are the same on every run."""
    throws = itertools.count()
    return lambda size: hashlib.shake_256(f"v4 {next(throws)}".encode()).digest(size)


def message(text: str, event_id: str, name: str, minute: int) -> dict[str, object]:
    """Make a message of somebody on a channel, in a conversation, open to all."""
    return {
        "id": event_id,
        "kind": "message.received",
        "source": {"type": "app", "name": "chat", "channel": "chat"},
        "actor": {
            "type": "person",
            "name": name,
            "channel": "chat",
            "identifier": f"@{name.split(maxsplit=1)[0].lower()}",
        },
        "context": {"session": {"id": "orchard"}},
        "time": {"occurredAt": f"2027-06-01T07:{minute:02d}:00Z"},
        "files": [{"role": "primary", "contentType": "text/plain", "content": text}],
        "privacy": {"sensitivity": "public", "visibility": "shared"},
    }


def talk(session: kenning.Session) -> None:
    """Record a talk out of which something can be drawn, some of it corrected and erased later."""
    session.record(message("My sister Wenna lives in Tarnby.", "evt_sister", "Odo Finch", 1))
    session.record(message("I work at Finch Orchards.", "evt_work", "Odo Finch", 2))
    session.record(message("The cider press leaks again", "evt_press", "Mab Sorrel", 3))
    session.record(message("My brother Hale lives in Osterby.", "evt_brother", "Mab Sorrel", 4))
    session.record(message("I live in Elmstow.", "evt_home", "Mab Sorrel", 5))


def make(folder: Path) -> Path:
    """Make the store in a folder where there is none yet."""
    path = folder / "v4.kenning"
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
        talk(session)
        session.extract()
        session.summarise(Cut(silence_s=600))
        session.embed()
        session.correct("evt_home", {"content": "I live in Harrow End."})
        session.erase("evt_brother", because="asked to by letter")
        session.extract()
        session.define_channel("chat", kind="chat", sensitivity="public", visibility="shared", domains=["interaction"])
        session.approve_channel("chat")
        session.elevate("chat:@odo", "sub_user", {"domainAccess": {"interaction": "write"}, "privacyCeiling": "public"})
        session.issue_token("chat:@odo", channel="chat", days=None, name="gate")
        gone = session.issue_token("chat:@odo", channel="chat", name="old gate")
        session.revoke_token(gone.token.id)
        with_other = kenning.Session(session._engine, "other", "companion")
        with_other.record(message("Another namespace", "evt_sister", "Odo Finch", 1))
    return path


if __name__ == "__main__":
    print(make(Path(sys.argv[1])))  # noqa: T201 - a script
