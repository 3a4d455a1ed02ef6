"""Words that stand in names and do not name: titles, particles, generations, function words, numbers, negations.

Every list is short on purpose: a word that is also somebody's name (Don, Ma, Major) costs more than a title that stays.
"""

from __future__ import annotations


def _listed(text: str) -> frozenset[str]:
    """The words of a list."""
    return frozenset(text.split())


def _paired(text: str) -> dict[str, str]:
    """The pairs of a list."""
    return dict(pair.split("=") for pair in text.split())


PERSONS = _listed("person people human character user contact")
"""Types of persons, by their local name."""

ORGANISATIONS = _listed("organization organisation company legalentity team institution publicbody business firm")
"""Types of organisations, by their local name."""

MEN = _listed("mr mister sir lord herr hr senor monsieur gospodin господин")
WOMEN = _listed("mrs ms miss madam dame lady frau fru mme mlle madame sra srta senora senorita gospozha госпожа")
SAFE_TITLES = _listed(
    "mr mrs ms mister madam dr prof professor herr frau mme mlle monsieur madame sra srta senor senora"
)
"""Titles that come off the front even where it is unknown whether a person is named."""

_OFFICES = _listed(
    """
    doctor rev reverend fr father hon honorable honourable capt captain col colonel gen lt lieutenant sgt sergeant
    maj cmdr adm admiral sen senator dott dottore ing mag dipl sheikh shaikh shaykh sheik haji hajji hadji mullah
    mawlawi maulana ustad imam ayatollah д-р др shri smt
    """,
)
TITLES = MEN | WOMEN | SAFE_TITLES | _OFFICES
"""Titles before a person's name."""

CJK_TITLES = (
    "先生",
    "女士",
    "小姐",
    "老师",
    "教授",
    "博士",
    "さん",
    "さま",
    "様",
    "ちゃん",
    "くん",
    "선생님",
    "님",
    "씨",
)
"""Titles that follow a name without a space."""

DEGREES = _listed("phd md mba msc bsc esq esquire cpa dds jd obe mbe cbe kbe")
"""What follows a person's name and is no part of it."""

GENERATIONS = _paired(
    """
    jr=jr junior=jr jnr=jr sr=sr senior=sr snr=sr filho=jr fils=jr pere=sr ii=2 2nd=2 iii=3 3rd=3 iv=4 4th=4 vi=6
    vii=7 viii=8
    """,
)
"""Which of several bearers of one name, in a family or on a throne."""

PLAIN_GENERATIONS = _listed("jr junior jnr sr senior snr")
"""Those that are no numbers, and so no versions, whatever is named."""

PARTICLES = _listed(
    """
    van von vom zu zum zur der den dem de del della dela di da das do dos du la le las los el al ul ur ud as es bin
    bint ibn ben bar abu abou umm ap af av ten ter te san santa st saint sankt und et and the of
    """,
)
"""Small words of persons' names, written or left out as it happens."""

FUNCTION = _listed(
    """
    the a an of and for in at to on by de la le les des du der die das den und fur et y e del dos da do di van zu и
    в для на
    """,
)
"""Small words of other names."""

COMMON = _listed(
    """
    group holding holdings international intl global worldwide services service solutions solution systems system
    technologies technology tech industries industry industrial enterprises enterprise management consulting
    consultants partners associates capital investments investment fund trust bank banking insurance finance
    financial company corporation association institute university college school center centre foundation society
    department ministry office agency committee council club union products manufacturing trading development
    research laboratories labs engineering construction energy resources media communications national general first
    united gruppe groupe grupo gesellschaft
    """,
)
"""Words that many organisations bear and that alone tell none from another."""

VESSELS = _listed("mv ms mt ss hms uss sv fv")
"""Kinds of ships, written before their names."""

SAME = _paired("ibn=bin el=al ul=al ud=al ur=al abou=abu saint=st sankt=st")
"""Small words that are one word, spelled by different ears."""

BETWEEN_NAMES = frozenset({"ben"})
"""Particles that are also a given name, and stand for "son of" only behind another name: David ben Amos, but Ben Amos."""

NEGATIONS = _listed(
    """
    not non never without isnt arent wasnt dont doesnt didnt cant cannot wont nicht kein keine ohne sans jamais
    nunca sin senza без не
    """,
)
"""Words that turn a name into its contrary."""

CJK_NEGATIONS = frozenset("不非未没無无反")

_COUNTED = (
    *("zero", "one", "two second", "three third", "four fourth", "five fifth", "six sixth", "seven seventh"),
    *("eight eighth", "nine ninth", "ten tenth", "eleven", "twelve"),
)
NUMBERS = {word: str(number) for number, written in enumerate(_COUNTED) for word in written.split()}
"""English number words, and the ordinals, but for "first", which half of all banks bear."""

_ROMAN = "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx".split()  # noqa: SIM905 - a table
ROMAN = {roman: str(number) for number, roman in enumerate(_ROMAN, start=1)}
