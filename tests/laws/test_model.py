"""Any sequence of verbs leaves the store as a plain model says: now, at every earlier moment, rebuilt, reopened, taken over."""

import shutil
from dataclasses import dataclass

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, consumes, invariant, rule, run_state_machine_as_test

import kenning
from kenning.rules import kinds
from tests.laws.driven import Driven

WORDS = st.sampled_from(["apple", "bridge", "candle", "dragon", "engine", "forest", "garden", "harbor"])
TEXTS = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
ACTORS = st.sampled_from([None, None, "Ada Vey", "Bo Tarn"])


@dataclass
class Said:
    """One event as the model knows it: nothing but what was asked."""

    sequence: int
    id: str
    act: str  # "", "amend", "correct", "redact"
    target: str | None
    text: str
    erased: bool = False


class Model:
    """The rules of a view in a few lines of recursion, slow and plain."""

    def __init__(self) -> None:
        self.events: list[Said] = []

    def one(self, event_id: str) -> Said:
        return next(event for event in self.events if event.id == event_id)

    def acts(self, event_id: str, act: str, at: int) -> list[Said]:
        return [e for e in self.events if e.target == event_id and e.act == act and not e.erased and e.sequence <= at]

    def hidden(self, event_id: str) -> bool:
        """What is hidden now is hidden at every moment, so no moment is asked."""
        return any(not self.hidden(redaction.id) for redaction in self.acts(event_id, "redact", 1 << 60))

    def replaced(self, event_id: str, at: int) -> bool:
        """A correction of a correction stands in its stead, and so does whatever stands in the stead of that one."""
        corrections = self.acts(event_id, "correct", at)
        return any(self.counts(correction.id, at) or self.replaced(correction.id, at) for correction in corrections)

    def counts(self, event_id: str, at: int) -> bool:
        event = self.one(event_id)
        if event.erased or event.sequence > at or self.hidden(event_id):
            return False
        if event.act == "correct" and self.replaced(event_id, at):
            return False
        return event.target is None or self.counts(self.held_by(event).id, at)

    def held_by(self, act: Said) -> Said:
        """What an act is about: its target, or what a replaced correction corrected in the end."""
        assert act.target is not None
        target = self.one(act.target)
        return self.held_by(target) if act.act == target.act == "correct" else target

    def patches(self, event_id: str, at: int) -> list[Said]:
        """Corrections of an event and corrections of those, in order."""
        found = []
        for correction in self.acts(event_id, "correct", at):
            found += [correction, *self.patches(correction.id, at)]
        return sorted(found, key=lambda one: one.sequence)

    def content(self, event_id: str, at: int) -> str:
        text = self.one(event_id).text
        for correction in self.patches(event_id, at):
            if self.counts(correction.id, at):
                text = correction.text
        return text

    def below(self, event_id: str, at: int) -> list[Said]:
        found = []
        for act in ("amend", "correct"):
            for event in self.acts(event_id, act, at):
                found += [event, *self.below(event.id, at)]
        return sorted(found, key=lambda one: one.sequence)

    def words(self, event_id: str, at: int) -> list[str]:
        """All words of a view, sorted: its content and what was said about it since."""
        texts = [self.content(event_id, at)]
        texts += [
            self.content(e.id, at) for e in self.below(event_id, at) if e.act == "amend" and self.counts(e.id, at)
        ]
        return sorted(" ".join(texts).split())

    def readable(self, at: int) -> dict[str, list[str]]:
        roots = (e for e in self.events if not e.act and not e.erased and e.sequence <= at and not self.hidden(e.id))
        return {event.id: self.words(event.id, at) for event in roots}

    def erase(self, event_id: str) -> set[str]:
        gone = {event_id}
        for event in self.events:
            if event.target in gone:
                gone.add(event.id)
        gone = {event.id for event in self.events if event.id in gone and not event.erased}
        for event in self.events:
            event.erased |= event.id in gone
        return gone


class Verbs(Driven):
    """Drives a store and the model through the same verbs."""

    limits = {"tail_docs": 4, "fan": 2}
    roots = Bundle("roots")
    said = Bundle("said")  # amendments and corrections
    redactions = Bundle("redactions")

    def __init__(self) -> None:
        super().__init__()
        self.model = Model()

    def keep(self, receipt: kenning.Receipt, act: str, target: str | None, text: str) -> str:
        self.model.events.append(Said(receipt.sequence, receipt.id, act, target, text))
        return receipt.id

    @rule(target=roots, text=TEXTS, by=ACTORS)
    def record(self, text: str, by: str | None) -> str:
        """Record a note; one that somebody said is followed by Kenning's own acts, of which no reading here may know."""
        note: dict[str, object] = {
            "kind": "note.created",
            "source": {"type": "user"},
            "files": [{"role": "primary", "content": text}],
        }
        said = note if by is None else note | {"actor": {"type": "person", "name": by}}
        return self.keep(self.session.record(said), "", None, text)

    @rule(target=said, on=st.one_of(roots, said), text=TEXTS)
    def amend(self, on: str, text: str) -> str:
        return self.act("amend", on, text)

    @rule(target=said, on=st.one_of(roots, said), text=TEXTS)
    def correct(self, on: str, text: str) -> str:
        return self.act("correct", on, text)

    def act(self, act: str, on: str, text: str) -> str:
        """Act, or see it refused for a reason the model knows; then it never was."""
        try:
            receipt = self.session.amend(on, text) if act == "amend" else self.session.correct(on, {"content": text})
        except kenning.ErasedError:
            assert self.model.one(on).erased
            return on
        except kenning.InvalidError:
            assert act == "correct"
            return on
        return self.keep(receipt, act, on, text)

    @rule(target=redactions, on=st.one_of(roots, said, redactions))
    def redact(self, on: str) -> str:
        if self.model.one(on).erased:
            return on
        return self.keep(self.session.redact(on), "redact", on, "")

    @rule(on=st.one_of(consumes(roots), said))
    def erase(self, on: str) -> None:
        if self.model.one(on).erased or self.model.one(on).act == "redact":
            return
        ours = {event.id for event in self.session.log() if kinds.connects(event.kind)}
        report = self.session.erase(on, because="asked to")
        assert set(report.erased) - ours == self.model.erase(on)
        tombstone = self.session.event(report.tombstone)
        self.model.events.append(Said(tombstone.sequence, report.tombstone, "tombstone", None, ""))
        assert tombstone.files[0].metadata == {"erased": report.erased, "because": "asked to"}

    @rule()
    def reopen(self) -> None:
        self.session.close()
        self.session = self.opened()

    @rule()
    def rebuild(self) -> None:
        self.session.rebuild()

    @rule()
    def take_over(self) -> None:
        """A log taken over from its export is the same log, hash for hash."""
        lines = self.folder / "log.jsonl"
        self.session.export(lines)
        with kenning.open(self.folder / "copy.kenning", config=kenning.Config(synchronous="off")) as copy:
            copy.import_file(lines)
            assert copy.head() == self.session.head()
            assert copy.verify().problems == []
            assert {str(v.event.id): sorted(v.text.split()) for v in copy.timeline(limit=999)} == self.model.readable(
                1 << 60
            )
        for path in self.folder.glob("copy.kenning*"):
            path.unlink() if path.is_file() else shutil.rmtree(path)

    @invariant()
    def reads_as_the_model_says(self) -> None:
        head = self.session.head()[0]
        for at in {head, head // 2, max(0, head - 1)}:
            self.check(self.session if at == head else self.session.at(at), at)

    def check(self, session: kenning.Session, at: int) -> None:
        expected = self.model.readable(at)
        views = {str(view.event.id): sorted(view.text.split()) for view in session.timeline(limit=999)}
        assert views == expected
        for word in ("apple", "dragon", "harbor"):
            hits = session.recall(word, k=999)
            found = [one for hit in hits for one in (str(hit.view.event.id), *hit.copies)]
            assert sorted(found) == sorted(one for one, words in expected.items() if word in words)
            scores = [hit.score for hit in hits]
            assert scores == sorted(scores, reverse=True)

    @invariant()
    def tells_each_event_once(self) -> None:
        """Without Kenning's own acts the log is what was said, in order."""
        said = [event for event in self.session.log() if not kinds.connects(event.kind)]
        ours = {event.sequence for event in self.session.log() if kinds.connects(event.kind)}
        erased = {event.id for event in self.model.events if event.erased}
        assert [event.id for event in said if event.id not in erased and event.kind != "kenning.tombstone"] == [
            event.id for event in self.model.events if not event.erased
        ]
        assert len(said) + len(ours) == self.session.head()[0]

    @invariant()
    def verifies(self) -> None:
        if self.session.head()[0] % 3 == 0:
            assert self.session.verify().problems == []


def test_any_sequence_of_verbs_reads_as_a_plain_model_says() -> None:
    slow = [HealthCheck.filter_too_much, HealthCheck.too_slow]  # most verbs need an event that is already there
    wanted = settings(max_examples=40, stateful_step_count=25, deadline=None, suppress_health_check=slow)
    run_state_machine_as_test(Verbs, settings=wanted)
