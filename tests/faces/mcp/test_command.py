"""`kenning mcp` as it opens: whose session it is, and what is refused before any frame is read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import kenning
from kenning.faces.cli import run
from kenning.faces.cli.frame import Asked
from kenning.faces.mcp.opening import LABELS, Wished, opened
from kenning.faces.mcp.tools import TOOLS, Asker
from kenning.faces.settings import Speaks, settings
from kenning.model.access.internal import POLICIES


@contextmanager
def connected(
    store: Any, who: str | None = None, person: str | None = None, wished: Wished | None = None, **environment: str
) -> Iterator[Any]:
    """The session `kenning --as WHO --for PERSON mcp` would give its agent."""
    chosen = settings(
        str(store), None, Speaks(who, person), environment={"KENNING_VECTORS": "none", "TZ": "UTC", **environment}
    )
    with opened(Asked(chosen, json=False), wished or Wished()) as session:
        yield session


@pytest.mark.parametrize("kind", sorted(POLICIES))
def test_what_an_assistant_remembers_it_recalls_whatever_its_type(tmp_path: Path, kind: str) -> None:
    with connected(tmp_path / "new.kenning", "luna/mcp", wished=Wished(create=kind)) as session:
        asker = Asker(session)
        kept: Any = TOOLS["remember"].answer(asker, {"text": "The build is green"}).noun
        found: Any = TOOLS["recall"].answer(asker, {"question": "build"}).noun
    assert [one.id for one in found.lines] == [kept.id]


def test_a_channel_whose_labels_it_does_not_read_is_none_for_an_assistant(tmp_path: Path) -> None:
    store = tmp_path / "store.kenning"
    with connected(store, "luna/mcp", wished=Wished(create="companion")):
        pass
    with (
        pytest.raises(kenning.ConflictError, match="labelled interaction, which builder does not read"),
        connected(store, "builder/mcp", wished=Wished(create="technical_assistant")),
    ):
        pass
    with connected(store, "builder/mcp.builder", wished=Wished(create="technical_assistant")) as session:
        assert session.context().name == "builder"


def test_for_the_admin_an_assistant_reads_his_notes_and_is_not_the_admin(house):
    kept = house.keeper.record("Dentist on Friday").id
    with connected(house.path, "luna/mcp", "admin") as session:
        asker = Asker(session)
        found: Any = TOOLS["recall"].answer(asker, {"question": "dentist"}).noun
        assert [one.id for one in found.lines] == [kept]
        assert (session.is_somebody, session.context().session.role) == (True, "companion")
        with pytest.raises(kenning.NotAllowedError):
            TOOLS["review"].answer(asker, {})


def test_each_type_of_assistant_has_labels_of_its_own():
    assert set(LABELS) == set(POLICIES)


def test_what_is_there_is_left_as_it_is(tmp_path: Path) -> None:
    store = tmp_path / "store.kenning"
    with connected(store, "luna/mcp", wished=Wished(create="companion")):
        pass
    with kenning.open(store) as keeper:
        before = keeper.head()
    with connected(store, "luna/mcp", wished=Wished(create="companion")):
        pass
    with kenning.open(store) as keeper:
        assert keeper.head() == before
        keeper.revoke_channel("mcp")
    with (
        pytest.raises(kenning.NotAllowedError, match="nothing is read or done by it"),
        connected(store, "luna/mcp", wished=Wished(create="companion")),
    ):
        pass


def test_on_a_fresh_store_it_says_what_makes_an_assistant(tmp_path: Path) -> None:
    store = tmp_path / "fresh.kenning"
    with pytest.raises(kenning.NotFoundError, match="does not exist"), connected(store, "luna/mcp"):
        pass
    with kenning.open(store):
        pass
    with pytest.raises(kenning.NotFoundError) as refused, connected(store, "luna/mcp"):
        pass
    assert "kenning --as luna/mcp mcp --create companion" in refused.value.hint
    with kenning.open(store) as keeper:
        assert keeper.internals() == {}


def test_an_assistant_nobody_made_is_refused_with_the_command(house):
    with pytest.raises(kenning.NotFoundError) as refused, connected(house.path, "nova/mcp"):
        pass
    assert "kenning --as nova/mcp mcp --create companion" in refused.value.hint


def test_nobody_named_is_not_the_admin(house):
    with pytest.raises(kenning.InvalidError, match="--as: is missing"), connected(house.path):
        pass
    with pytest.raises(kenning.NotAllowedError, match="agents are not the admin"), connected(house.path, "admin/mcp"):
        pass
    with connected(house.path, wished=Wished(admin=True)) as session:
        assert not session.is_somebody


def test_the_person_is_bound_when_it_opens(house):
    with connected(house.path, "luna/mcp", "Tom") as session:
        assert session.context().acting_for == house.keeper.who("Tom").id
    with connected(house.path, "luna/mcp") as session:
        assert session.context().acting_for is None
    with connected(house.path, KENNING_AS="luna/mcp", KENNING_FOR="Tom") as session:
        assert session.context().acting_for == house.keeper.who("Tom").id


def test_a_server_s_address_and_a_token_are_as_good_as_a_file(house, serve):
    served = serve("afar")
    served.keeper.define_internal("companion", "luna")
    served.keeper.define_channel("mcp", domains=["interaction"])
    served.keeper.approve_channel("mcp")
    token = served.keeper.issue_token("luna", channel="mcp").secret
    with connected(served.url, KENNING_TOKEN=token) as session:
        asker = Asker(session)
        kept: Any = TOOLS["remember"].answer(asker, {"text": "from afar", "about": [{"name": "Priya"}]}).noun
        for name, given in (("recall", {"question": "afar"}), ("timeline", {}), ("who_is", {"name": "Priya"})):
            found: Any = TOOLS[name].answer(asker, given).noun
            assert [one.id for one in found.lines] == [kept.id]
        me: Any = TOOLS["who_is"].answer(asker, {}).noun
        assert (me.name, me.channel) == ("luna", "mcp")
    assert served.keeper.event(kept.id).source.name == "luna"
    with (
        pytest.raises(kenning.NotAllowedError, match="not the admin"),
        connected(served.url, KENNING_TOKEN=served.token),
    ):
        pass
    with pytest.raises(kenning.NotAllowedError), connected(served.url, KENNING_TOKEN="kng_default.x.y"):
        pass
    with pytest.raises(kenning.InvalidError, match="KENNING_TOKEN"), connected(served.url):
        pass
    with pytest.raises(kenning.InvalidError, match="the token's to say"), connected(served.url, "luna/mcp"):
        pass


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["mcp"], 2, "say who asks"),
        (["--as", "luna", "mcp"], 2, "names no channel"),
        (["--as", "luna/mcp", "mcp", "--create", "butler"], 2, "is no type of assistant"),
        (["--as", "admin/mcp", "mcp"], 5, "agents are not the admin"),
        (["--as", "nova/mcp", "mcp"], 3, "mcp --create companion"),
        (["--as", "luna/nowhere", "mcp"], 3, "no such channel"),
        (["--as", "luna/mcp", "mcp", "--http"], 2, "the token's to say"),
        (["mcp", "--http", "--host", "0.0.0.0"], 2, "beyond this machine"),
        (["mcp", "--http", "--limit", "colour=1"], 2, "there is no such field"),
        (["mcp", "--http", "--create", "companion"], 2, "run it once without --http"),
        (["--store", "http://127.0.0.1:1", "mcp", "--http"], 2, "is a server already"),
    ],
)
def test_what_is_wrong_is_refused_before_any_frame_is_read(house, capfd, monkeypatch, arguments, code, says):
    monkeypatch.setenv("KENNING_STORE", str(house.path))
    assert run(arguments) == code
    printed, told = capfd.readouterr()
    assert printed == ""
    assert says in " ".join(told.split())
