"""How claims read at every sequence: one pass over the acts, each changing only what lies about it in valid time.

At any sequence the reading is a function of the acts that stand then and of nothing else; so what is withdrawn leaves nothing
behind, and what is erased was never there. In ordinary logs a group of m acts costs about m log m. It is more where act after
act splits or ends a claim on which very many others rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import count

from kenning.model.statement import ClaimAct, ClaimRow, Ledger, State, Support
from kenning.rules.knowledge.assertion import Assertion, Block, blocks, bounds, end_of
from kenning.rules.knowledge.key import Group, Key, counted, groups, key
from kenning.rules.knowledge.marks import FOREVER, OPEN, Cut, Mark, Marks, Position, Spans, Starts
from kenning.rules.knowledge.pages import Pages


def ledger(acts: Iterable[ClaimAct]) -> Ledger:
    """Give the whole history of the claims that some acts speak of, whatever groups they are of.

    The acts come in any order; each has a sequence of its own. A claim reads right where all acts of all its groups are
    handed in (see `groups`): with those of a marriage, the acts on either of the two, of which the rows of others are then
    left aside. Never raises on acts that passed `check`.
    """
    return _bound(_History(Pages(_one(which))).over(part).written() for part, which in _parts(acts))


def advanced(written: Ledger, acts: Iterable[ClaimAct]) -> Ledger:
    """Give what the newest act changes: the lines that end with it, ``until`` being its sequence, and those that begin.

    ``written`` holds what is in force before it (of the same claims, and lines that ended are passed over), ``acts`` all acts,
    the newest included. The lines added one after another are those of `ledger`, at about half the cost.
    """
    ordered = sorted(acts, key=_place)
    if not ordered:
        return Ledger()
    rows = [(row, {key(row.statement), *groups(row.statement)}) for row in written.rows if row.until is None]
    lines = [line for line in written.support if line.until is None]
    changes = []
    for part, which in _parts(ordered):
        own = {row.id: row for row, names in rows if which in names}
        support = [line for line in lines if line.claim in own]
        pages = Pages(_one(which), Ledger(rows=list(own.values()), support=support))
        _History(pages).at_once(part)
        pages.settle(ordered[-1].sequence)
        changes.append(pages.written())
    return _bound(changes)


def _one(which: Group | Key) -> Key | None:
    return which if isinstance(which, Key) else None


def _parts(acts: Iterable[ClaimAct]) -> list[tuple[list[ClaimAct], Group | Key]]:
    """Sort acts into what is read by itself: a group, or a claim of two groups with all acts of both."""
    by_group: dict[Group, list[ClaimAct]] = {}
    paired: dict[Key, tuple[Group, ...]] = {}
    for act in sorted(acts, key=_place):
        names = groups(act.statement)
        for name in names:
            by_group.setdefault(name, []).append(act)
        if len(names) > 1:
            paired.setdefault(key(act.statement), names)
    both = {name for names in paired.values() for name in names}
    parts: list[tuple[list[ClaimAct], Group | Key]] = [
        (by_group[name], name) for name in sorted(by_group.keys() - both)
    ]
    for one in sorted(paired):
        joint = {act.event: act for name in paired[one] for act in by_group[name]}
        parts.append((sorted(joint.values(), key=_place), one))
    return parts


def _bound(parts: Iterable[Ledger]) -> Ledger:
    rows: list[ClaimRow] = []
    support: list[Support] = []
    for part in parts:
        rows += part.rows
        support += part.support
    return Ledger(
        rows=sorted(rows, key=lambda row: (row.since, row.id)),
        support=sorted(support, key=lambda line: (line.since, line.act)),
    )


def _place(act: ClaimAct) -> tuple[int, str]:
    return act.sequence, act.event


def _may(act: ClaimAct, target: ClaimAct) -> bool:
    return act.entitled or act.asserter == target.asserter


class _History:
    """The acts of one group, taken in one by one."""

    def __init__(self, pages: Pages) -> None:
        """Begin with none, and with what is written of them before."""
        self._pages = pages
        self._waits = False
        """Whether nothing is read before all acts are in."""
        self._numbers = count()
        self._said: dict[str, Assertion] = {}
        """Every assertion that counts, by its act, withdrawn ones too."""
        self._ending: dict[str, tuple[ClaimAct, Key | None, Mark]] = {}
        """Every end that stands: the act, the claim it ends (``None``: whatever holds), and where."""
        self._superseding: dict[str, ClaimAct] = {}
        self._withdrawn: dict[tuple[str, Key], list[Assertion]] = {}
        """What one act withdrew of one claim: it is shown as one."""
        self._standing: dict[str, Assertion] = {}
        self._starts: dict[int, Starts] = {}
        self._ends: dict[Key | None, Marks] = {}
        self._known_ends: dict[Key, Marks] = {}
        self._blocks: Spans[Block] = Spans()
        self._by_key: dict[Key, Spans[Block]] = {}

    def over(self, acts: Sequence[ClaimAct]) -> Pages:
        """Take in all acts in order, and write down what each changes."""
        for act in acts:
            if self._take(act):
                self._pages.settle(act.sequence)
        return self._pages

    def at_once(self, acts: Sequence[ClaimAct]) -> None:
        """Take in all acts in order, and read only what comes of all."""
        self._waits = True
        for act in acts:
            self._take(act)
        self._waits = False
        taken: dict[Key, list[Assertion]] = {}
        for one in self._standing.values():
            one.cut = self._cut(one)
            taken.setdefault(one.key, []).append(one)
        self._make(taken)

    def _take(self, act: ClaimAct) -> bool:
        deeds: dict[str, Callable[[ClaimAct], None]] = {
            "asserts": self._assert,
            "ends": self._end,
            "retracts": self._retract,
            "supersedes": self._supersede,
        }
        counts = counted(act)
        if counts:
            deeds[act.deed](act)
        return counts

    # -- the four deeds ------------------------------------------------------------------------------------------------

    def _assert(self, act: ClaimAct) -> None:
        one = self._said[act.event] = Assertion(act)
        self._stand(one, is_newest=True)

    def _end(self, act: ClaimAct) -> None:
        said = key(act.statement)
        which = said if said.object or said.value else None
        mark = end_of(act)
        self._ending[act.event] = act, which, mark
        self._ends.setdefault(which, Marks()).add(mark)
        self._reread(self._at(mark.position, which))

    def _retract(self, act: ClaimAct) -> None:
        found = [self._said[target] for target in act.targets if target in self._said]
        self._withdraw([one for one in found if _may(act, one.act)], act, "retracted")
        for target in act.targets:
            if target in self._ending and _may(act, self._ending[target][0]):
                _, which, mark = self._ending.pop(target)
                self._ends[which].drop(mark)
                self._reread(self._at(mark.position, which))
            elif target in self._superseding and _may(act, self._superseding[target]):
                self._restore(self._superseding.pop(target))

    def _supersede(self, act: ClaimAct) -> None:
        self._superseding[act.event] = act
        found = [self._said[target] for target in act.targets if target in self._said]
        self._withdraw([one for one in found if one.rank <= act.rank], act, "superseded")

    # -- what is withdrawn ---------------------------------------------------------------------------------------------

    def _withdraw(self, found: Sequence[Assertion], by: ClaimAct, state: State) -> None:
        falling = []
        for one in found:
            if one.withdrawal is None:
                falling.append(one)
                self._withdrawn.setdefault((by.event, one.key), []).append(one)
            one.withdrawn[by.event] = state
        self._fall(falling)
        for which in dict.fromkeys(one.key for one in falling):
            self._show(by.event, which)

    def _restore(self, undone: ClaimAct) -> None:
        """Take back what one act withdrew; what another withdrew as well stays so, by that one."""
        found = [self._said[target] for target in undone.targets if target in self._said]
        back = [one for one in found if one.withdrawal == undone.event]
        for one in found:
            one.withdrawn.pop(undone.event, None)
        for which in dict.fromkeys(one.key for one in back):
            gone = self._withdrawn.pop((undone.event, which))
            self._pages.drop(min(gone, key=_place_of).act.event)
        for one in back:
            if one.withdrawal is None:
                self._stand(one, is_newest=False)
            else:
                self._withdrawn.setdefault((one.withdrawal, one.key), []).append(one)
                self._show(one.withdrawal, one.key)

    def _show(self, by: str, which: Key) -> None:
        """Keep what was withdrawn in sight, as one claim that does not hold."""
        gone = sorted(self._withdrawn[by, which], key=_place_of)
        for one in gone:
            self._pages.drop(one.act.event)
        low, up = min(one.low for one in gone), max(one.stop for one in gone)
        begins, ends = bounds(low, up, gone[0].is_event)
        row = ClaimRow(
            id=gone[0].act.event,
            since=0,
            statement=gone[0].statement,
            state=gone[0].withdrawn[by],
            held=False,
            valid_from=begins,
            valid_to=ends,
            rank=max(one.rank for one in gone),
            because=by,
        )
        self._pages.put(row)

    # -- what stands ---------------------------------------------------------------------------------------------------

    def _stand(self, one: Assertion, *, is_newest: bool) -> None:
        """Let an assertion count, and reread what it changes: those it ends, those it tells the end of, and its own claim."""
        if one.ends_others:
            self._begin(one)
        self._standing[one.act.event] = one
        tells = False
        if one.says_end:
            known = self._known_ends.setdefault(one.key, Marks())
            tells = not (is_newest and known.has(one.stop, one.rank))
            known.add(one.mark)
        if self._waits:
            return
        one.cut = self._cut(one)
        others = self._cut_by(one)
        mine = self._mine(one.key).meeting(one.low, one.cut.position)
        if is_newest and not tells and len(mine) == 1 and mine[0].takes(one):
            self._join(mine[0], one)
            self._reread(others)
            return
        touched = [*others, *mine, *(self._at(one.stop, one.key) if tells else [])]
        if not is_newest and one.ends_others:  # what it ended once may meanwhile read as ended by a later act
            touched += self._at(one.low, None)
        self._reread(touched, fresh=one)

    def _join(self, block: Block, one: Assertion) -> None:
        """Add an assertion to a claim, which may reach further by it."""
        moves = one.low < block.first or block.last < one.cut.position
        if moves:
            self._lift(block)
        block.add(one)
        if moves:
            self._lay(block)
        self._read(block)
        self._pages.support(one.act, block.name)

    def _lift(self, block: Block) -> None:
        self._blocks.drop(block)
        self._mine(block.key).drop(block)

    def _lay(self, block: Block) -> None:
        self._blocks.add(block)
        self._mine(block.key).add(block)

    def _begin(self, one: Assertion) -> None:
        """Enter where it begins, with its own rank and all below; beginnings of lesser rank end nothing of it."""
        if one.rank not in self._starts:
            starts = self._starts[one.rank] = Starts()
            for other in self._standing.values():
                if other.rank >= one.rank and other.ends_others:
                    starts.add(other.low, other.key, other.place)
        for rank, starts in self._starts.items():
            if rank <= one.rank:
                starts.add(one.low, one.key, one.place)

    def _fall(self, falling: Sequence[Assertion]) -> None:
        """Let assertions count no longer, and reread their claims and all that they may have ended."""
        touched: list[Block] = []
        for one in falling:
            touched += [one.block] if one.block is not None else []
            touched += self._at(one.low, None) if one.ends_others else []
            touched += self._at(one.stop, one.key) if one.says_end else []
        for one in falling:
            del self._standing[one.act.event]
            self._pages.support(one.act, None)
            if one.says_end:
                self._known_ends[one.key].drop(one.mark)
            for rank, starts in self._starts.items():
                if one.ends_others and rank <= one.rank:
                    starts.drop(one.low, one.key, one.place)
        self._reread(touched)

    # -- how it reads --------------------------------------------------------------------------------------------------

    def _mine(self, which: Key) -> Spans[Block]:
        return self._by_key.setdefault(which, Spans())

    def _at(self, position: Position, which: Key | None) -> list[Block]:
        spans = self._blocks if which is None else self._mine(which)
        return spans.touching(position, position)

    def _cut(self, one: Assertion) -> Cut:
        """Where an assertion stops holding: where something else begins, or it is said to end, or where it says so itself."""
        cut = Cut(one.stop, one.act.event) if one.stop < FOREVER else OPEN
        if one.is_event:
            return cut
        if cut is OPEN and one.key in self._known_ends:
            cut = _earlier(cut, self._known_ends[one.key].after(one.low, one.rank))
        for which in (one.key, None):
            if which in self._ends:
                said_since = one.low[0], one.act.sequence
                cut = _earlier(cut, self._ends[which].after(said_since, one.rank))
        if one.ends_others:
            rival = self._starts[one.rank].after(one.low, one.key)
            cut = _earlier(cut, rival, superseded=one.is_preference)
        return cut

    def _cut_by(self, one: Assertion) -> list[Block]:
        """List the claims that hold on where something else begins, as far as that is trusted no less."""
        if not one.ends_others:
            return []
        return [block for block in self._at(one.low, None) if block.key != one.key and block.is_cut(one.low, one.rank)]

    def _reread(self, touched: Iterable[Block], fresh: Assertion | None = None) -> None:
        """Make blocks anew, together with all of the same claims that they now meet."""
        old: dict[int, Block] = {}
        taken: dict[Key, list[Assertion]] = {}
        pending = {block.number: block for block in touched}
        coming = [] if fresh is None else [fresh]
        while pending or coming:
            old.update(pending)
            coming += [one for block in pending.values() for one in block.all if one.act.event in self._standing]
            for one in coming:
                one.cut = self._cut(one)
                taken.setdefault(one.key, []).append(one)
            met = [block for one in coming for block in self._mine(one.key).meeting(one.low, one.cut.position)]
            pending = {block.number: block for block in met if block.number not in old}
            coming = []
        for block in old.values():
            self._lift(block)
            self._pages.drop(block.name)
        self._make(taken)

    def _make(self, taken: dict[Key, list[Assertion]]) -> None:
        """Form claims of what stands, and read them."""
        for which in sorted(taken):
            for block in blocks(taken[which], self._numbers):
                self._lay(block)
                self._read(block)
                for one in block.all:
                    self._pages.support(one.act, block.name)

    def _read(self, block: Block) -> None:
        marks = [self._ends[which] for which in (block.key, None) if which in self._ends]
        inside = [mark for one in marks for mark in one.between(block.low, block.cut.position)]
        denied = sorted((mark.sequence, mark.event) for mark in inside if mark.rank < block.rank)
        self._pages.put(block.row(event for _, event in denied))


def _place_of(one: Assertion) -> tuple[int, str]:
    return one.place


def _earlier(cut: Cut, mark: Mark | None, *, superseded: bool = False) -> Cut:
    """Give the earlier end; of two at once the one known before, so that what begins at a known end changes nothing."""
    if mark is None or mark.position >= cut.position:
        return cut
    return Cut(mark.position, mark.event, superseded=superseded)
