"""What every verb of a session stands on: the open store, the tenancy, the moment and who asks, bound once."""

from __future__ import annotations

from kenning.engine.access import asking
from kenning.engine.access.callers import Asker
from kenning.engine.engine import Engine
from kenning.engine.exchange.incoming import Who
from kenning.engine.graph.finding import id_of
from kenning.engine.reading import reads
from kenning.errors import NotAllowedError
from kenning.model import ids
from kenning.model.access.request import Record
from kenning.model.codec import envelope_of
from kenning.model.recall import Scope
from kenning.model.time import wrong
from kenning.rules.access.decide import Compiled
from kenning.rules.schema import qualified

ADMIN = "admin"
LOCAL = "local"


class Bound:
    """A caller bound to a namespace and an agent of an open store, and to a moment where it reads the past.

    Without an ``asker`` it is the admin at the file, who may everything.
    """

    def __init__(
        self, engine: Engine, namespace: str, agent: str, *, at: int | None = None, asker: Asker | None = None
    ) -> None:
        """Bind an open store, a namespace and an agent; ``at`` binds the moment to read, now where it is ``None``."""
        for path, name in (("namespace", namespace), ("agent", agent)):
            if not ids.NAME.fullmatch(name):
                raise wrong(path, name, "is no name", hint="use a-z, 0-9, dot, dash and underscore, 63 at most")
        self.namespace = namespace
        self.agent = agent
        self._engine = engine
        self._at = at
        self._asker = asker
        # What an agent records for a person is the person's: for whom it is read is for whom it was written.
        principal = ADMIN if asker is None else asker.person or asker.entity
        channel = LOCAL if asker is None else asker.channel
        self._who = Who(namespace=namespace, agent=agent, principal=principal, channel=channel, asker=asker)

    @property
    def is_somebody(self) -> bool:
        """Whether this session is somebody's on a channel, and not that of whoever holds the file."""
        return self._asker is not None

    @property
    def scope(self) -> Scope:
        """What this session may see now: for the admin at the file the whole namespace."""
        if self._asker is None:
            return Scope(namespace=self.namespace)
        return self._engine.callers.scope((self.namespace, self.agent), self._asker)

    def _compiled(self) -> Compiled | None:
        """Give the caller as it stands now; nothing where it is the admin at the file."""
        if self._asker is None:
            return None
        return self._engine.callers.now((self.namespace, self.agent), self._asker)

    def _may(self, resource_type: str, resource_id: str, action: str, record: Record | None = None) -> None:
        """Let a deed through, or refuse it. Raises `NotAllowedError`."""
        compiled = self._compiled()
        if compiled is not None:
            asking.judged(compiled, (resource_type, resource_id, action), record)

    def _ask(self, resource_type: str, resource_id: str, action: str) -> None:
        """Let a deed on an event through, or refuse it. Raises `NotAllowedError`."""
        compiled = self._compiled()
        if compiled is None:
            return
        with self._engine.store.read() as reader:
            sealed = reader.get(self.namespace, resource_id)
            event = envelope_of(sealed) if sealed is not None and sealed.payload is not None else None
            record = asking.found(compiled, reader, event) if event is not None else None
        asking.judged(compiled, (resource_type, resource_id, action), record)

    def _about(self, *asked: str) -> list[str]:
        """Let something be said about somebody, under the labels of the channel; give the ids of those it is about."""
        if self._asker is None:
            return list(asked)
        found = [self._known(one) for one in asked]
        compiled = self._compiled()
        assert compiled is not None
        labels = asking.default_labels(compiled)
        asking.judged(compiled, ("entity", found[0] if found else "", "write"), Record(labels=(labels,)))
        return found

    def _keeps(self, deed: str) -> None:
        """Let only the keeper of the whole file through: what follows reads or writes all of it."""
        if self._asker is not None:
            raise NotAllowedError(
                f"{deed}: is for whoever holds the file", hint="open the file itself", details={"act": deed}
            )

    def _known(self, asked: str) -> str:
        """Give the id of somebody this session may know of, however he is named. Raises `NotFoundError`."""
        if self._asker is None:
            return asked
        scope = self.scope
        with self._engine.read(scope) as reader:
            graph = reader.graph(self.namespace)
            return id_of(graph, self.agent, asked)

    def _seen(self, *event_ids: str) -> None:
        """Let only events through that this session may know of. Raises `NotFoundError`."""
        if self._asker is not None:
            for event_id in event_ids:
                reads.exists(self._engine, self.scope, event_id)

    def _writable(self) -> None:
        if self._at is not None:
            raise wrong(
                "at",
                self._at,
                "is a moment of the past, where nothing is recorded",
                hint="use the session it came from",
            )

    def _type(self, said: str) -> str:
        """Give the qualified name of a type of the active schema. Raises `InvalidError` where there is none."""
        with self._engine.store.read() as reader:
            active = self._engine.schema(reader.graph(self.namespace), self._at)
        name = qualified(active, said)
        if name not in active.types:
            raise wrong("type", said, "is no type of the schema", hint="kenning schema show lists them")
        return name
