"""Who signs in, and how often: a bearer token of our own, or of a provider of identity, asked anew for each request."""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kenning.engine.access.tokens import PREFIX, Signed
from kenning.errors import InvalidError, NotAllowedError, UnavailableError
from kenning.faces.http.serving import Limits, Oidc

if TYPE_CHECKING:
    from kenning.engine.session import Session

BUCKETS_MAX = 4096
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
"""What a provider may sign with: keys of two halves only, so that who checks a token could not have made it."""
HINT = "send Authorization: Bearer TOKEN; kenning token issue makes one"


class NotSignedInError(NotAllowedError):
    """There is no token, or it counts no more."""


class SignIn:
    """Opens the session behind a bearer's token."""

    def __init__(self, keeper: Session, oidc: Oidc | None) -> None:
        """Sign people in to the store that this session holds."""
        self._keeper = keeper
        self._provider = Provider(oidc) if oidc is not None else None
        self._keepers = {keeper.namespace: keeper}

    def signed(self, token: str) -> Signed:
        """Open a session. Raises `NotSignedInError`, in the same words whatever is wrong."""
        try:
            if self._provider is None or token.startswith(PREFIX):
                return self._keeper.sign_in(token)
            identifier = self._provider.identifier(token)
            oidc = self._provider.oidc
            return self._of(oidc.namespace).sign_in_as(oidc.channel, identifier)
        except NotAllowedError as error:
            raise NotSignedInError(error.message, hint=error.hint) from error

    def _of(self, namespace: str) -> Session:
        known = self._keepers.get(namespace)
        if known is None:
            known = self._keepers[namespace] = self._keeper.beside(namespace)
        return known


class Provider:
    """A provider of identity, and its keys: read when they are first needed, and again when it has new ones."""

    def __init__(self, oidc: Oidc) -> None:
        """Ask nobody for anything yet. Raises `UnavailableError` where the extra is not installed."""
        try:
            import jwt
        except ImportError as error:
            hint = "install kenning[server]"
            raise UnavailableError(
                "tokens of a provider cannot be checked: pyjwt is not installed", hint=hint
            ) from error
        self.oidc = oidc
        self._jwt = jwt
        is_remote = oidc.keys.startswith("https://")
        if not is_remote and "://" in oidc.keys:
            details = {"path": "--oidc keys", "value": oidc.keys, "reason": "is no https address and no file"}
            raise InvalidError(f"--oidc keys: {oidc.keys} is no https address and no file", details=details)
        self._remote = jwt.PyJWKClient(oidc.keys, cache_keys=True, lifespan=300, timeout=5) if is_remote else None

    def identifier(self, token: str) -> str:
        """Give by which identifier the bearer of a token is known. Raises `NotAllowedError`."""
        jwt, oidc = self._jwt, self.oidc
        try:
            claims: dict[str, Any] = jwt.decode(
                token,
                self._key(token),
                algorithms=list(ALGORITHMS),
                audience=oidc.audience,
                issuer=oidc.issuer,
                leeway=oidc.leeway_s,
                options={"require": ["exp", "iss", "aud", oidc.claim]},
            )
        except jwt.PyJWKClientConnectionError as error:
            raise UnavailableError("the provider's keys cannot be read now", hint="try again") from error
        except jwt.PyJWTError as error:
            raise NotAllowedError("this token of the provider does not count", hint=str(error)) from error
        return str(claims[oidc.claim])

    def _key(self, token: str) -> Any:  # noqa: ANN401 - a key of the library's
        if self._remote is not None:
            return self._remote.get_signing_key_from_jwt(token).key
        named = self._jwt.get_unverified_header(token).get("kid")
        keys = self._jwt.PyJWKSet.from_dict(json.loads(Path(self.oidc.keys).read_text(encoding="utf-8"))).keys
        found = [one for one in keys if named is None or one.key_id == named]
        if not found:
            raise self._jwt.InvalidKeyError("it names a key that the provider does not have")
        return found[0].key


class Rate:
    """So many requests a second for each token, with a burst: a bucket each, those used last."""

    def __init__(self, limits: Limits) -> None:
        """Begin with full buckets."""
        self._limits = limits
        self._buckets: OrderedDict[bytes, tuple[float, float]] = OrderedDict()

    def wait_s(self, token: str) -> float:
        """Take one from the bucket of a token; give how long to wait where it is empty."""
        key = blake2b(token.encode(), digest_size=16).digest()
        now = time.monotonic()
        left, then = self._buckets.pop(key, (float(self._limits.burst), now))
        left = min(float(self._limits.burst), left + (now - then) * self._limits.rate_s)
        waits = left < 1
        self._buckets[key] = (left if waits else left - 1, now)
        if len(self._buckets) > BUCKETS_MAX:
            self._buckets.popitem(last=False)
        return (1 - left) / self._limits.rate_s if waits else 0.0


def bearer(header: str | None) -> str:
    """Take the token out of a header. Raises `NotSignedInError`."""
    scheme, _, token = (header or "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise NotSignedInError("nobody is signed in", hint=HINT)
    return token.strip()
