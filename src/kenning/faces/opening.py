"""The front door: a store is opened by the path of its file, or by the address of a server that has it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from kenning.engine.session import Session, open_session
from kenning.errors import InvalidError
from kenning.model.time import wrong

if TYPE_CHECKING:
    from kenning.engine.config import Config

SCHEMES = ("http://", "https://")


def open_store(
    path: str | Path,
    *,
    namespace: str = "default",
    agent: str = "shared",
    config: Config | None = None,
    token: str | None = None,
    **remote: Any,  # noqa: ANN401 - what the client of a server takes
) -> Session:
    """Open a store, or create it, and bind a session of its admin to a namespace and an agent.

    Of a server, ``path`` is its address and ``token`` says whose session it is, in which namespace, for which agent; the verbs
    are the same. ``timeout_s`` is how long an answer may take, ``verify`` the file of certificates a server is known by.
    Raises `InvalidError`, `NotAllowedError` where the token counts no more, `UnavailableError` where the file or server cannot be
    reached.
    """
    if not str(path).startswith(SCHEMES):
        if token is not None or remote:
            given = "token" if token is not None else next(iter(remote))
            raise wrong(given, "…", "is for the address of a server", hint="a file is opened by whoever holds it")
        return open_session(path, namespace=namespace, agent=agent, config=config)
    from kenning.faces.remote import open_remote

    if config is not None or (namespace, agent) != ("default", "shared"):
        reason = "is the server's to say"
        details = {"path": "config", "value": str(path), "reason": reason}
        raise InvalidError(f"config: {reason}; the token says the namespace and the agent", details=details)
    return open_remote(str(path), token, **remote)
