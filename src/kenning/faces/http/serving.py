"""How a store is served: where, to whom, with which limits. Every limit has a default that is right for one small machine."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from kenning.errors import InvalidError
from kenning.model.time import wrong
from kenning.rules.door.wire import refusal

LOOPBACK = "127.0.0.1"
PORT = 8420
_LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")


class Limits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a server takes at once: bytes of a body and of an import, events of a batch, requests a second of one token.

    A body has ``body_s`` to come. ``burst`` is how many requests may come at once. ``readers`` and ``writers`` are the threads
    that verbs run in, ``waiting`` how many requests may wait for one, ``wait_s`` how long. ``streams`` is how many listeners
    there may be, ``beat_s`` after how much silence one is told that all is well; ``stop_s`` is how long requests may go on once
    the server is told to stop.
    """

    body_bytes: int = 8 << 20
    body_s: float = 60.0
    import_bytes: int = 1 << 30
    batch: int = 1000
    rate_s: float = 200.0
    burst: int = 400
    readers: int = 4
    writers: int = 32
    waiting: int = 1024
    wait_s: float = 10.0
    streams: int = 256
    beat_s: float = 15.0
    stop_s: int = 20


class Oidc(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose tokens are taken besides our own: an issuer, the audience they must name, and on which channel their bearers come.

    ``claim`` is the one that is the identifier on that channel; ``keys`` is the address or the file of the issuer's keys (JWKS).
    """

    issuer: str
    audience: str
    channel: str
    keys: str
    claim: str = "sub"
    namespace: str = "default"
    leeway_s: int = 30


class Serving(msgspec.Struct, frozen=True, kw_only=True):
    """How a store is served. ``hosts`` are the names by which it may be called; none: any."""

    host: str = LOOPBACK
    port: int = PORT
    certificate: Path | None = None
    key: Path | None = None
    proxy: bool = False
    limits: Limits = Limits()
    oidc: Oidc | None = None
    metrics: bool = False
    otel: bool = False
    logs: bool = True

    @property
    def hosts(self) -> frozenset[str]:
        """Give the names a request may call this server by: on loopback its own, so that no page of the web reaches it."""
        return frozenset(_LOCAL_NAMES) if is_loopback(self.host) and not self.proxy else frozenset()

    @property
    def url(self) -> str:
        """Give the address to be called."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'https' if self.certificate else 'http'}://{host}:{self.port}"

    def check(self) -> None:
        """Refuse to be heard beyond this machine without encryption. Raises `InvalidError`."""
        if (self.certificate is None) != (self.key is None):
            raise wrong("--tls-cert", str(self.certificate), "needs its key, and the key it", hint="give --tls-key too")
        for path in (self.certificate, self.key):
            if path is not None and not path.is_file():
                raise wrong("--tls-cert", str(path), "is no file")
        if not is_loopback(self.host) and self.certificate is None and not self.proxy:
            hint = "give --tls-cert and --tls-key, or say --behind-proxy where a proxy before it speaks TLS"
            raise wrong("--host", self.host, "is beyond this machine, and nothing would be encrypted", hint=hint)


def is_loopback(host: str) -> bool:
    """Tell whether an address is this machine's own."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def said(option: str, pairs: Sequence[str], kind: type[msgspec.Struct]) -> Any:  # noqa: ANN401 - of that type
    """Read settings that are typed as NAME=VALUE. Raises `InvalidError`."""
    plain: dict[str, str] = {}
    for one in pairs:
        name, equals, value = one.partition("=")
        if not equals:
            fields = ", ".join(kind.__struct_encode_fields__)
            raise wrong(option, one, "is no name and value", hint=f"NAME=VALUE, of {fields}")
        plain[name.replace("-", "_")] = value
    try:
        found = msgspec.convert(plain, kind, strict=False)
    except msgspec.ValidationError as error:
        raise refusal(str(error), plain, kind, option) from error
    for name in kind.__struct_fields__:
        value = getattr(found, name)
        if isinstance(value, int | float) and value <= 0:
            raise InvalidError(
                f"{option} {name}: {value} is not above 0",
                details={"path": f"{option} {name}", "value": value, "reason": "is not above 0"},
            )
    return found
