"""One contract: a session on a file, a session from afar, and the awaited face answer every verb alike."""

from __future__ import annotations

import asyncio
import inspect
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import kenning
from kenning import Filters, Ways, aio
from kenning.faces.http.operations import OPERATIONS
from kenning.faces.remote import RemoteSession
from kenning.faces.wire import to_json
from kenning.model.identity.graph import Walk
from tests.access.worlds import READS, approve, plain, said, trust

NOTE = {"kind": "note.created", "source": {"type": "user", "name": "manual"}}
SHEET = "name: acme\ntypes:\n  Robot:\n    description: Moves about.\n"
AT_ONCE = kenning.Config(synchronous="off", audit_s=0)
WHEN = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z|\"?createdAtUnixNanos\"?:\d+|\d{19}|\"at\":\d+")


class Awaited:
    """The awaited face, used as if it waited."""

    def __init__(self, session: Any) -> None:
        self._session = session

    def __getattr__(self, name: str) -> Any:
        verb = getattr(self._session, name)
        if not callable(verb):
            return verb

        def asked(*args: Any, **named: Any) -> Any:
            found = verb(*args, **named)
            if inspect.isasyncgen(found):
                return iter(asyncio.run(gathered(found)))
            done = asyncio.run(found) if inspect.iscoroutine(found) else found
            return Awaited(done) if isinstance(done, aio.AsyncSession) else done

        return asked


async def gathered(walk: Any) -> list[Any]:
    return [one async for one in walk]


def told(answer: object) -> str:
    """An answer as text, without what differs from run to run: ids by the order in which they appear, and times."""
    found = list(answer) if isinstance(answer, Iterator) else answer
    text = plain(ordered(found)) if not isinstance(found, bytes) else found.decode()
    text = re.sub(r"cur_[\w=-]+", "cursor", text)
    text = re.sub(r"\"[0-9a-f]{2}/#\d+\"", "stored", text)
    text = re.sub(r"kng_[\w.#-]+", "secret", text)
    return WHEN.sub("when", text)


def full(value: Any) -> Any:
    """A value without what is empty: the same noun may say so, or leave it out."""
    if isinstance(value, dict):
        return {key: left for key, one in value.items() if (left := full(one)) not in ({}, [], None)}
    return [full(one) for one in value] if isinstance(value, list) else value


def ordered(value: object) -> Any:
    """A value as JSON, its keys in order."""
    return json.loads(json.dumps(full(json.loads(to_json(value))), sort_keys=True))


def refusing(deed: Callable[[], object]) -> object:
    """What a deed gives, or how it is refused."""
    try:
        return deed()
    except kenning.KenningError as error:
        return [type(error).__name__, error.code, error.message, error.hint]


Story = Callable[[Any, Path], Iterator[object]]


def recording(session: Any, folder: Path) -> Iterator[object]:
    first = session.record("Priya Patel works at AC/DC Labs")
    yield first
    again = {**NOTE, "idempotencyKey": "k", "files": [{"role": "primary", "content": "Rent is due"}]}
    yield session.record(again)
    yield session.record(again)
    yield session.record_many([{**again, "idempotencyKey": f"k{n}"} for n in range(3)])
    yield refusing(lambda: session.record({**again, "kind": "entity.merged"}))
    yield refusing(lambda: session.record({**again, "kind": 7}))
    yield refusing(lambda: session.record("late", expected_sequence=1))
    yield session.amend(first.id, "since June", because="she said so")
    yield session.correct(first.id, {"content": "Priya Patel works at AC/DC Lab"})
    (folder / "photo.txt").write_bytes(b"\x00 a photo")
    yield session.attach(first.id, folder / "photo.txt", role="screenshot")
    yield session.file(first.id, "photo.txt")
    yield session.event(first.id), session.view(first.id), session.links(first.id, direction="down")
    hidden = session.redact(first.id, because="not now")
    yield hidden, session.view(first.id)
    yield session.lift(hidden.id)
    yield list(session.log()), list(session.log(limit=2)), list(session.log(after=first.sequence, limit=3))
    yield session.stretch(limit=2, filters=Filters(kinds=frozenset({"note.created"}))).events
    yield list(session.follow(wait=False, filters=Filters(after="2020-01-01")))
    yield session.timeline(Filters(kinds=frozenset({"note.created"})), limit=3, newest_first=True)
    yield (
        session.recall("where does Priya work?"),
        session.recall("Priya", k=1, ways=Ways(lanes=frozenset({"lexical"}))),
    )
    yield session.recall("Priya").context()
    yield session.at(2).head(), list(session.at(2).log()), session.at(2).recall("Priya").hits
    yield refusing(lambda: session.at(99_999)), refusing(lambda: session.at("tomorrow"))
    yield refusing(lambda: session.at(2).record("no"))[:2]  # type: ignore[index]
    yield refusing(lambda: session.view("evt_none")), refusing(lambda: session.file(first.id, "none"))
    yield session.plan_erase(first.id)
    yield session.erase(first.id, because="asked for")
    yield refusing(lambda: session.view(first.id))


def graph(session: Any, folder: Path) -> Iterator[object]:
    ann = session.create_entity("Ann Lee", aliases=["Annie"], identifiers=[("chat", "@ann")], attributes={"age": 40})
    acdc = session.create_entity("AC/DC 50% Labs", "kenning:Organization")
    bee = session.create_entity("Bee Lee")
    yield session.who("AC/DC 50% Labs"), session.who("chat:@ann"), session.entities(), session.resolve("Annie")
    yield session.names([ann, bee]), session.event_count("Bee Lee"), session.state("Ann Lee"), session.definitions(ann)
    yield session.rename(bee, "Bea Lee"), session.add_alias(bee, "B", "Bea"), session.drop_alias(bee, "B")
    yield session.bind(bee, "mail", "bea@example.org"), session.unbind(bee, "mail", "bea@example.org")
    yield session.describe(bee, {"town": "Ghent", "age": None}), session.retype(bee, "Person")
    yield session.retire(bee), session.restore_entity(bee)
    claim = session.relate(ann, "works_at", acdc, valid_from="2024-01-01")
    yield claim, session.assert_claim(ann, "birthday", "1986-02-03", confidence=0.8), session.claims(ann, ended=True)
    yield session.about(ann), session.claim(claim), session.claim_history(claim), session.contradictions()
    yield session.between(ann, acdc), session.trail(claim), session.episodes(), session.summarise(dry_run=True)
    yield session.extract(dry_run=True)
    yield session.star(ann), session.subgraph(ann, Walk(depth=1)), session.paths(ann, acdc, every=True)
    yield session.end_claim(ann, "works_at", obj=acdc, valid_from="2025-01-01"), session.retract(claim, because="no")
    yield session.plan_merge(ann, bee), session.merge(ann, bee, policy="newest", town="reject")
    yield session.unmerge(bee), session.hold_apart(ann, bee), session.hold_open(ann, bee)
    yield session.split(ann, "Annie Lee", aliases=["Annie"]), session.reviews(), session.look_for_merges()
    yield refusing(lambda: session.answer_review("none", "accept")), refusing(lambda: session.who("Nobody"))
    yield refusing(lambda: session.create_entity("Ann Two", identifiers=[("chat", "@ann")]))
    event = session.record("Ann likes tea")
    yield session.appears(ann, limit=5), session.put_artifact("tea", "Ann likes tea", evidence=[event.id])
    yield session.artifacts(), session.artifact("tea"), session.artifact_versions("tea")
    (folder / "acme.yaml").write_text(SHEET)
    yield session.schema(), session.compare_schema(folder / "acme.yaml"), session.apply_schema(folder / "acme.yaml")
    yield session.schema(1), session.active_schema()
    (folder / "bad.yaml").write_text("schema: [")
    yield refusing(lambda: session.apply_schema(folder / "bad.yaml"))[1]  # type: ignore[index]
    yield session.plan_erase_entity(bee), session.erase_entity(bee, because="asked for")
    yield session.plan_erase_identifier("chat", "@ann"), session.erase_identifier("chat", "@ann", because="asked for")


def access(session: Any, folder: Path) -> Iterator[object]:
    del folder
    ann = session.create_entity("Ann Lee", identifiers=[("chat", "@ann")])
    yield session.define_channel("chat", domains=["project"], sensitivity="restricted", visibility="shared")
    yield session.approve_channel("chat"), session.bind_channel("chat", "s1", ann), session.channels()
    yield refusing(lambda: session.approve_channel("chat")), refusing(lambda: session.revoke_channel("none"))
    yield session.define_channel("tmp"), session.reject_channel("tmp")
    yield session.elevate(ann, "sub_user", {"domainAccess": {"project": "read"}, "privacyCeiling": "restricted"})
    yield refusing(lambda: session.elevate(ann, "sub_user", {"privacyCeiling": "confidential"}))
    yield refusing(lambda: session.elevate(ann, "king")), session.elevate(ann, "trusted_user", "full")
    given = session.grant(ann, {"domainAccess": {"research": "read"}})
    yield given, session.grants(), session.grants(ann), session.withdraw(given)
    yield session.demote(ann, "sub_user"), session.suspend(ann), session.resume(ann), session.revoke(ann)
    yield session.declare_tool("deploy", "effectful"), session.declare_sensor("camera_pan", "control")
    yield session.declarations(), session.define_internal("companion", "luna"), session.internals()
    yield (
        session.declare_relationship(ann, "admin", "friend_of", strength=0.5),
        session.end_relationship(ann, "admin", "friend_of"),
    )
    yield session.check("tool", "deploy", "invoke"), session.explain("tool", "deploy", "invoke"), session.context()
    yield session.inbox(), session.read_notices(), session.audit(), session.audit(refused=True)
    issued = session.issue_token("admin", channel="chat", name="n", reading=True, domains=["project"], days=None)
    yield issued, session.tokens(), session.revoke_token(issued.token.id), session.tokens()
    yield refusing(lambda: session.issue_token("nobody", channel="chat"))
    yield len(session.issue_link("mail", "ann@example.org"))
    yield refusing(lambda: session.confirm_identity(ann))
    yield session.verify(), session.rebuild(), session.head()
    yield session.embed(), session.spaces(), refusing(lambda: session.forget_space("none"))
    run = session.guard("deploy")(lambda: "done")
    yield run()


def files(session: Any, folder: Path) -> Iterator[object]:
    first = session.record("The first")
    (folder / "a.txt").write_text("attached")
    session.attach(first.id, folder / "a.txt")
    yield session.export(folder / "out.jsonl"), session.export(folder / "out.ce", format="cloudevents")
    yield refusing(lambda: session.export(folder / "x", format="none"))
    (folder / "more.jsonl").write_text(to_json({**NOTE, "files": [{"role": "primary", "content": "Imported"}]}) + "\n")
    yield session.import_file(folder / "more.jsonl"), session.import_file(folder / "more.jsonl")
    yield refusing(lambda: session.import_file(folder / "a.txt", format="none"))
    yield [path.name for path in session.backup(folder / "copy.kenning")]
    yield refusing(lambda: session.backup(folder / "copy.kenning"))[1]  # type: ignore[index]
    with kenning.open(folder / "copy.kenning") as copy:
        yield copy.file(first.id, "a.txt"), copy.verify().problems


@pytest.mark.parametrize("story", [recording, graph, access, files], ids=lambda one: one.__name__)
def test_every_way_in_answers_alike(story: Story, serve: Any, tmp_path: Path) -> None:
    """The contract: the same deeds, the same answers, the same refusals, whichever way one came."""
    answers = {}
    for way in ("file", "afar", "awaited"):
        folder = tmp_path / way
        folder.mkdir()
        if way == "afar":
            served = serve(way, config=AT_ONCE)
            with served.open() as session:
                answers[way] = [told(one) for one in story(session, folder)]
            continue
        with kenning.open(tmp_path / f"{way}.kenning", config=AT_ONCE) as session:
            session.issue_token("admin", channel="local")  # a server's store begins with one
            asked: Any = session if way == "file" else Awaited(aio.AsyncSession(session))
            answers[way] = [told(one) for one in story(asked, folder)]
    for number, expected in enumerate(answers["file"]):
        assert answers["afar"][number] == expected, number
        assert answers["awaited"][number] == expected, number


def test_somebody_sees_from_afar_what_he_sees_here(serve: Any) -> None:
    served = serve()
    keeper = served.keeper
    approve(keeper)
    keeper.record(said("The deploy failed", "Bob", 1))
    keeper.record(said("Nobody may know the plan", "Dora", 2, sensitivity="confidential"))
    trust(keeper, "chat:@bob", "sub_user", READS)
    here = keeper.enter("chat:@bob", channel="chat")
    afar = served.open(keeper.issue_token("chat:@bob", channel="chat").secret)
    assert afar.is_somebody
    asks: list[Callable[[Any], object]] = [
        lambda one: one.timeline(),
        lambda one: one.recall("plan deploy nobody"),
        lambda one: list(one.log()),
        lambda one: one.entities(),
        lambda one: refusing(lambda: one.event(f"evt_{2:032x}")),
        lambda one: refusing(one.head),
        lambda one: refusing(lambda: one.at(1)),
        lambda one: refusing(lambda: one.who("Dora")),
        lambda one: one.context().effective_permissions,
        lambda one: one.check("event", f"evt_{2:032x}", "read"),
        lambda one: refusing(lambda: one.elevate("chat:@bob", "trusted_user")),
        lambda one: refusing(one.tokens),
    ]
    for number, ask in enumerate(asks):
        assert told(ask(afar)) == told(ask(here)), number


def test_a_session_from_afar_has_every_verb() -> None:
    verbs = {one for one in dir(kenning.Session) if not one.startswith("_")}
    bound = {"namespace", "agent"}
    inherited = {one for one in verbs - bound if getattr(RemoteSession, one) is getattr(kenning.Session, one)}
    assert inherited == set()
    assert {one.verb for one in OPERATIONS} <= verbs
    for name in (
        verbs
        - {"is_somebody", "scope", "enter", "sign_in", "sign_in_as", "beside", "decide_open", "guard"}
        - {"watch", "answers"}
    ):
        ours, theirs = (inspect.signature(getattr(kind, name)) for kind in (RemoteSession, kenning.Session))
        assert list(ours.parameters) == list(theirs.parameters), name


def test_what_is_not_done_from_afar_says_what_to_do_instead(served: Any) -> None:
    afar = served.open()
    for deed in (
        lambda: afar.enter("admin", channel="local"),
        lambda: afar.sign_in("x"),
        afar.decide_open,
        lambda: afar.watch("."),
        lambda: afar.answers,
        lambda: afar.extract(rules=["mine.yaml"]),
        lambda: afar.scope,
        lambda: afar.record("x", files_from=Path()),
    ):
        with pytest.raises(kenning.KenningError) as caught:
            deed()
        assert caught.value.code == "unsupported"
        assert caught.value.hint


def test_a_token_that_counts_no_more_opens_nothing(served: Any) -> None:
    with pytest.raises(kenning.NotAllowedError, match="there is no such token"):
        served.open("kng_default.0.x")
    with pytest.raises(kenning.InvalidError, match="token"):
        kenning.open(served.url)
    with pytest.raises(kenning.InvalidError, match="token"):
        kenning.open(":memory:", token="x")
    with pytest.raises(kenning.InvalidError, match="config"):
        kenning.open(served.url, token=served.token, config=kenning.Config())


def test_a_server_that_is_gone_is_told_as_unavailable(serve: Any) -> None:
    served = serve()
    afar = served.open()
    served.stop()
    with pytest.raises(kenning.UnavailableError, match="cannot be reached"):
        afar.head()
