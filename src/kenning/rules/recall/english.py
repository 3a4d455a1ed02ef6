"""What recall knows of English: forms no ending tells, and the words by which a line shows what sort of answer it is.

Other languages simply lack these cues: nothing is found by them, and nothing is lost.
"""

from __future__ import annotations

import re

from kenning.rules import text

_FORMS = """
    become:became begin:began,begun bite:bit,bitten blow:blew,blown break:broke,broken bring:brought build:built buy:bought
    catch:caught choose:chose,chosen come:came do:did,done,does draw:drew,drawn drink:drank,drunk drive:drove,driven eat:ate,eaten
    fall:fell,fallen feed:fed feel:felt fight:fought find:found fly:flew,flown forget:forgot,forgotten forgive:forgave,forgiven
    freeze:froze,frozen get:got,gotten give:gave,given go:went,gone grow:grew,grown hang:hung have:has,had hear:heard
    hide:hid,hidden hold:held keep:kept know:knew,known lead:led leave:left lend:lent lie:lay,lain lose:lost make:made mean:meant
    meet:met pay:paid ride:rode,ridden ring:rang,rung rise:rose,risen run:ran say:said see:saw,seen sell:sold send:sent
    shake:shook,shaken shine:shone shoot:shot show:shown sing:sang,sung sink:sank,sunk sit:sat sleep:slept speak:spoke,spoken
    spend:spent stand:stood steal:stole,stolen stick:stuck strike:struck swear:swore,sworn swim:swam,swum take:took,taken
    teach:taught tear:tore,torn tell:told think:thought throw:threw,thrown understand:understood wake:woke,woken wear:wore,worn
    win:won write:wrote,written child:children man:men woman:women foot:feet tooth:teeth mouse:mice person:people wife:wives
    life:lives knife:knives leaf:leaves
""".split()  # noqa: SIM905 - reads as a list


def _stem(word: str) -> str:
    return text.tokens(word)[0]


def _bases() -> dict[str, str]:
    pairs = (line.split(":") for line in _FORMS)
    found = {_stem(form): _stem(base) for base, forms in pairs for form in forms.split(",")}
    return {form: base for form, base in found.items() if form != base}


BASES = _bases()
"""The token of a form, and that of the word it is a form of: went, go."""

_ALL: dict[str, tuple[str, ...]] = {}
for _form, _base in BASES.items():
    _ALL[_base] = (*_ALL.get(_base, (_base,)), _form)


def forms(token: str) -> tuple[str, ...]:
    """Give all tokens that are forms of one word.

    >>> forms("went")
    ('go', 'went', 'gone')
    """
    base = BASES.get(token, token)
    return _ALL.get(base, (base,))


MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
)  # fmt: skip

TIMED = frozenset(
    """
    yesterday today tomorrow tonight ago last next week weeks weekend month months year years day days morning monday tuesday
    wednesday thursday friday saturday sunday since recently soon
    """.split()  # noqa: SIM905 - reads as a list
) | frozenset(MONTHS)
"""Words of a line that says when, beside years."""
COUNTED = frozenset(
    "one two three four five six seven eight nine ten twelve dozen couple several once twice hundred thousand".split()  # noqa: SIM905 - reads as a list
)
"""Words of a line that says how many, beside numbers."""
NAMED = re.compile(r"(?<=[a-z,;:\"“(] )[\"“]?[A-Z][a-z]+|[\"“][A-Z]")
"""A line that names something: a capital where no sentence begins, or a title in quotes."""
OF_ONESELF = frozenset("i im ive my me mine we weve our us".split())  # noqa: SIM905 - reads as a list
"""Words of a line in which somebody speaks of themselves, less those that without their apostrophe are others: we're, I'll."""
OF_ONESELF_SHORT = re.compile(r"\b(?:i|we)['’]", re.IGNORECASE)

ASKS_WHEN = re.compile(r"^\W*when\b|\bhow long\b|\bwhat (?:day|date|month|year|time)\b", re.IGNORECASE)
ASKS_COUNT = re.compile(r"\bhow (?:many|much|often|old|long)\b", re.IGNORECASE)
ASKS_NAME = re.compile(r"\b(?:who|whose|where|names?|called|which|title)\b", re.IGNORECASE)
