"""Makes ``v2.kenning`` and its key: a small store of schema version 2, with every act on the entity graph.

Run once, when the schema of that version was new; what it made is kept for ever and never made again:
``python tests/golden/stores/make_v2.py FOLDER``. `tests/engine/test_old_stores.py` says what it must still answer.
"""

import hashlib
import itertools
import json
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import kenning

SCHEMA = """\
name: workshop
types:
  Loom: {parents: Device}
predicates:
  tends: {subject: Person, object: Loom}
"""


def clock() -> Callable[[], int]:
    """Give a second more each time, from 2027-02-15T08:00:00Z on."""
    ticks = itertools.count(1_802_678_400_000_000, 1_000_000)
    return lambda: next(ticks)


def dice() -> Callable[[int], bytes]:
    """Give bytes that are the same on every run."""
    throws = itertools.count()
    return lambda size: hashlib.shake_256(f"v2 {next(throws)}".encode()).digest(size)


def note(text: str, event_id: str, **fields: object) -> dict[str, object]:
    """Make a note of plain text under an id of its own."""
    file = {"role": "primary", "contentType": "text/plain", "content": text}
    source = {"type": "user", "name": "manual"}
    return {"id": event_id, "kind": "note.created", "source": source, "files": [file], **fields}


def by(name: str, channel: str, identifier: str) -> dict[str, object]:
    """Say who acted, and by what that one is met."""
    return {"actor": {"type": "person", "name": name, "channel": channel, "identifier": identifier}}


def meet(session: kenning.Session) -> None:
    """Record events that name somebody: by an identifier, by a name, in a text, by a name that two bear."""
    session.record(note("The red warp is strung", "evt_warp", **by("Oda Marlowe", "mail", "oda@loom.example")))
    session.record(note("Oda Marlowe showed me the shuttle", "evt_shuttle", **by("Tarek Voss", "tel", "+48200")))
    session.record(note("Out of thread again", "evt_thread", **by("Oda Marlowe", "tel", "+48300")))
    about = [{"name": "Quillfeather Weavers", "type": "kenning:Organization", "role": "subject"}]
    session.record(note("They hired two people", "evt_hired", entities=about))
    session.record(note("Nobody is named here", "evt_nobody"))
    session.record(note("Bertil Nord is to be forgotten", "evt_gone", **by("Bertil Nord", "tel", "+48999")))
    session.erase("evt_gone", because="asked to by letter")


def know(session: kenning.Session, box: Path) -> None:
    """Act on entities: create, change, retire and restore, apply a schema, claim, supersede and retract."""
    (box / "workshop.yaml").write_text(SCHEMA)
    session.apply_schema(box / "workshop.yaml")
    loom = session.create_entity("Old Bess", "workshop:Loom", aliases=["the old loom"], attributes={"width_cm": 120})
    session.describe("Old Bess", {"width_cm": 140})
    session.retire("Old Bess")
    session.restore_entity(loom)
    session.relate("mail:oda@loom.example", "workshop:tends", "Old Bess", evidence=["evt_warp"], valid_from="2026")
    first = session.relate("Tarek Voss", "works_at", "Quillfeather Weavers", evidence=["evt_hired"])
    session.relate("Tarek Voss", "works_at", "Quillfeather Weavers", evidence=["evt_shuttle"])
    wrong = session.assert_claim("Tarek Voss", "birthday", "1990-02-03", evidence=["evt_shuttle"])
    session.retract(wrong, because="that was his brother's")
    right = session.assert_claim("Tarek Voss", "birthday", "1991-02-03", evidence=["evt_shuttle"])
    session.supersede(right, because="the year was a guess")
    assert first != right


def judge(session: kenning.Session) -> None:
    """Judge: look for merges and answer, merge, unmerge, merge again, split, hold apart."""
    session.record(note("Tarek here", "evt_again", **by("T. Voss", "chat", "u17")))
    session.look_for_merges()
    for item in session.reviews():
        session.answer_review(item.item, "later")
    met = [event for event in session.log() if event.kind == "entity.created"]
    one, other = (json.loads(met[number].text)["id"] for number in (0, 2))  # Oda Marlowe twice, merged as she was met
    session.unmerge(other)
    session.merge(one, other)
    session.add_alias(one, "The weaver of Ambry")
    session.split(one, "Ambry", aliases=["The weaver of Ambry"])
    session.hold_apart("Tarek Voss", one)
    session.hold_open("Tarek Voss", one)
    session.hold_apart("Tarek Voss", one)


def make(folder: Path) -> Path:
    """Make the store in a folder where there is none yet."""
    path = folder / "v2.kenning"
    if path.exists():
        raise SystemExit(f"{path} is kept for ever, and not made again")
    config = kenning.Config(clock_us=clock(), noise=dice(), synchronous="off", tail_docs=8, fan=2)
    with TemporaryDirectory() as box, kenning.open(path, config=config) as session:
        meet(session)
        know(session, Path(box))
        judge(session)
        with_other = kenning.Session(session._engine, "other", "companion")
        with_other.record(note("Another namespace", "evt_warp", **by("Oda Marlowe", "mail", "oda@loom.example")))
    return path


if __name__ == "__main__":
    print(make(Path(sys.argv[1])))  # noqa: T201 - a script
