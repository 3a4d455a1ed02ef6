"""How the words of a text hang together: what describes a noun, what a verb goes with, and what keeps it from being so.

Labels of dependencies are those of ClearNLP, which spaCy's English models use: ``nsubj``, ``prep``, ``pobj``, ``agent``,
``attr``, ``appos``, ``relcl``, ``acl``, ``conj``, ``poss``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kenning.model.identity.extract import Parsed
from kenning.rules.knowledge.extract.named.shaped import Named

STEPS_MAX = 12
"""So far up is looked for what a clause hangs on."""

_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_WHO = frozenset({"who", "which", "that"})
_DOUBT = frozenset(
    """
    would could might may should allegedly reportedly supposedly possibly probably perhaps maybe apparently
    hopefully if unless whether never not n't n’t hardly almost nearly seldom
    """.split(),  # noqa: SIM905 - reads as a list
)
_SAYING = frozenset(
    """
    said says say claimed claims claim alleged alleges think thinks thought believe believes believed guess suppose
    hope hopes wish wishes wonder wonders doubt doubts denied denies deny dreamed imagine imagines pretend pretends
    joked heard suspects suspected
    """.split(),  # noqa: SIM905 - reads as a list
)


class Tie(NamedTuple):
    """What ties a word to a name: which word (born, member), how (``in``, ``dobj``, ``agent``, ``poss``), to which name."""

    word: int
    how: str
    name: int


class Tree:
    """The parse of a text with the names found in it."""

    def __init__(self, parsed: Parsed, names: Sequence[Named]) -> None:
        """Lay names over words."""
        self.tokens = parsed.tokens
        self.names = names
        self.children: list[list[int]] = [[] for _ in parsed.tokens]
        for place, token in enumerate(parsed.tokens):
            if token.head != place:
                self.children[token.head].append(place)
        self.named: dict[int, int] = {}
        self.heads: list[int] = []
        self._lay(names)

    def _lay(self, names: Sequence[Named]) -> None:
        """Note of which name each word is, and the word by which a name hangs on the rest."""
        place = 0
        for number, name in enumerate(names):
            while place < len(self.tokens) and self.tokens[place].end <= name.start:
                place += 1
            span = []
            while place < len(self.tokens) and self.tokens[place].start < name.end:
                span.append(place)
                self.named[place] = number
                place += 1
            outside = [one for one in span if self.tokens[one].head not in span or self.tokens[one].head == one]
            self.heads.append(outside[-1] if outside else (span[-1] if span else -1))

    def lower(self, place: int) -> str:
        """Give a word in lower case."""
        return self.tokens[place].text.lower()

    def sentence(self, place: int) -> tuple[int, int]:
        """Say where the sentence of a word stands in the text."""
        root = place
        for _ in range(len(self.tokens)):
            if self.tokens[root].head == root:
                break
            root = self.tokens[root].head
        reached = self._below(root)
        return self.tokens[min(reached)].start, self.tokens[max(reached)].end

    def _below(self, root: int) -> set[int]:
        reached, open_ = {root}, [root]
        while open_:
            for child in self.children[open_.pop()]:
                if child not in reached:
                    reached.add(child)
                    open_.append(child)
        return reached

    def is_doubted(self, place: int) -> bool:
        """Whether a verb is denied, doubted, asked, supposed or only said by somebody: then it is no fact."""
        for _ in range(STEPS_MAX):
            words = [self.lower(child) for child in self.children[place]]
            if not _DOUBT.isdisjoint(words) or "?" in words:
                return True
            token = self.tokens[place]
            if token.head == place:
                return False
            if token.dep in {"ccomp", "parataxis"} and self.lower(token.head) in _SAYING:
                return True
            place = token.head
        return False

    def subjects_verbs(self, name: int) -> Iterator[int]:
        """Give the verbs whose subject a name is, also of clauses that tell of it, and those that share their subject."""
        head = self.heads[name]
        if head < 0:
            return
        for one in self._alike(head):
            token = self.tokens[one]
            if token.dep in _SUBJECTS:
                yield from self._coordinated(token.head)
        for child in self.children[head]:
            if self.tokens[child].dep == "relcl" and self._is_subject_of(child):
                yield from self._coordinated(child)
            elif self.tokens[child].dep == "acl" and self.tokens[child].tag in {"VBN", "VBG"}:
                yield child

    def _alike(self, place: int) -> Iterator[int]:
        """Give a word and the words it is joined to by "and" before it: both are subject where one is."""
        for _ in range(STEPS_MAX):
            yield place
            if self.tokens[place].dep != "conj":
                return
            place = self.tokens[place].head

    def _is_subject_of(self, verb: int) -> bool:
        return any(self.tokens[one].dep in _SUBJECTS and self.lower(one) in _WHO for one in self.children[verb])

    def _coordinated(self, verb: int) -> Iterator[int]:
        """Give a verb and those joined to it that have no subject of their own."""
        yield verb
        for child in self.children[verb]:
            token = self.tokens[child]
            if token.dep == "conj" and token.tag.startswith("V"):
                if not any(self.tokens[one].dep in _SUBJECTS for one in self.children[child]):
                    yield from self._coordinated(child)
            elif token.dep == "xcomp" and token.tag.startswith("V"):
                yield child

    def described(self, name: int) -> Iterator[int]:
        """Give the nouns that say what a name is: "X is a village", "X, a village", "the village X"."""
        head = self.heads[name]
        if head < 0:
            return
        for child in self.children[head]:
            if self.tokens[child].dep == "appos" and child not in self.named:
                yield from self._nouns(child)
        for verb in self.subjects_verbs(name):
            if self.lower(verb) in {"is", "was", "are", "were", "be", "became", "remains", "'s", "’s"}:
                for child in self.children[verb]:
                    if self.tokens[child].dep == "attr" and child not in self.named:
                        yield from self._nouns(child)
        if self.tokens[head].dep == "appos" and self.tokens[head].head not in self.named:
            yield self.tokens[head].head

    def _nouns(self, noun: int) -> Iterator[int]:
        """Give a noun and those joined to it: a village and municipality."""
        yield noun
        for child in self.children[noun]:
            if self.tokens[child].dep == "conj" and child not in self.named:
                yield from self._nouns(child)

    def ties(self, word: int) -> Iterator[Tie]:
        """Give the names a verb or noun goes with: as object, behind a preposition, as agent, as owner, and those joined."""
        for child in self.children[word]:
            dep = self.tokens[child].dep
            if dep in {"dobj", "dative"}:
                yield from self._tied(word, "dobj", child)
            elif dep == "poss":
                yield from self._tied(word, "poss", child)
            elif dep in {"prep", "agent"}:
                how = "agent" if dep == "agent" else self.lower(child)
                for one in self.children[child]:
                    if self.tokens[one].dep in {"pobj", "pcomp"}:
                        yield from self._tied(word, how, one)

    def _tied(self, word: int, how: str, place: int, depth: int = 0) -> Iterator[Tie]:
        if depth > STEPS_MAX:
            return
        name = self.named.get(place)
        if name is not None and self.heads[name] == place:
            yield Tie(word, how, name)
        for child in self.children[place]:
            joined = self.tokens[child].dep == "conj"
            apposed = self.tokens[child].dep == "appos" and name is None
            if (joined or apposed) and self.named.get(child) != name:
                yield from self._tied(word, how, child, depth + 1)
