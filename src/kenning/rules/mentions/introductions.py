"""Where the writer of a text says what he is called."""

from __future__ import annotations

from typing import NamedTuple

import regex

# A name as a text writes it: words with capitals, particles between them. After it nothing that makes it somebody else's.
_CAPITAL = r"\p{Lu}[\p{L}\p{M}'’-]*(?<!['’]s)"
_PARTICLE = r"(?:(?:de|da|di|du|van|von|der|den|el|al|bin|la|le)[ ])*"
_NAME = rf"(?P<name>{_CAPITAL}(?:[ ]{_PARTICLE}{_CAPITAL}){{0,4}}(?:[ ](?:Jr|Sr)\b)?)(?!['’]s\b|[\p{{L}}\p{{N}}])"
_FIRM = (
    r"I[ ]?['’]m|I am|[Mm]y name['’]s|[Mm]y name is|[Cc]all me|I,?",
    r"[Ii]ch bin|[Ii]ch hei(?:ß|ss)e|[Mm]ein Name ist|[Hh]ier spricht",
    r"[Jj]e m['’]appelle|[Jj]e suis|[Mm]on nom est|[Mm]oi,? c['’]est",
    r"[Mm]e llamo|[Mm]i nombre es|[Yy]o soy|(?<!\p{L})[Ss]oy",
    r"[Mm]i chiamo|[Ii]l mio nome è|[Ii]o sono",
    r"[Mm]e chamo|[Cc]hamo-me|[Mm](?:eu|y) nome é(?: o| a)?|[Ee]u sou(?: o| a)?",
    r"[Ii]k ben|[Ii]k heet|[Mm]ijn naam is",
    r"[Nn]azywam się|[Mm]am na imię|[Jj]estem",
    r"[Bb]enim adım|[Aa]dım",
    r"[Мм]еня зовут|[Мм]о[её] имя(?: —| -)?",
)
_MAYBE = (
    r"[Tt]his is|[Ii]t['’]s",
    r"[Hh]ier ist|[Dd]as ist",
    r"[Ii]ci|[Cc]['’]est",
    r"[Aa]quí",
    r"[Ss]ono",
    r"[Aa]qui é(?: o| a)?",
    r"[Mm]et",
    r"[Ээ]то",
)
_RUN = r"(?P<name>[\p{Han}\p{Katakana}ー・]{2,12}?|\p{Hiragana}{2,6}?)"
_INTRODUCTIONS = tuple(
    (regex.compile(pattern, regex.VERSION1), firm)
    for pattern, firm in (
        (rf"(?<![\p{{L}}\p{{N}}])(?:{'|'.join(_FIRM)})[ ]+{_NAME}", True),
        (rf"(?<![\p{{L}}\p{{N}}])(?:{'|'.join(_MAYBE)})[ ]+{_NAME}", False),
        (rf"(?<![^.!?,;]\s){_NAME} here(?![\p{{L}}])", False),
        (r"(?:我叫|我的名字是|我的名字叫|本人叫)(?P<name>\p{Han}{2,4}?)(?![\p{Han}])", True),
        (rf"(?:私は|僕は|俺は|名前は){_RUN}(?:です|と申します|といいます|と言います|だ)", True),
        (rf"(?<![\p{{Han}}\p{{Katakana}}ー・]){_RUN}(?:と申します|といいます|と言います)", True),
        (
            r"(?:저는|나는|제 이름은|내 이름은) ?(?P<name>\p{Hangul}{2,4}?)(?:이라고|라고|입니다|이에요|예요|이야|야)",
            True,
        ),
    )
)


class Introduction(NamedTuple):
    """Where a text says what its writer is called. ``firm``: "my name is", not "this is", which also introduces others."""

    start: int
    end: int
    surface: str
    firm: bool


def introductions(text: str) -> list[Introduction]:
    """Find where a text says what its writer is called, in thirteen languages.

    Firmly in the first person ("I'm", "ich heiße", "me llamo", "меня зовут", "我叫", "と申します"); maybe where others are
    introduced so too ("this is"). Not where it is denied, or where what follows is somebody's ("I'm Mira's brother").

    >>> introductions("Hi, my name is Mira Okafor, and this is Jun.")
    [Introduction(start=15, end=26, surface='Mira Okafor', firm=True), Introduction(start=40, end=43, surface='Jun', firm=False)]
    """
    found: dict[tuple[int, int], bool] = {}
    for pattern, firm in _INTRODUCTIONS:
        for match in pattern.finditer(text):
            found.setdefault(match.span("name"), firm)
    return [Introduction(start, end, text[start:end], firm) for (start, end), firm in sorted(found.items())]
