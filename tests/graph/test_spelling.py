"""A name of another script meets those written in Latin letters where a speller is given; what it said is in the log."""

from collections.abc import Sequence

import msgspec
import pytest

import kenning
from tests.graph import reading
from tests.graph.reading import acts, message, note

SPELLED = {
    "王小明": ["Wang Xiaoming", "Wang Xiao Ming"],
    "王晓明": ["Wang Xiaoming", "Wang Xiao Ming"],
    "Олена Коваль": ["Olena Koval"],
    "Слово": ["", "слово", "!!", "Slovo"],
}


class Speller:
    """Spells what it knows, and counts how often it is asked."""

    name = "table-1"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def spell(self, name: str) -> Sequence[str]:
        self.asked.append(name)
        return SPELLED.get(name, [])


def said(session, kind):
    return [msgspec.json.decode(event.text) for event in acts(session, kind)]


def test_a_name_met_in_one_script_is_found_in_the_other(shelf) -> None:
    session = shelf.open(speller=Speller())
    session.record(message("王小明", "w-1"))
    known = session.who("王小明")
    assert known.latin == {"王小明": ["Wang Xiaoming", "Wang Xiao Ming"]}
    assert session.who("wang xiaoming").id == known.id
    outcome = session.resolve("Wang Xiaoming")
    assert (outcome.status, outcome.entity, outcome.tier) == ("resolved", known.id, "fuzzy")
    assert outcome.score < 0.95  # another script never reaches what joins unasked
    session.record(note("Wang Xiaoming"))
    session.record(note(text="Lunch with Wang Xiaoming on Friday."))
    assert len(session.entities()) == 1
    assert len(session.appears(known.id)) == 3
    reading.sound(session)


def test_a_mention_in_another_script_finds_who_is_written_in_latin_letters(shelf) -> None:
    session = shelf.open(speller=Speller())
    session.record(note("Olena Koval"))
    session.record(note("Олена Коваль"))
    (one,) = session.entities()
    assert one.canonical_name == "Olena Koval"
    assert {act["rules"]["speller"] for act in said(session, "resolution.decided")} == {"table-1"}
    reading.sound(session)


def test_two_names_of_one_script_are_not_one_because_they_are_spelled_alike(shelf) -> None:
    session = shelf.open(speller=Speller())
    session.record(note("王小明"))
    session.record(note("王晓明"))
    assert len(session.entities()) == 2
    assert session.resolve("Wang Xiaoming").status == "ambiguous"
    with pytest.raises(kenning.ConflictError, match="2 entities"):
        session.who("Wang Xiaoming")


def test_without_a_speller_a_script_meets_its_own_only(shelf) -> None:
    session = shelf.open()
    session.record(note("王小明"))
    session.record(note("Wang Xiaoming"))
    assert len(session.entities()) == 2
    assert session.who("王小明").latin == {}


def test_the_log_alone_says_the_spellings_and_no_rebuild_or_proof_asks_again(shelf) -> None:
    """Law 1: the same log, the same rows, with another speller, or with none."""
    session = shelf.open(speller=Speller())
    session.record(message("王小明", "w-1"))
    session.add_alias("王小明", "Слово")
    (made,), (changed,) = said(session, "entity.created"), said(session, "entity.changed")
    assert (made["latin"], made["latinBy"]) == ({"王小明": SPELLED["王小明"]}, "table-1")
    assert changed["latin"] == {"Слово": ["Slovo"]}  # what is no spelling is left out
    before = reading.digest(session)
    session.close()
    silent = Speller()
    for opened in (shelf.open(), shelf.open(speller=silent)):
        reading.sound(opened)
        assert reading.digest(opened) == before
        assert opened.who("Wang Xiaoming").canonical_name == "王小明"
        opened.close()
    assert silent.asked == []


def test_a_speller_is_asked_of_names_of_other_scripts_only(shelf) -> None:
    speller = Speller()
    session = shelf.open(speller=speller)
    session.record(note("Zoë Ångström", "Đặng Văn Lâm"))
    assert speller.asked == []


def test_a_spelling_goes_with_its_name_by_drop_rename_merge_split_and_undo(shelf) -> None:
    session = shelf.open(speller=Speller())
    one = session.create_entity("王小明", aliases=["Олена Коваль"])
    other = session.create_entity("Слово")
    merge = session.merge(other, one)
    assert session.who("Olena Koval").id == other
    session.unmerge(merge)
    assert session.who("Olena Koval").id == one
    part = session.split(one, "Олена Коваль", aliases=["Олена Коваль"])
    assert session.who("Olena Koval").id == part
    assert session.who(one).latin == {"王小明": SPELLED["王小明"]}
    session.rename(other, "Word")
    assert session.who("Slovo").id == other
    session.drop_alias(other, "Слово")
    with pytest.raises(kenning.NotFoundError):
        session.who("Slovo")
    assert session.who(other).latin == {}
    reading.sound(session)


def test_an_erased_name_takes_its_spelling_along(shelf) -> None:
    session = shelf.open("gone", speller=Speller())
    event = session.record(note("Олена Коваль"))
    session.erase(event.id, because="asked")
    with pytest.raises(kenning.NotFoundError):
        session.who("Olena Koval")
    session.close()
    assert shelf.holding("Olena") == []


@pytest.mark.parametrize(
    ("native", "latin"),
    [
        ("王小明", "Wang Xiaoming"),
        ("Шевченко", "Shevchenko"),
        ("Γεώργιος", "Georgios"),
        ("გიორგი", "Giorgi"),
        ("Արամ", "Aram"),
        ("たなか", "Tanaka"),
        ("김철수", "Gimcheolsu"),
        ("अमित", "Amita"),
    ],
)
def test_rigour_spells_other_scripts(native: str, latin: str) -> None:
    pytest.importorskip("rigour", reason="the extra is missing: pip install 'kenning[names]'")
    from kenning.providers.rigour import RigourSpeller

    speller = RigourSpeller()
    assert speller.name.startswith("rigour-")
    assert speller.spell(native)[0] == latin


def test_without_the_extra_a_store_says_so_when_it_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    from kenning.providers import rigour

    monkeypatch.setattr(rigour, "find_spec", lambda _: None)
    with pytest.raises(kenning.InvalidError, match="not installed") as refused:
        rigour.RigourSpeller()
    assert "kenning[names]" in refused.value.hint
