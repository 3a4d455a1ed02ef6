"""Makes ``v1.kenning``, its key and its files: a small store of schema version 1 with one of everything.

Run once, when the schema of that version was new; what it made is kept for ever and never made again:
``python tests/golden/stores/make_v1.py FOLDER``. `tests/engine/test_old_stores.py` says what it must still answer.
"""

import hashlib
import itertools
import json
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import kenning


def clock() -> Callable[[], int]:
    """Give a second more each time, from 2027-01-15T08:00:00Z on."""
    ticks = itertools.count(1_800_000_000_000_000, 1_000_000)
    return lambda: next(ticks)


def dice() -> Callable[[int], bytes]:
    """Give bytes that are the same on every run."""
    throws = itertools.count()
    return lambda size: hashlib.shake_256(f"v1 {next(throws)}".encode()).digest(size)


def note(text: str, event_id: str, **fields: object) -> dict[str, object]:
    """Make a note of plain text under an id of its own."""
    file = {"role": "primary", "contentType": "text/plain", "content": text}
    source = {"type": "user", "name": "manual"}
    return {"id": event_id, "kind": "note.created", "source": source, "files": [file], **fields}


def fill(session: kenning.Session, box: Path) -> None:
    """Record one of everything: every act, every relation, files, an erasure, a late parent, words packed and not."""
    (box / "menu.txt").write_text("soup of the day")
    (box / "gone.txt").write_text("nobody may read this")
    everything = {
        "actor": {"type": "user", "name": "Zoë", "channel": "tel", "identifier": "+48100"},
        "time": {"occurredAt": "2026-06-01T10:30:00+02:00", "timeZone": "Europe/Warsaw", "precision": "exact"},
        "location": {"type": "physical", "name": "Home", "coordinates": {"latitude": 52.2, "longitude": 21.0}},
        "context": {"device": {"name": "MacBook Pro"}, "session": {"id": "s1"}},
        "privacy": {"sensitivity": "private", "visibility": "participants", "domains": ["personal"]},
        "provenance": {"basis": "user_stated", "confidence": 1},
        "entities": [{"name": "Ada Lovelace", "type": "kenning:Person", "role": "subject"}],
        "idempotencyKey": "lunch",
    }
    session.record(note("Lunch with Ada at the bridge", "evt_lunch", **everything))
    session.amend("evt_lunch", "Grace came too", because="forgot her")
    session.correct("evt_lunch", {"location": {"name": "Office"}}, because="wrong location")
    session.attach("evt_lunch", box / "menu.txt", role="attachment", content_type="text/plain")
    session.record(note("What she said", "evt_remote", files=[
        {"role": "primary", "contentType": "text/plain", "content": "What she said"},
        {"role": "transcript", "name": "t", "content": "c3BlZWNo", "encoding": "base64"},
        {"role": "raw", "name": "audio", "url": "https://example.org/audio.ogg"},
    ]))  # fmt: skip
    for relation in ("caused_by", "reply_to", "part_of", "supersedes", "related_to"):
        link = {"toEventId": "evt_lunch", "relation": relation, "metadata": {"why": "one of each"}}
        session.record(note(f"Linked as {relation}", f"evt_{relation}", links=[link]))
    derived = [{"toEventId": one, "relation": "derived_from"} for one in ("evt_lunch", "evt_remote")]
    by_model = {"basis": "model", "confidence": 0.8, "metadata": {"model": "m-1"}}
    session.record(note("In short: lunch", "evt_summary", links=derived, provenance=by_model, kind="summary.created"))
    session.amend("evt_remote", "said later")  # and the summary is stale
    session.record(note("A hidden thing", "evt_hidden"))
    session.redact("evt_hidden", because="asked to")
    session.record(note("Shown again", "evt_shown"))
    session.lift(session.redact("evt_shown").id)
    session.record(note("Forgotten altogether", "evt_gone", idempotencyKey="gone"))
    session.attach("evt_gone", box / "gone.txt")
    session.erase("evt_gone", because="asked to by letter")
    session.record(note("A run along the river", "evt_run", kind="strava.run.finished", schemaVersion=3))
    document = {"specversion": "1.0", "id": "1", "source": "/sensors/1", "type": "com.example.reading", "data": 21}
    (box / "reading.json").write_text(json.dumps(document))
    session.import_file(box / "reading.json")
    answer = (
        "From: Ada <ada@example.org>\nTo: Grace <grace@example.org>\nSubject: Re: engines\nMessage-ID: <2@example.org>\n"
        "Date: Thu, 01 Jan 2026 10:00:00 +0000\nIn-Reply-To: <1@example.org>\n\nThe engine weaves patterns\n"
    )
    (box / "answer.eml").write_text(answer)
    session.import_file(box / "answer.eml")
    session.record_many([note(f"Late note {number}", f"evt_late{number}") for number in range(3)])


def make(folder: Path) -> Path:
    """Make the store in a folder where there is none yet."""
    path = folder / "v1.kenning"
    if path.exists():
        raise SystemExit(f"{path} is kept for ever, and not made again")
    config = kenning.Config(clock_us=clock(), noise=dice(), synchronous="off", tail_docs=8, fan=2)
    with TemporaryDirectory() as box, kenning.open(path, config=config) as session:
        fill(session, Path(box))
        with_other = kenning.Session(session._engine, "other", "companion")
        with_other.record(note("Another namespace", "evt_lunch"))
    return path


if __name__ == "__main__":
    print(make(Path(sys.argv[1])))  # noqa: T201 - a script
