"""What the admin is told of, what was seen of it, and what is refused: refusals are events, with the act itself."""

from __future__ import annotations

from collections.abc import Sequence

from kenning.engine.append import Appender
from kenning.engine.engine import Engine
from kenning.engine.exchange.incoming import Who
from kenning.engine.graph.entities import commit
from kenning.errors import NotFoundError
from kenning.model.access.act import READ, REFUSED, NoticesRead, Refusal
from kenning.model.access.request import Decision, Request
from kenning.model.codec import envelope_of
from kenning.model.report import Notice
from kenning.model.time import wrong
from kenning.store import NOW


def inbox(engine: Engine, who: Who, at: int | None, limit: int, *, read: bool) -> list[Notice]:
    """List what the admin is told of and has not seen, the newest first; ``read`` lists what was seen as well."""
    if not 1 <= limit <= 1_000_000:
        raise wrong("limit", limit, "is not between 1 and 1000000")
    found = []
    with engine.store.read() as reader:
        for told in reader.graph(who.namespace).notices(NOW if at is None else at, limit, seen=read):
            sealed = reader.get(who.namespace, told.sequence)
            if sealed is None or sealed.payload is None:
                continue
            event = envelope_of(sealed)
            found.append(
                Notice(
                    event=told.event,
                    sequence=told.sequence,
                    kind=told.kind,  # type: ignore[arg-type]  # the rule gives no other
                    about=told.about,
                    recorded_at=event.recorded_at,
                    by=event.recorded_by.principal if event.recorded_by is not None else "",
                    read=told.seen,
                )
            )
    return found


def read(engine: Engine, who: Who, events: Sequence[str]) -> str | None:
    """Note that notices were seen, all that were not where none is named; gives the act, nothing where all were seen already.

    Raises `NotFoundError` where one is no notice.
    """

    def deed(appender: Appender) -> str | None:
        graph = appender.graph
        for one in events:
            if not graph.is_notice(one):
                raise NotFoundError(f"{one}: is no notice", hint="kenning inbox lists them")
        unread = [told.event for told in graph.notices(NOW, 1_000_000, seen=False)]
        chosen = [one for one in unread if not events or one in events]
        return str(appender.act(READ, NoticesRead(notices=chosen), ()).id) if chosen else None

    done: str | None = commit(engine, who, deed)
    return done


def refuse(engine: Engine, who: Who, request: Request, decision: Decision) -> str:
    """Record that a request was refused, by which rule and why; gives the id of the event."""

    def deed(appender: Appender) -> str:
        return refused(appender, request, decision)

    done: str = commit(engine, who, deed)
    return done


def refused(appender: Appender, request: Request, decision: Decision) -> str:
    """Append a refusal where the write lock is held already."""
    said = Refusal(request=request, rule=decision.rule, reasons=list(decision.reasons))
    return str(appender.act(REFUSED, said, ()).id)
