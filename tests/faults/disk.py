"""A disk as a power cut leaves it: a tape of what was asked of it, played up to any point, synced or torn.

The model is the strict reading of POSIX. Bytes of a file are safe once that file was synced; a name (created, renamed,
removed) is safe once its folder was synced; whatever was not yet safe may have reached the disk in any order, in part,
or not at all.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

FOLDER = 0
"""The number that stands for a folder where a file's number would stand."""
SECTOR_BYTES = 512

Image = dict[str, bytes | None]
"""What lies on a disk: path to content, None for a folder."""
Mood = Literal["torn", "nothing", "everything", "in order"]


class Write(NamedTuple):
    """Bytes written at an offset."""

    file: int
    offset: int
    content: bytes


class Truncate(NamedTuple):
    """A file cut, or stretched with zeros, to a size."""

    file: int
    size: int


class Sync(NamedTuple):
    """All that was written to a file so far is safe."""

    file: int


class Lose(NamedTuple):
    """A sync failed: the system forgets what it had not written and reports it never again (as Linux does)."""

    file: int


class Name(NamedTuple):
    """Names that change together: created or renamed to (a number), or removed (None)."""

    changes: dict[str, int | None]


class SyncFolder(NamedTuple):
    """All names changed in a folder so far are safe."""

    folder: str


Step = Write | Truncate | Sync | Lose | Name | SyncFolder

Some = TypeVar("Some")


def folder_of(path: str) -> str:
    """The folder a path lies in, empty for the root."""
    return path.rpartition("/")[0]


def change(content: bytearray, step: Write | Truncate) -> None:
    """Do to the content what the step says."""
    if isinstance(step, Truncate):
        del content[step.size :]
        content.extend(bytes(step.size - len(content)))
        return
    content.extend(bytes(max(0, step.offset - len(content))))
    content[step.offset : step.offset + len(step.content)] = step.content


def tear(content: bytearray, step: Write, dice: random.Random) -> None:
    """Write only some of the sectors: each has a chance of seven in ten."""
    start, end = step.offset, step.offset + len(step.content)
    while start < end:
        stop = min(end, start - start % SECTOR_BYTES + SECTOR_BYTES)
        if dice.random() < 0.7:
            change(content, Write(step.file, start, step.content[start - step.offset : stop - step.offset]))
        start = stop


class Disk:
    """What is safe on a disk, and what is still on its way, at one point of a tape."""

    def __init__(self) -> None:
        self.contents: dict[int, bytearray] = {}
        self.names: dict[str, int] = {}
        self.writes: dict[int, list[Write | Truncate]] = {}
        self.renames: list[dict[str, int | None]] = []

    def play(self, steps: Iterable[Step]) -> None:
        """Go on along the tape."""
        for step in steps:
            match step:
                case Write() | Truncate():
                    self.writes.setdefault(step.file, []).append(step)
                case Sync(file):
                    content = self.contents.setdefault(file, bytearray())
                    for write in self.writes.pop(file, ()):
                        change(content, write)
                case Lose(file):
                    self.writes.pop(file, None)
                case Name(changes):
                    self.renames.append(changes)
                case SyncFolder(folder):
                    self._sync_folder(folder)

    def _sync_folder(self, folder: str) -> None:
        waiting: list[dict[str, int | None]] = []
        for changes in self.renames:
            rename(self.names, {path: file for path, file in changes.items() if folder_of(path) == folder})
            if rest := {path: file for path, file in changes.items() if folder_of(path) != folder}:
                waiting.append(rest)
        self.renames = waiting

    def cut(self, dice: random.Random) -> Image:
        """What is found after the power goes now: mostly torn; at times none, all, or an orderly part of what was under way."""
        mood: Mood = dice.choices(("torn", "nothing", "everything", "in order"), (7, 1, 1, 1))[0]
        names = dict(self.names)
        for changes in kept(self.renames, mood, dice):
            rename(names, changes)
        image: Image = {}
        for path, file in sorted(names.items()):  # sorted, so that a folder comes before what it holds
            if folder_of(path) and folder_of(path) not in image:
                continue  # its folder never reached the disk
            image[path] = None if file == FOLDER else self._content(file, mood, dice)
        return image

    def _content(self, file: int, mood: Mood, dice: random.Random) -> bytes:
        content = bytearray(self.contents.get(file, b""))
        for step in kept(self.writes.get(file, ()), mood, dice):
            if mood == "torn" and isinstance(step, Write):
                tear(content, step, dice)
            else:
                change(content, step)
        return bytes(content)


def cuts(steps: Sequence[Step], start: int, seed: int, count: int) -> Iterator[tuple[int, Image]]:
    """Cut the power `count` times, anywhere from `start` to the end of a tape: (position, what is found), in order."""
    dice = random.Random(seed)
    disk, played = Disk(), 0
    for number, position in enumerate(sorted(dice.randint(start, len(steps)) for _ in range(count))):
        disk.play(steps[played:position])
        played = position
        yield position, disk.cut(random.Random(f"{seed}/{number}"))


def rename(names: dict[str, int], changes: dict[str, int | None]) -> None:
    """Give and take names."""
    for path, file in changes.items():
        if file is None:
            names.pop(path, None)
        else:
            names[path] = file


def kept(steps: Iterable[Some], mood: Mood, dice: random.Random) -> list[Some]:
    """Which of the steps on their way reached the disk."""
    steps = list(steps)
    match mood:
        case "torn":
            return [step for step in steps if dice.random() < 0.5]
        case "in order":
            return steps[: dice.randint(0, len(steps))]
        case "everything":
            return steps
        case "nothing":
            return []


def lay_out(image: Image, root: Path) -> None:
    """Put the image on a real disk, into an empty folder."""
    for path, content in image.items():
        if content is None:
            (root / path).mkdir()
        else:
            (root / path).write_bytes(content)
