"""Legal forms: what follows or precedes the name of a firm and says what kind of legal person it is.

Two firms of one name and two kinds (a limited company, a partnership) are often two firms; two spellings of one kind (Inc,
Corp; GmbH, Gesellschaft mit beschränkter Haftung) say nothing. Source: the ISO 20275 list of entity legal forms (GLEIF),
as far as a form is written as part of names.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from rapidfuzz.distance import OSA

Form = Literal["firm", "limited", "stock", "partnership", "nonprofit", "public"]


def _listed(forms: str) -> list[tuple[str, ...]]:
    """The forms of a table, each as its words."""
    return [tuple(form.split()) for form in " ".join(forms.split()).split(" / ")]


_FORMS: dict[Form, str] = {
    # "firm" says only that it is one, whatever the law behind it.
    "firm": """
        co / company / and co / and company / co inc / inc / incorporated / corp / corporation / compagnie / cie / and
        cie / firma / limited company / and sons
        """,
    "limited": """
        ltd / limited / private limited / pvt ltd / pvt limited / p ltd / pty ltd / pty limited / pty / pte ltd / pte
        limited / pte / co ltd / co limited / company limited / llc / limited liability company / limited liability co /
        gmbh / mbh / gesellschaft mit beschrankter haftung / g m b h / bv / besloten vennootschap / bvba / sprl / srl /
        sarl / eurl / sl / slu / lda / limitada / ltda / eireli / ooo / ооо / общество с ограниченной ответственностью /
        tov / тов / dooel / doo / sp z oo / sp zoo / spolka z ograniczona odpowiedzialnoscia / sro / spol s ro / kft /
        sia / uab / ou / ehf / oy / sdn bhd / aps / societe a responsabilite limitee / societa a responsabilita limitata
        / sociedad limitada / co llc / sas / sasu / fzco / fze / fz llc / wll / 有限公司 / 有限责任公司 /
        有限責任公司 / 有限会社 / 合同会社 /
        유한회사 / gk / gesmbh / ges mbh / ug
        """,
    "stock": """
        plc / public limited company / public company limited / pcl / ag / aktiengesellschaft / akg / se / sa / societe
        anonyme / sociedad anonima / sociedade anonima / nv / naamloze vennootschap / spa / societa per azioni / ab /
        aktiebolag / publ / as / asa / aksjeselskap / aktieselskab / oyj / hf / jsc / ojsc / cjsc / pjsc / oao / pao /
        zao / ао / оао / пао / зао / joint stock company / open joint stock company / closed joint stock company /
        public joint stock company / joint stock co / акционерное общество / открытое акционерное общество / публичное
        акционерное общество / закрытое акционерное общество / ad / sa de cv / sab de cv / sapi de cv / s de rl de cv /
        kk / kabushiki kaisha / kabushiki gaisha / 株式会社 / 股份有限公司 / 주식회사 /
        tbk / pt / bhd / berhad / zrt / nyrt / rt /
        prjsc / pat / prat / тзов / sca / asi / a s / anonim sirketi
        """,
    "partnership": """
        lp / llp / lllp / limited partnership / limited liability partnership / kg / kommanditgesellschaft / kgaa / ohg
        / gbr / gmbh and co kg / gmbh co kg / gmbh and co / co kg / and co kg / cv / vof / snc / scs / sp j / sp k / ks
        / 合伙企业 / 合名会社
        """,
    "nonprofit": """
        ev / eingetragener verein / asbl / vzw / npo / ngo / ano / ано / aisbl / gug / ggmbh / 社団法人 / 財団法人 / 一般社団法人
        """,
    "public": """
        fgup / фгуп / gup / гуп / mup / муп / sue / fsue / gku / egup
        """,
}
_KIND = {form: kind for kind, forms in _FORMS.items() for form in _listed(forms)}
_WORDS_MAX = max(map(len, _KIND))
# Written before the name too; of the others some begin names (Company of Heroes) or are short words.
_LEADING = frozenset(
    _listed(
        """
        ano / ao / bv / cjsc / closed joint stock company / cv / fgup / firma / gup / joint stock company / jsc /
        limited liability company / llc / mup / nv / oao / ojsc / ooo / open joint stock company / pao / pjsc / prat /
        prjsc / pt / public joint stock company / sarl / tov / zao / акционерное общество / ано / ао / гуп / зао / муп /
        оао / общество с ограниченной ответственностью / ооо / открытое акционерное общество / пао / публичное
        акционерное общество / тов / фгуп
        """,
    ),
)
_CJK = sorted(
    (form[0] for form in _KIND if len(form) == 1 and form[0][0] > "\u3000"), key=lambda form: (-len(form), form)
)
_LONG: dict[int, list[str]] = {}
for _form in sorted(" ".join(form) for form in _KIND):
    if len(_form) >= 11:
        _LONG.setdefault(len(_form), []).append(_form)
DOTTED = ("llc", "llp", "lp", "sarl", "sas", "spa", "srl", "plc", "sa", "nv", "bv", "ag", "ab", "kg")
"""Forms often written with dots, which single letters before them must not swallow: Fund V, L.P."""
# Those that are words, names or initials as well: they end a firm's name, never a person's.
_PLAIN = frozenset(
    _listed(
        "inc / incorporated / corp / corporation / llc / llp / ltd / co ltd / limited / plc / gmbh / jsc / ooo / ооо / srl / sarl"
    ),
)


class Stripped(NamedTuple):
    """A name without its legal forms: the words left, and the kinds that were there in order of the alphabet."""

    words: list[str]
    kinds: tuple[Form, ...]


def stripped(words: list[str], *, person: bool = False) -> Stripped:
    """Take legal forms off the end and the beginning of a name, as long as a word is left; one slip in a long form is forgiven.

    Of a person's name only what cannot be a surname comes off.

    >>> stripped("severnye zavody ooo".split())
    Stripped(words=['severnye', 'zavody'], kinds=('limited',))
    >>> stripped("larkspur gmbh and co kg".split())
    Stripped(words=['larkspur'], kinds=('partnership',))
    """
    kinds: set[Form] = set()
    while (found := _at_end(words, person=person)) is not None:
        words, kind = found
        kinds.add(kind)
    while not person and (found := _at_start(words)) is not None:
        words, kind = found
        kinds.add(kind)
    if words and not words[-1].isascii() and not person:
        words = _without_cjk(words, kinds)
    return Stripped(words, tuple(sorted(kinds)))


def _at_end(words: list[str], *, person: bool) -> tuple[list[str], Form] | None:
    """The longest form that ends a name."""
    for length in range(min(_WORDS_MAX, len(words) - 1), 0, -1):
        form = tuple(words[-length:])
        kind = _KIND.get(form)
        if kind is None and not person:
            kind = _misspelled(" ".join(form))
        if kind is not None and (not person or (form in _PLAIN and len(words) - length >= 2)):
            return words[:-length], kind
    return None


def _misspelled(ending: str) -> Form | None:
    """The kind of a long form with one letter wrong."""
    for near in (len(ending) - 1, len(ending), len(ending) + 1):
        for form in _LONG.get(near, ()):
            if OSA.distance(ending, form, score_cutoff=1) <= 1:
                return _KIND[tuple(form.split())]
    return None


def _at_start(words: list[str]) -> tuple[list[str], Form] | None:
    """The longest form that begins a name."""
    for length in range(min(_WORDS_MAX, len(words) - 1), 0, -1):
        form = tuple(words[:length])
        if form in _LEADING:
            return words[length:], _KIND.get(form, "stock")
    return None


def _without_cjk(words: list[str], kinds: set[Form]) -> list[str]:
    """Chinese, Japanese and Korean forms stand at either end without a space."""
    for form in _CJK:
        if words[-1].endswith(form) and words[-1] != form:
            words = [*words[:-1], words[-1].removesuffix(form)]
            kinds.add(_KIND[(form,)])
        if words[0].startswith(form) and words[0] != form:
            words = [words[0].removeprefix(form), *words[1:]]
            kinds.add(_KIND[(form,)])
    return words


def disagreement(kinds: tuple[Form, ...], others: tuple[Form, ...]) -> float:
    """How far the forms of two names speak against one firm: 0 where one says nothing, 1 where they are of different kinds."""
    one, other = set(kinds) - {"firm"}, set(others) - {"firm"}
    return float(bool(one) and bool(other) and not one & other)
