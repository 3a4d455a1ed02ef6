"""Spelling names of other scripts in Latin letters: asked once, when an act brings a name, and kept with the act.

So the keys of a name are folded from the log alone: whoever rebuilds or verifies needs no speller, and none is asked again.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs

from kenning.model.identity.act import Act, Changed, Created, SplitAct
from kenning.providers import Speller
from kenning.rules.names.letters import fold

FORMS_MAX = 4
"""So many spellings of a name are kept, the first ones."""
LETTERS_MAX = 1024
"""A spelling longer than a name may be is none."""


def forms(speller: Speller | None, name: str) -> tuple[str, ...]:
    """Spell a name of another script; nothing where it is written in Latin letters, or where there is no speller."""
    if speller is None or fold(name).isascii():
        return ()
    plain = [form for form in speller.spell(name) if 0 < len(form) <= LETTERS_MAX and _is_latin(form)]
    return tuple(dict.fromkeys(plain))[:FORMS_MAX]


def _is_latin(form: str) -> bool:
    folded = fold(form)
    return folded.isascii() and any(letter.isalpha() for letter in folded)


def spelled(act: Act, speller: Speller | None) -> Act:
    """Give an act with the spellings of the names it brings; one that says them already says them on."""
    if speller is None or not isinstance(act, Created | Changed | SplitAct) or act.latin:
        return act
    latin = {name: list(found) for name in _brought(act) if (found := forms(speller, name))}
    return structs.replace(act, latin=latin, latin_by=speller.name) if latin else act


def _brought(act: Created | Changed | SplitAct) -> Iterable[str]:
    added = act.add_aliases if isinstance(act, Changed) else act.aliases
    return dict.fromkeys([*([act.name] if act.name else []), *added])
