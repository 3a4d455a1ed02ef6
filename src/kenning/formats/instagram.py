"""Instagram's export of conversations as JSON: one `message_1.json`, or the folder or zip of all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kenning.formats import meta_chat
from kenning.formats.archive import opened
from kenning.formats.draft import Options, Record

name = "instagram"
gathers = True


def recognises(path: Path, head: bytes) -> bool:
    """Whether it is a conversation of Instagram's, or an archive of them."""
    if path.is_dir() or head.startswith(b"PK"):
        with opened(path) as archive:
            found = meta_chat.members(archive, is_whole=path.is_dir())
            return bool(found) and meta_chat.holds_instagram(path, archive, found)
    return meta_chat.is_chat(head) and meta_chat.is_instagram(path, head)


def read(path: Path, options: Options) -> Iterator[Record]:
    """The messages of every conversation, oldest first."""
    return meta_chat.read(name, path, options)
