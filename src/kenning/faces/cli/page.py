"""What is printed on: a terminal's width and colours, text that cannot command it, hanging lines, progress.

Text of events is somebody else's. Nothing of it is read as markup, and `plain` takes from it whatever a terminal obeys.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from kenning.store.base import Progress

TAB_CELLS = 4
WIDTH_MIN = 24  # below it a hanging line has no room left; text then wraps from the margin
GUTTER = "  "

ACTOR, MOMENT, QUIET, FOUND, TITLE, GOOD, BAD = "cyan", "green", "dim", "bold yellow", "bold", "green", "bold red"

_ENDS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_DIRECTION = re.compile("[\u202a-\u202e\u2066-\u2069]")
_CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def plain(text: str) -> str:
    r"""The text with nothing in it that a terminal obeys: each control character stands as a visible sign.

    Ends of line of every system become one; what turns the direction of a line is left out, so that a line reads in the
    order in which it was written.

    >>> plain("a\x1b[31mb\x07\r\nc\x9b1m")
    'a␛[31mb␇\nc<9b>1m'
    """
    if text.isprintable():  # the usual case, and no control character is
        return text
    return _CONTROL.sub(_sign, _DIRECTION.sub("", _ENDS.sub("\n", text)))


def _sign(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code == 0x09:
        return " " * TAB_CELLS
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"<{code:x}>"


def one_line(text: str) -> str:
    """The text on one line, runs of white space as one space."""
    return " ".join(plain(text).split())


def place(sequence: int, event_id: object) -> str:
    """Give what an event is named by: its number in the log, or, to whoever may not know that, the end of its id."""
    return f"#{sequence}" if sequence else f"…{str(event_id)[-6:]}"


def span(text: str, style: str = "") -> Text:
    """Make a piece of text of somebody else's words, safe to print, in a style."""
    from rich.text import Text

    return Text(plain(text), style=style)


def joined(parts: list[Text], between: str = GUTTER) -> Text:
    """Join pieces that say something; empty ones fall."""
    from rich.text import Text

    return Text(between).join([part for part in parts if part.plain])


class Page:
    """One stream to print on: as wide as the terminal, or boundless where it is none, so that a line stays a line."""

    def __init__(self, stream: TextIO, *, columns: int = 0) -> None:
        """Look at the stream; ``columns`` is the width where it is no terminal."""
        from rich.console import Console

        self._stream = stream
        self.console: Console = Console(
            file=stream, markup=False, emoji=False, highlight=False, soft_wrap=True, legacy_windows=False
        )
        self.is_terminal = self.console.is_terminal
        self.width = self.console.width if self.is_terminal else columns

    def line(self, *parts: Text | str) -> None:
        """Print one line, however long."""
        from rich.text import Text

        line = Text.assemble(*parts)
        if not self.is_terminal:  # no colours, no width: a log of a million events need not go through a layout
            self._stream.write(line.plain + "\n")
            return
        with self.console.capture() as captured:  # rich would turn a reader that left into an exit code of its own
            self.console.print(line, soft_wrap=True)
        self._stream.write(captured.get())

    def hanging(self, head: Text, body: Text) -> None:
        """Print a body beside its head: what does not fit hangs below the first line of the body."""
        from rich.text import Text

        indent = head.cell_len
        if self.width and self.width - indent < WIDTH_MIN:
            head.rstrip()
            self.line(head)
            head, indent = Text("    "), 4
        for number, line in enumerate(self._wrapped(body, indent)):
            line.rstrip()
            self.line(head if number == 0 else " " * indent, line)

    def _wrapped(self, body: Text, indent: int) -> list[Text]:
        lines = list(body.split("\n", allow_blank=True))
        if not self.width:
            return lines
        room = max(self.width - indent, WIDTH_MIN)
        return [piece for line in lines for piece in (line.wrap(self.console, room) if line.plain else [line])]

    def cut(self, line: Text) -> Text:
        """The line as far as it fits the terminal; whole where there is none."""
        if self.width:
            line.truncate(self.width, overflow="ellipsis")
        return line


@contextmanager
def progress(what: str, *, shown: bool) -> Iterator[Progress]:
    """Show a bar on stderr while something long is done, where a person watches; it goes when the work is over."""
    if not (shown and sys.stderr.isatty()):
        yield lambda _done, _total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task(one_line(what), total=None)
        yield lambda done, total: bars.update(task, completed=done, total=total or None)
