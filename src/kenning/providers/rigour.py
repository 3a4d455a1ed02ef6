"""Names of other scripts by `rigour`, an extra: Cyrillic, Greek, Armenian, Georgian, Hangul by its tables, the rest by ICU.

Loaded when the first such name is met: that takes a second and some 50 MB, which nobody pays who meets none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

import regex

from kenning.errors import InvalidError

_GIVEN_TOGETHER = 3
"""A Chinese name of so many characters is one of family and two given, which are commonly written together: Wang Xiaoming."""
_HAN = regex.compile(r"\p{Han}+")
_UNREADABLE = regex.compile(r"[^\p{Latin}\p{N}\s.,'&-]+")


class RigourSpeller:
    """Spells names as rigour does. Raises `InvalidError` where it is not installed: a store opened without it says so at once."""

    def __init__(self) -> None:
        """Look whether it is there; nothing is loaded yet."""
        try:
            installed = version("rigour") if find_spec("rigour") is not None else None
        except PackageNotFoundError:
            installed = None
        if installed is None:
            details = {"path": "names", "value": "rigour", "reason": "is not installed"}
            hint = "pip install 'kenning[names]', or open the store without it: names of other scripts then meet their own only"
            raise InvalidError('names: "rigour" is not installed', hint=hint, details=details)
        self._name = f"rigour-{installed}"
        self._ascii: Callable[[str], str] | None = None

    @property
    def name(self) -> str:
        """Give the version, as it is recorded with every name it spelled."""
        return self._name

    def spell(self, name: str) -> Sequence[str]:
        """Spell a name in Latin letters; nothing where it cannot be read."""
        if self._ascii is None:
            from rigour.text.translit import ascii_text  # noqa: PLC0415 - a second and 50 MB, for those who need it

            self._ascii = ascii_text
        plain = " ".join(_UNREADABLE.sub("", self._ascii(name)).split())
        form = plain.title() if plain.islower() else plain
        if not form:
            return []
        words = form.split()
        if _HAN.fullmatch(name) and len(name) == len(words) == _GIVEN_TOGETHER:
            return [f"{words[0]} {words[1]}{words[2].lower()}", form]
        return [form]
