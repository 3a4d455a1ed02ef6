"""The talk that recall is measured on: the same for a seed, had from anywhere, with answers that only they give."""

from bench.recall_store import Builder, Size
from bench.recall_texts import WORDINGS, Texts, spoken_name, vocabulary

SMALL = Texts(seed=7, lines=900, speakers=60, questions=90)


def words(text: str) -> set[str]:
    return {word.strip(".,:?").lower() for word in text.split()}


def test_a_seed_gives_the_same_talk_from_wherever_it_is_read():
    again = Texts(seed=7, lines=900, speakers=60, questions=90)
    every = list(SMALL.read())
    assert [line.number for line in every] == list(range(900))
    assert list(again.read(137, 421)) == every[137:421]
    assert again.line(333) == every[333]
    assert again.planted == SMALL.planted


def test_every_question_is_answered_by_one_line_and_no_other():
    _, topics = vocabulary()
    thing = {word: (topic, place) for topic, row in enumerate(topics) for place, one in enumerate(row) for word in one}
    lines = [{thing[word] for word in words(line.text) if word in thing} for line in SMALL.read()]
    for one in SMALL.planted:
        asked = {thing[word] for word in words(one.question) if word in thing}
        assert [number for number, met in enumerate(lines) if asked <= met] == [one.line]


def test_a_question_says_as_much_in_other_words_as_its_wording_tells():
    _, topics = vocabulary()
    known = {word for things in topics for one in things for word in one}
    shared: dict[str, set[int]] = {wording: set() for wording in WORDINGS}
    for one in SMALL.planted:
        shared[one.wording].add(len(words(one.question) & words(SMALL.line(one.line).text) & known))
    assert shared == {"as_said": {2}, "half_reworded": {1}, "reworded": {0}}


def test_nobody_bears_the_name_of_another():
    assert len({spoken_name(number) for number in range(100_000)}) == 100_000


def test_a_store_is_built_on_where_it_was_broken_off(tmp_path):
    size = Size(seed=1, events=60, entities=10, relations=20, questions=10)

    class BrokenOffError(Exception):
        pass

    def breaks(line: str) -> None:
        if "relations" in line:
            raise BrokenOffError(line)

    for say in (breaks, print, print):
        try:
            built = Builder(tmp_path, size, say).build()
        except BrokenOffError:
            continue
        assert (len(built.ids), built.relations, built.events) == (10, 20, 60)
        assert sorted(built.answers) == sorted(one.line for one in size.texts().planted)
