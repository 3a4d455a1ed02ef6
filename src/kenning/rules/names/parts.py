"""Reading a name: which of its words name, and which say something about who is named.

What is read depends on what is named. Of a person: titles, initials, Jr and III, particles (van, bin), the order that a comma
turns round, a name in brackets or quotes, a maiden name. Of anything else: legal forms, function words, words that half of
all firms bear, numbers and versions. Where the type is unknown, both, as far as they do not contradict.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec
import regex

from kenning.rules.names.legal import DOTTED, Form, stripped
from kenning.rules.names.letters import fold, is_ideographic, is_spaceless, words
from kenning.rules.names.nicknames import formals
from kenning.rules.names.romanise import romanised
from kenning.rules.names.sounds import consonants, spoken
from kenning.rules.names.vocabulary import (
    BETWEEN_NAMES,
    CJK_TITLES,
    COMMON,
    DEGREES,
    FUNCTION,
    GENERATIONS,
    NEGATIONS,
    NUMBERS,
    ORGANISATIONS,
    PARTICLES,
    PERSONS,
    PLAIN_GENERATIONS,
    ROMAN,
    SAFE_TITLES,
    SAME,
    TITLES,
    VESSELS,
)

Kind = Literal["word", "initial", "particle", "common", "function", "number"]
Family = Literal["", "person", "organisation", "other"]

# Before a maiden name or another name: Anna Hill née Marsh, Larkspur Ltd d/b/a Lark.
_MARKERS = regex.compile(
    r"(?<=\S[\s(,]+)(?:n[ée]e|geb|geborene?|a\.?k\.?a|f\.?k\.?a|d[./]?b[./]?a|alias)\b\.?(?=\s)", regex.IGNORECASE
)
_HANDLE = regex.compile(r"@[\p{L}\p{N}_.\-]+|[\p{L}\p{N}_.+\-]+@[\p{L}\p{N}.\-]+")
_DIGITS = regex.compile(r"\d+")


PARTS_MAX = 24
"""Words of a name beyond this are one part together: whoever compares two names looks at each pair of their parts."""


class Part(msgspec.Struct, frozen=True):
    """One word of a name: as folded, in Latin letters, what it does, how much it tells (0..1), its sounds, what it is short for.

    ``ideographic`` tells that each of its letters is a syllable or a word, so that none can be a slip.
    """

    text: str
    latin: str
    kind: Kind
    weight: float
    said: str = ""
    sound: str = ""
    formals: frozenset[str] = frozenset()
    ideographic: bool = False


class Named(msgspec.Struct, frozen=True):
    """A name as read. ``parts`` are the words that name, in order (given names first); the rest is what is said beside them.

    ``numbers`` are the numbers and versions in it; ``joined`` is the parts without a space between, ``key`` the telling ones in
    order of the alphabet. ``spaceless`` is the text where it is of a script without spaces. ``handle`` is what stands for a name
    on a channel (``@jsmith``). ``turned`` tells that a comma turned the order round.
    """

    raw: str
    type: str
    family: Family
    folded: str
    parts: tuple[Part, ...] = ()
    titles: tuple[str, ...] = ()
    generation: str = ""
    forms: tuple[Form, ...] = ()
    numbers: tuple[str, ...] = ()
    negations: tuple[str, ...] = ()
    joined: str = ""
    key: str = ""
    spaceless: str = ""
    handle: str = ""
    turned: bool = False


def family(qualified: str) -> Family:
    """What is named, as far as names differ by it: a person, an organisation, something else, or unknown ("")."""
    if not qualified:
        return ""
    local = qualified.rpartition(":")[2].casefold()
    return "person" if local in PERSONS else "organisation" if local in ORGANISATIONS else "other"


@lru_cache(maxsize=1 << 15)
def read(text: str, type: str = "") -> Named:  # noqa: A002 - the word of the schema
    """A name as read, given the type of what it names (qualified or not; "" where it is unknown).

    >>> named = read("Dr. Smith, John Jr.", "kenning:Person")
    >>> [part.text for part in named.parts], named.titles, named.generation
    (['john', 'smith'], ('dr',), 'jr')
    >>> read("Larkspur Ltd.").forms, read("@jsmith").handle
    (('limited',), 'jsmith')
    """
    kind = family(type)
    folded = fold(text)
    if handle := _handle(text):
        tokens = words(handle)
        named = _named(Named(raw=text, type=type, family=kind, folded=folded, handle="".join(tokens)), tokens)
        return msgspec.structs.replace(named, numbers=_runs(folded))  # those of the host too
    bare = _MARKERS.sub(" ", text) if _MARKERS.search(text) else text
    plain = kind in ("organisation", "other") or "," not in bare
    tokens, turned = (words(bare), False) if plain else _turned(bare)
    named = Named(raw=text, type=type, family=kind, folded=folded, turned=turned)
    if kind != "person":
        tokens, forms = stripped(_closed(tokens))
        if kind == "" and set(forms) - {"firm"}:
            kind = "organisation"
        named = msgspec.structs.replace(named, forms=forms, family=kind)
    if kind in ("person", ""):
        tokens, named = _titled(tokens, named)
    return _named(named, tokens)


def _handle(text: str) -> str:
    """The local part, where a text is a handle or an address."""
    text = text.strip()
    if "@" not in text or not _HANDLE.fullmatch(text):
        return ""
    return text[1:] if text.startswith("@") else text.partition("@")[0]


def _turned(text: str) -> tuple[list[str], bool]:
    """The words of a name in the order of speech: "Hill, Anna" is Anna Hill; "Hill, Jr." and "Hill, Ltd." are as they stand."""
    before, _, after = text.partition(",")
    given, _, rest = after.partition(",")
    first, last = words(given), words(before)
    straight = [*last, *first, *words(rest)]
    if not first or not last or len(first) > 4 or len(last) > 4 or any(map(str.isdigit, straight)):
        return straight, False
    if first[0] in GENERATIONS or first[0] in DEGREES or len(stripped(["x", *_closed(first)]).words) == 1:
        return straight, False
    titles = len(last) > 1 and last[0] in TITLES
    ending = next((n for n, word in enumerate(first) if n and (word in GENERATIONS or word in DEGREES)), len(first))
    return [*last[:titles], *first[:ending], *last[titles:], *first[ending:], *words(rest)], True


def _closed(tokens: list[str]) -> list[str]:
    """Letters that stand alone in a row, joined: L.L.C. and J.P. as typed without dots."""
    closed: list[str] = []
    run = ""
    for token in (*tokens, ""):
        if len(token) == 1 and token.isalpha() and not is_spaceless(token):
            run += token
            continue
        if run:
            form = next((form for form in DOTTED if run.endswith(form) and len(run) > len(form)), "")
            closed += [run.removesuffix(form), form] if form else [run]
            run = ""
        if token:
            closed.append(token)
    return closed


def _titled(tokens: list[str], named: Named) -> tuple[list[str], Named]:
    """Titles off the front, degrees and generations off the end; a firm's form too, where a list was careless."""
    person = named.family == "person"
    before, generations, after = (
        (TITLES, set(GENERATIONS), DEGREES) if person else (SAFE_TITLES, PLAIN_GENERATIONS, DEGREES)
    )
    titles: list[str] = []
    generation = ""
    while len(tokens) > 1 and tokens[0] in before:
        titles.append(tokens[0])
        tokens = tokens[1:]
    if person:
        tokens, forms = stripped(tokens, person=True)
        named = msgspec.structs.replace(named, forms=forms)
    while len(tokens) > 1 and (tokens[-1] in after or (tokens[-1] in generations and not generation)):
        generation = GENERATIONS.get(tokens[-1], generation)
        titles += [tokens[-1]] if tokens[-1] in after else []
        tokens = tokens[:-1]
    tokens, title = _cjk_title(tokens)
    return tokens, msgspec.structs.replace(named, titles=(*titles, *title), generation=generation)


def _cjk_title(tokens: list[str]) -> tuple[list[str], list[str]]:
    """A title off the end of a name of a script without spaces."""
    last = tokens[-1] if tokens else ""
    title = next((title for title in CJK_TITLES if last.endswith(title) and len(last) > len(title)), "")
    return ([*tokens[:-1], last.removesuffix(title)], [title]) if title else (tokens, [])


def _named(named: Named, tokens: list[str]) -> Named:
    """A name with the parts that its words are, and what is derived from them once, so that comparing need not."""
    if named.family == "other" and len(tokens) > 1 and tokens[0] in VESSELS:
        tokens = tokens[1:]
    if len(tokens) > PARTS_MAX:
        tokens = [*tokens[: PARTS_MAX - 1], "".join(tokens[PARTS_MAX - 1 :])]
    if named.family in {"person", ""} and tokens and tokens[0] in BETWEEN_NAMES:
        first = _word(tokens[0], named.family)
        rest = [_part(token, named.family, last=n == len(tokens) - 2) for n, token in enumerate(tokens[1:])]
        parts = (first, *rest)
    else:
        parts = tuple(_part(token, named.family, last=n == len(tokens) - 1) for n, token in enumerate(tokens))
    telling = [part for part in parts if part.weight >= 0.5] or list(parts)
    spaceless = "".join(part.text for part in parts if is_spaceless(part.text))
    letters = "".join(part.text for part in parts)
    return msgspec.structs.replace(
        named,
        parts=parts,
        numbers=tuple(sorted(number for part in parts for number in numbers(part))),
        negations=tuple(sorted({token for token in tokens if token in NEGATIONS})),
        joined=letters,
        key=spaceless
        if spaceless and spaceless == letters
        else " ".join(sorted(SAME.get(part.text, part.text) for part in telling)),
        spaceless=spaceless if spaceless == letters else "",
    )


def _part(token: str, kind: Family, *, last: bool) -> Part:
    """One word of a name, and what it does there."""
    token = SAME.get(token, token) if kind == "person" else token
    if any(map(str.isdigit, token)):
        return Part(token, token, "number", 0.6)
    if kind != "person" and (token in NUMBERS or (token in ROMAN and (len(token) > 1 or last))):
        number = NUMBERS.get(token) or ROMAN[token]
        return Part(number, number, "number", 0.6)
    latin = token if token.isascii() else romanised(token)
    if kind != "organisation" and token in PARTICLES:
        return Part(token, latin, "particle", 0.25)
    if kind != "person" and token in FUNCTION and not (last and len(token) == 1):
        return Part(token, latin, "function", 0.1)
    if len(token) == 1 and not is_spaceless(token):
        return Part(token, latin, "initial", 0.5)
    return _word(token, kind)


def _word(token: str, kind: Family) -> Part:
    """A word that names."""
    latin = token if token.isascii() else romanised(token)
    common = kind in ("organisation", "other") and token in COMMON
    short = formals(token) if kind in ("person", "") else frozenset()
    said = spoken(latin)
    work: Kind = "common" if common else "word"
    return Part(token, latin, work, 0.7 if common else 1.0, said, consonants(said), short, is_ideographic(token))


def numbers(part: Part) -> list[str]:
    """The numbers in a part: runs of digits without leading zeros."""
    return list(_runs(part.text)) if part.kind == "number" else []


def _runs(text: str) -> tuple[str, ...]:
    """The runs of digits in a text, without leading zeros, sorted."""
    return tuple(sorted(run.lstrip("0") or "0" for run in _DIGITS.findall(text)))
