"""English nouns for whom somebody has: which relations of the schema lead to them, and which predicates say the noun itself."""

from __future__ import annotations

from collections.abc import Iterator

_WORDS = """
    sibling sister brother = sibling_of>
    parent mother mom mum mama mommy mummy father dad daddy papa = parent_of<
    child son daughter kid = parent_of>
    spouse husband wife = married_to>
    partner = partner_of> | engaged_to> | married_to>
    boyfriend girlfriend = partner_of>
    fiance fiancee fiancé fiancée = engaged_to>
    grandparent grandmother grandfather grandma grandpa granny = grandparent_of< | parent_of</parent_of<
    grandchild grandson granddaughter = grandparent_of> | parent_of>/parent_of>
    aunt uncle = parent_of</sibling_of> | relative_of>
    niece nephew = sibling_of>/parent_of> | relative_of>
    cousin = parent_of</sibling_of>/parent_of> | relative_of>
    relative = relative_of>
    mother-in-law father-in-law = married_to>/parent_of< | relative_of>
    sister-in-law brother-in-law = married_to>/sibling_of> + sibling_of>/married_to> | relative_of>
    daughter-in-law son-in-law = parent_of>/married_to> | relative_of>
    guardian = guardian_of<
    ward = guardian_of>
    friend = friend_of>
    neighbor neighbour = neighbor_of>
    roommate flatmate housemate = lives_with>
    colleague coworker co-worker workmate = works_with>
    boss manager supervisor superior = reports_to>
    report subordinate = reports_to<
    mentor = mentors<
    mentee = mentors>
    team group band club department = member_of> + leads>
    member = member_of<
    teammate = member_of>/member_of<
    leader lead head = leads<
    employer company firm = works_at>
    employee = works_at<
    school university college = studied_at>
    pet dog cat = has_pet>
    owner = owns< | has_pet<
    home city town = lives_in>
    hometown = from> | born_in>
    birthplace = born_in>
    customer client = customer_of<
    project = works_on>
    task = responsible_for>
    maker manufacturer = made_by>
"""

Step = tuple[str, str]
"""A predicate, and whom one step along it leads to: its ``object``, or its ``subject``."""
Way = tuple[Step, ...]
Tier = tuple[Way, ...]
_SIDES = {">": "object", "<": "subject"}
_PLURALS = {
    "children": "child",
    "wives": "wife",
    "people": "person",
    "grandchildren": "grandchild",
    "staff": "employee",
}
HERS = frozenset(
    """
    sister mother mom mum mama mommy mummy daughter wife girlfriend fiancee fiancée grandmother grandma granny granddaughter aunt
    niece mother-in-law sister-in-law daughter-in-law
    """.split()  # noqa: SIM905 - reads as a list
)
HIS = frozenset(
    """
    brother father dad daddy papa son husband boyfriend grandfather grandpa grandson uncle nephew father-in-law brother-in-law
    son-in-law
    """.split()  # noqa: SIM905 - reads as a list
)
FORMER = frozenset({"former", "ex", "previous"})
MODIFIERS = FORMER | frozenset(
    """
    old older oldest young younger youngest elder eldest little big twin half best good close new current own direct line late
    dear only first second other whole
    """.split()  # noqa: SIM905 - reads as a list
)
"""Words that may stand before such a noun and do not change whom it means, but for those who were so formerly."""


def _read() -> Iterator[tuple[str, tuple[Tier, ...]]]:
    for line in _WORDS.strip().splitlines():
        nouns, told = line.split("=")
        tiers = tuple(
            tuple(tuple((one[:-1], _SIDES[one[-1]]) for one in way.strip().split("/")) for way in tier.split("+"))
            for tier in told.split("|")
        )
        for noun in nouns.split():
            yield noun, tiers


NOUNS: dict[str, tuple[Tier, ...]] = dict(_read())


def singular(word: str) -> str:
    """Give a noun in the singular, where it is known or ends as plurals do.

    >>> [singular(word) for word in ("sisters", "children", "boss", "families")]
    ['sister', 'child', 'boss', 'family']
    """
    if word in NOUNS or word in _PLURALS:
        return _PLURALS.get(word, word)
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def ways(noun: str) -> tuple[Tier, ...]:
    """Give the ways that lead to whom a noun means, the surest first: what says the noun itself, then the schema's relations.

    >>> ways("dentist")
    (((('dentist_of', 'subject'),), (('has_dentist', 'object'),), (('dentist', 'object'),)),)
    """
    said = noun.replace("-", "_")
    itself: Tier = (((f"{said}_of", "subject"),), ((f"has_{said}", "object"),), ((said, "object"),))
    return (itself, *NOUNS.get(noun, ()))
