"""One-time codes by which a trusted person shows that another identifier is his: issued here, presented there, used up at once.

A code is drawn in the session of who is trusted, for one named identifier, and presented in a session that speaks under it: the
other way round nothing is joined, so a code that somebody is talked into pasting links nothing. It is kept as a keyed digest, in
memory and for minutes; it stands in no event, no index and no audit, and a process that ends takes it along.

Source: design section 3 ("trust on merge"): 128 bits, five tries, minutes to live, consumed before anything is recorded.
"""

from __future__ import annotations

from kenning.engine.access.callers import Asker
from kenning.engine.access.codes import Codes
from kenning.engine.access.seat import Ending, Seat, done
from kenning.engine.engine import Engine
from kenning.engine.exchange.incoming import Who
from kenning.engine.graph.finding import meant, number_of
from kenning.engine.graph.merges import joined, proposed, refused
from kenning.engine.recognise.joining import Asked
from kenning.model.time import wrong

MINUTES_MAX = 60


def minutes_of(asked: int) -> int:
    """Check how long a code is to live."""
    if not 1 <= asked <= MINUTES_MAX:
        raise wrong("minutes", asked, f"is not between 1 and {MINUTES_MAX}")
    return asked


def redeem(engine: Engine, codes: Codes, who: Who, asker: Asker, code: str) -> str:
    """Join who presents a code with who issued it, as an act of the issuer; gives the id of the merge.

    Who presents it must hold no trust of its own: nothing but an identifier is joined. Raises `NotAllowedError`.
    """
    with engine.store.read() as reader:
        party = engine.callers.standing(reader, who.tenancy, asker).compiled.caller.entity
    issuer = codes.take(who.namespace, party.identifiers, code)

    def deed(seat: Seat) -> Ending:
        graph = seat.graph
        first, second = meant(seat.appender, issuer.principal), number_of(graph, party.entity)
        said, verdict = proposed(seat, graph.root(first), graph.root(second), Asked(), proven=True)
        return joined(seat, said) if verdict.allowed else refused(seat, said, verdict)

    return done(engine, issuer, deed)
