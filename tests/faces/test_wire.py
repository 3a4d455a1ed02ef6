import json
from collections.abc import Iterator

import pytest

from kenning import errors
from kenning.faces import wire
from kenning.model.event import Envelope, File, Receipt, Source
from kenning.model.recall import Hit
from kenning.model.report import ImportReport, Remark
from kenning.model.view import View


def every_error() -> Iterator[type[errors.KenningError]]:
    waiting = [errors.KenningError]
    while waiting:
        one = waiting.pop()
        waiting += one.__subclasses__()
        if one is not errors.KenningError and one.__module__ == errors.__name__:
            yield one


def test_every_error_has_an_exit_code_of_its_own():
    codes = {error.code: wire.exit_code(error("no")) for error in every_error()}
    assert codes == dict(wire.EXIT_CODES)
    assert len(set(codes.values())) == len(codes)
    assert not {0, wire.FINDINGS, wire.BUG, wire.INTERRUPTED, wire.NOBODY_READS} & set(codes.values())


def test_an_error_is_one_object():
    error = errors.InvalidError("a: 1 is odd", hint="even it", details={"path": "a", "value": 1})
    said = {"code": "invalid", "message": "a: 1 is odd", "hint": "even it", "details": {"path": "a", "value": 1}}
    assert wire.error_object(error) == said


def test_an_answer_has_all_its_fields_in_camel_case():
    assert json.loads(wire.to_json(Receipt(id="evt_1", sequence=1, hash="ab"))) == {
        "id": "evt_1",
        "sequence": 1,
        "hash": "ab",
        "replayed": False,
    }
    report = ImportReport(format="ics", left_out=[Remark(where="line 3", reason="a task")])
    assert json.loads(wire.to_json(report)) == {
        "format": "ics",
        "added": 0,
        "known": 0,
        "erased": 0,
        "skipped": [],
        "remarks": [],
        "leftOut": [{"where": "line 3", "reason": "a task"}],
        "changed": [],
        "kinds": {},
    }


def test_an_envelope_stays_as_it_stands_in_the_log():
    event = Envelope(kind="a.b", source=Source(type="t"), files=[File(role="primary", content="x")], sequence=1)
    plain = {
        "kind": "a.b",
        "source": {"type": "t"},
        "files": [{"role": "primary", "content": "x"}],
        "sequence": 1,
    }
    assert wire.whole(event) == plain
    hit = wire.whole(Hit(rank=1, score=0.5, view=View(event=event)))
    assert isinstance(hit, dict)
    assert hit["view"]["event"] == plain
    assert hit["view"]["staleBecause"] == []


@pytest.mark.parametrize("sign", ["\x1b", "\x7f", "\x9b", "\u2028", "\u202e", "\u2066"])
def test_no_terminal_obeys_an_answer(sign):
    line = wire.to_json({"text": f"a{sign}b"})
    assert sign not in line
    assert json.loads(line) == {"text": f"a{sign}b"}


def test_a_path_that_is_no_utf8_can_be_answered():
    assert json.loads(wire.to_json(["caf\udce9"])) == ["caf\udce9"]
