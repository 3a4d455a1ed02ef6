"""Whatever was done to a graph, erasing all of it leaves no byte of anybody, and every version there ever was verifies."""

from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import kenning
from kenning.model.identity.definition import hashed_form
from tests.graph import reading
from tests.graph.conftest import Shelf
from tests.graph.reading import message, note

SENTINEL = "Xyzzyplugh"
NAMES = [f"{SENTINEL} Quelthorn", f"Orion {SENTINEL}", f"{SENTINEL}a Maple", "Lemuel Thrane"]
LOGINS = [f"{SENTINEL}-{number}" for number in range(3)]
DEED = st.tuples(
    st.sampled_from(["meet", "name", "make", "alias", "bind", "tell", "merge", "part", "split", "claim", "rename"]),
    st.integers(0, 99),
    st.integers(0, 99),
)
LAST = st.lists(st.tuples(st.sampled_from(["entity", "identifier", "event"]), st.integers(0, 99)), max_size=6)


def done(session: kenning.Session, deed: str, first: int, second: int) -> None:
    """Do one thing to the graph; what is refused is no matter here."""
    everybody = session.entities()
    one = everybody[first % len(everybody)].id if everybody else ""
    other = everybody[second % len(everybody)].id if everybody else ""
    name, login = NAMES[first % len(NAMES)], LOGINS[second % len(LOGINS)]
    deeds: dict[str, Any] = {
        "meet": lambda: session.record(message(name if first % 3 else None, login, f"from {name}")),
        "name": lambda: session.record(note(name, text=f"about {NAMES[second % len(NAMES)]}")),
        "make": lambda: session.create_entity(name, attributes={"town": login}),
        "alias": lambda: session.add_alias(one, f"{SENTINEL} {second % 7}"),
        "bind": lambda: session.bind(one, "chat", login),
        "tell": lambda: session.describe(one, {"town": name, "motto": login}),
        "merge": lambda: session.merge(one, other, policy="concatenate"),
        "part": lambda: session.unmerge(one),
        "split": lambda: session.split(one, session.who(one).aliases[0].name, attributes=["town"]),
        "claim": lambda: session.assert_claim(one, "hobby", name),
        "rename": lambda: session.rename(one, f"{name} {second % 5}"),
    }
    try:
        deeds[deed]()
    except (kenning.KenningError, IndexError):
        return


def erased(session: kenning.Session, what: str, draw: int) -> None:
    """Erase one thing of those there are."""
    everybody = session.entities()
    events = [event for event in session.log() if event.kind.startswith(("note.", "message."))]
    try:
        if what == "entity" and everybody:
            session.erase_entity(everybody[draw % len(everybody)].id, because="asked to", events=draw % 2 == 0)
        elif what == "identifier":
            session.erase_identifier("chat", LOGINS[draw % len(LOGINS)], because="asked to", events=draw % 2 == 0)
        elif what == "event" and events:
            session.erase(str(events[draw % len(events)].id), because="asked to")
    except kenning.NotFoundError:
        return


@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(deeds=st.lists(DEED, min_size=4, max_size=18), last=LAST)
def test_what_is_erased_of_any_graph_is_gone_and_every_version_of_it_verifies(
    deeds: list[tuple[str, int, int]], last: list[tuple[str, int]]
) -> None:
    """S05, S06, S07, EM54: after each erasure the log verifies and folds to the same; after all of them nobody is in any file."""
    with TemporaryDirectory() as folder:
        shelf = Shelf(Path(folder))
        session = shelf.open()
        for deed in deeds:
            done(session, *deed)
        known: set[str] = set()
        for what, draw in last:
            known |= reading.versions(session).keys()
            erased(session, what, draw)
            reading.sound(session)
        known |= reading.versions(session).keys()
        while everybody := session.entities():
            session.erase_entity(everybody[0].id, because="asked to", events=True)
            reading.sound(session)
        for login in LOGINS:
            try:
                session.erase_identifier("chat", login, because="asked to", events=True)
            except kenning.NotFoundError:
                continue
        for event in [one for one in session.log() if one.kind.startswith(("note.", "message."))]:
            session.erase(str(event.id), because="asked to")
        reading.sound(session)
        kept = reading.versions(session)
        assert known <= kept.keys()
        for version in kept.values():
            assert version.id == sha256(hashed_form(version)).hexdigest()
            assert kept.keys() >= set(version.parents)
        assert SENTINEL not in repr(reading.opened(session))
        shelf.close()
        assert shelf.holding(SENTINEL) == []
