"""What every verb of a session stands on: the open store, the tenancy, the moment and the principal, bound once."""

from __future__ import annotations

from kenning.engine import append
from kenning.engine.engine import Engine
from kenning.model import ids
from kenning.model.recall import Scope
from kenning.model.time import wrong
from kenning.rules.schema import qualified

ADMIN = "admin"
LOCAL = "local"


class Bound:
    """A caller bound to a namespace and an agent of an open store, and to a moment where it reads the past."""

    def __init__(self, engine: Engine, namespace: str, agent: str, *, at: int | None = None) -> None:
        """Bind an open store, a namespace and an agent; ``at`` binds the moment to read, now where it is ``None``."""
        for path, name in (("namespace", namespace), ("agent", agent)):
            if not ids.NAME.fullmatch(name):
                raise wrong(path, name, "is no name", hint="use a-z, 0-9, dot, dash and underscore, 63 at most")
        self.namespace = namespace
        self.agent = agent
        self._engine = engine
        self._at = at
        self._who = append.Who(namespace=namespace, agent=agent, principal=ADMIN, channel=LOCAL)

    @property
    def scope(self) -> Scope:
        """What this session may see: for the admin, the whole namespace."""
        return Scope(namespace=self.namespace)

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
