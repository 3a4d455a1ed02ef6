"""A cut or flipped file never crashes: it is refused as a whole, or each broken record is told, and the rest is sound."""

import json
import random
from functools import reduce
from operator import getitem
from pathlib import Path

import pytest

from kenning.errors import KenningError
from kenning.formats import FORMATS, Draft, Options, recognise
from kenning.store import foreign

GOLDEN = Path(__file__).parents[1] / "golden" / "formats"
FILES = sorted(file for file in json.loads((GOLDEN / "EXPECTED.json").read_text(encoding="utf-8")) if "." in file)
DAMAGES = 16
DEEP = ["telegram", "cloudevents", "discord", "matrix", "messenger", "github", "home_assistant", "google_takeout"]
DEEP += ["mem0", "zep", "letta"]
MEMORIES = ("mem0/", "zep/", "letta/")
TEXTS = (".json", ".af")
ODD: list[object] = [
    *(None, True, 0, -1, 1e308, 10**30, "", " ", "\ud800", "\0", "x" * 5000, "2025-13-99T00:00:00Z"),
    *([], {}, [None], {"a": 1}, [[[]]], {"uuid": {}}, ["a", "b"], "Relation: x\nSince: y"),
]
READING = Options(tables=foreign.opened)
INSERTS = (b"\0", b"\xff\xfe", b'"', b"\\ud800", b"\n", b"=", b";", b":", b"<", b"[", b"\xe2\x80", b"=?")


def damaged(content: bytes, dice: random.Random) -> bytes:
    """The content with one thing done to it."""
    broken = bytearray(content)
    at = dice.randrange(len(broken))
    match dice.randrange(5):
        case 0:
            del broken[at:]
        case 1:
            broken[at] ^= 1 << dice.randrange(8)
        case 2:
            for _ in range(dice.randrange(1, 20)):
                broken[dice.randrange(len(broken))] = dice.randrange(256)
        case 3:
            del broken[at : at + dice.randrange(1, 200)]
        case _:
            broken[at:at] = dice.choice(INSERTS) * dice.randrange(1, 5)
    return bytes(broken)


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("seed", range(DAMAGES))
def test_damage_is_refused_or_told_and_never_a_crash(tmp_path, file, seed):
    broken = tmp_path / Path(file).name
    broken.write_bytes(damaged((GOLDEN / file).read_bytes(), random.Random(f"{file} {seed}")))
    unpacked = tmp_path / "unpacked"
    unpacked.mkdir()
    keys: list[str | None] = []
    refused: list[KenningError] = []
    try:
        recognise(broken)
    except KenningError as refusal:
        refused.append(refusal)
    try:
        for record in FORMATS[file.partition("/")[0]].read(
            broken, Options(unpack_into=unpacked, tables=foreign.opened)
        ):
            if isinstance(record, Draft):
                keys.append(record.event.idempotency_key)
            else:
                assert record.where
                assert record.reason
    except KenningError as refusal:
        refused.append(refusal)
    assert all(refusal.message and refusal.details for refusal in refused)
    assert len(set(keys)) == len(keys)


def places(value, path=()):
    """Every place in a JSON document, as a path."""
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        yield from places(inner, (*path, key))


@pytest.mark.parametrize("file", [file for file in FILES if file.startswith(MEMORIES) and file.endswith(TEXTS)])
@pytest.mark.parametrize("seed", range(DAMAGES))
def test_a_value_of_another_sort_is_refused_or_told_and_never_a_crash(tmp_path, file, seed):
    """Flipped bytes mostly break the document as a whole; this breaks what is in it."""
    document = {"whole": json.loads((GOLDEN / file).read_text(encoding="utf-8"))}
    dice = random.Random(f"{file} {seed}")
    for _ in range(dice.randrange(1, 4)):
        *path, last = dice.choice([place for place in places(document) if place])
        reduce(getitem, path, document)[last] = json.loads(json.dumps(dice.choice(ODD)))
    broken = tmp_path / Path(file).name
    broken.write_text(json.dumps(document["whole"]), encoding="utf-8")
    try:
        records = list(FORMATS[file.partition("/")[0]].read(broken, READING))
    except KenningError:
        return
    assert all(isinstance(record, Draft) or (record.where and record.reason) for record in records)


@pytest.mark.parametrize("file", FILES)
def test_an_empty_file_is_refused_by_name(tmp_path, file):
    empty = tmp_path / Path(file).name
    empty.touch()
    with pytest.raises(KenningError, match=empty.stem):
        recognise(empty)
    with pytest.raises(KenningError, match=empty.stem):
        list(FORMATS[file.partition("/")[0]].read(empty, READING))


@pytest.mark.parametrize(
    "file",
    [
        file
        for file in FILES
        if file.endswith((".json", ".af", ".zip", ".xml", ".gpx", ".ofx")) and "signal" not in file
    ],
)
def test_a_cut_document_is_refused_with_the_place(tmp_path, file):
    content = (GOLDEN / file).read_bytes()
    cut = tmp_path / Path(file).name
    cut.write_bytes(content[: len(content) * 2 // 3])
    with pytest.raises(KenningError, match=cut.stem) as refusal:
        list(FORMATS[file.partition("/")[0]].read(cut, READING))
    assert {"path", "value", "reason"} <= refusal.value.details.keys()


@pytest.mark.parametrize("ahead", [1000, 100_000])
@pytest.mark.parametrize("name", DEEP)
def test_a_document_nested_too_deeply_is_refused(tmp_path, name, ahead):
    file = tmp_path / "deep.json"
    file.write_text(
        '{"messages": [{"type": "message", "specversion": ' + "[" * ahead + "]" * ahead + "}]}", encoding="utf-8"
    )
    try:
        records = list(FORMATS[name].read(file, Options()))
    except KenningError:
        return
    assert not [record for record in records if isinstance(record, Draft)]
