"""HTML as the words a reader sees, for mail that has no plain text."""

from __future__ import annotations

import re
from html.parser import HTMLParser

_BLOCKS = frozenset(
    (
        *(
            "address",
            "article",
            "aside",
            "blockquote",
            "br",
            "dd",
            "div",
            "dl",
            "dt",
            "fieldset",
            "footer",
            "form",
            "h1",
            "h2",
        ),
        *(
            "h3",
            "h4",
            "h5",
            "h6",
            "header",
            "hr",
            "li",
            "main",
            "nav",
            "ol",
            "p",
            "pre",
            "section",
            "table",
            "tr",
            "ul",
        ),
    )
)
_UNSEEN = frozenset(("head", "script", "style", "template", "title"))
_SEEN_IN_HEAD = frozenset(("body", "p", "div", "table"))  # a head that is never closed ends where these begin


def plain_text(markup: str) -> str:
    r"""The visible words of HTML, a line a block, blank lines never doubled.

    >>> plain_text("<p>The caf&eacute; holds <b>twelve</b> people.</p><p>Come!</p>")
    'The café holds twelve people.\n\nCome!'
    """
    reader = _Reader()
    reader.feed(markup)
    reader.close()
    lines = [" ".join(line.split()) for line in "".join(reader.pieces).split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


class _Reader(HTMLParser):
    """Gathers text; never fails, whatever the markup."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self._unseen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - the parser's form
        if tag in _SEEN_IN_HEAD:
            self._unseen = [open_tag for open_tag in self._unseen if open_tag != "head"]
        if tag in _UNSEEN:
            self._unseen.append(tag)
        elif tag in _BLOCKS:
            self.pieces.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in self._unseen:
            self._unseen.remove(tag)
        elif tag in _BLOCKS:
            self.pieces.append("\n")
        elif tag in {"td", "th"}:
            self.pieces.append(" ")

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.pieces.append(re.sub(r"\s+", " ", data))

    def parse_html_declaration(self, i: int) -> int:
        """Step over what only looks like a declaration; the parser asserts on some of it."""
        try:
            return super().parse_html_declaration(i)
        except AssertionError:
            return i + 2
