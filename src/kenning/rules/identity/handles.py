"""Handles that a full name gives: how people make a login out of their own name.

Schemes: firstlast, flast, firstl, initials and the like, as mail and account administrators use them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

from kenning.rules.identity.address import HANDLE_CHARACTERS_MIN

Scheme = Literal["whole", "clipped", "initialled", "truncated", "word", "initials"]


@lru_cache(maxsize=1 << 16)
def derived(words: tuple[str, ...]) -> Mapping[str, Scheme]:
    """The handles of a full name, each with the surest scheme that gives it.

    *whole* first and last; *clipped* initial and last; *initialled* first and initial; *truncated* pieces of both;
    *word* one word alone; *initials* alone.

    >>> sorted(derived(("mia", "okafor")))
    ['mia', 'miao', 'miaoka', 'miaokafo', 'miaokafor', 'mo', 'mokafo', 'mokafor', 'okafor', 'okaform', 'okaformia', 'omia']
    """
    found: dict[str, Scheme] = {}

    def give(scheme: Scheme, *handles: str) -> None:
        for handle in handles:
            if len(handle) >= HANDLE_CHARACTERS_MIN:
                found.setdefault(handle, scheme)

    first, last, middle = words[0], words[-1], words[1:-1]
    letters = "".join(word[0] for word in words)
    give("whole", "".join(words), "".join(reversed(words)), first + last, last + first)
    if middle:
        give("whole", first + middle[0], first + letters[1:-1] + last, middle[0] + last)
        give("clipped", first[0] + "".join(words[1:]), letters[:-1] + last, last + letters[:-1])
    give("clipped", first[0] + last, last + first[0])
    give("initialled", first + last[0], last[0] + first, first + letters[1:])
    # Old systems cut a login at eight characters, some at six.
    give("truncated", first[0] + last[:7], first[0] + last[:5], first[:3] + last[:3])
    if len(first) < 7:
        give("truncated", (first + last)[:8])
    if len(last) > 8:
        give("truncated", last[:8])
    give("word", *words)
    give("initials", letters)
    return MappingProxyType(found)
