"""Tokens of a provider of identity: whoever it vouches for speaks as who surely bears that identifier, and as nobody else."""

from __future__ import annotations

import importlib
import json
import time
from pathlib import Path
from typing import Any

import pytest

import kenning
from kenning.faces.http.serving import Oidc
from tests.access.worlds import READS, approve, said, trust

ISSUER, AUDIENCE = "https://id.example", "kenning"


class Provider:
    """A provider on this desk: keys in a file, tokens as they are asked for."""

    def __init__(self, folder: Path) -> None:
        jwt = importlib.import_module("jwt")
        from cryptography.hazmat.primitives.asymmetric import ec

        self.jwt = jwt
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.other = ec.generate_private_key(ec.SECP256R1())
        public = json.loads(jwt.algorithms.ECAlgorithm.to_jwk(self.key.public_key()))
        self.keys = folder / "keys.json"
        self.keys.write_text(json.dumps({"keys": [{**public, "kid": "one", "alg": "ES256", "use": "sig"}]}))
        self.oidc = Oidc(issuer=ISSUER, audience=AUDIENCE, channel="chat", keys=str(self.keys))

    def token(self, sub: str, key: Any = None, algorithm: str = "ES256", kid: str = "one", **claims: Any) -> str:
        now = int(time.time())
        said = {"iss": ISSUER, "aud": AUDIENCE, "sub": sub, "iat": now, "exp": now + 300, **claims}
        said = {name: value for name, value in said.items() if value is not None}
        made: str = self.jwt.encode(said, self.key if key is None else key, algorithm, headers={"kid": kid})
        return made


@pytest.fixture
def provider(tmp_path: Path) -> Provider:
    return Provider(tmp_path)


@pytest.fixture
def served(serve: Any, provider: Provider) -> Any:
    made = serve(oidc=provider.oidc)
    approve(made.keeper)
    made.keeper.record(said("The deploy failed", "Bob", 1))
    made.keeper.record(said("Nobody may know the plan", "Dora", 2, sensitivity="confidential"))
    trust(made.keeper, "chat:@bob", "sub_user", READS)
    return made


def test_whom_the_provider_vouches_for_has_his_own_session(served: Any, provider: Provider) -> None:
    bob = served.open(provider.token("@bob"))
    assert bob.is_somebody
    assert {view.text for view in bob.timeline()} == {"The deploy failed"}
    assert bob.context().session.role == "sub_user"
    served.keeper.demote("chat:@bob")
    assert bob.timeline() == []
    assert not served.open().is_somebody  # tokens of our own count beside


def test_what_does_not_count_opens_nothing_and_reads_alike(served: Any, provider: Provider) -> None:
    past = int(time.time()) - 3600
    shared = provider.keys.read_text()  # a key everybody has, used as if it were a secret
    wrong = {
        "of another key": provider.token("@bob", provider.other),
        "of no key it names": provider.token("@bob", kid="two"),
        "not signed": provider.token("@bob", "", "none"),
        "signed with what all know": provider.token("@bob", shared[:64], "HS256"),
        "too old": provider.token("@bob", exp=past),
        "without an end": provider.token("@bob", exp=None),
        "not yet": provider.token("@bob", nbf=past + 7200),
        "for another": provider.token("@bob", aud="other"),
        "of another": provider.token("@bob", iss="https://evil.example"),
        "changed": provider.token("@bob")[:-6] + "AAAAAA",
        "no token": "a.b.c",
    }
    found = {}
    for why, token in wrong.items():
        answer = served.client(token).get("/v1/events")
        assert answer.status_code == 401, why
        found[why] = answer.json()["detail"]
    assert set(found.values()) == {"this token of the provider does not count"}


@pytest.mark.parametrize("sub", ["@nobody", "Bob", "bob", "chat:@bob", "admin", ""])
def test_nobody_is_signed_in_by_a_name(served: Any, provider: Provider, sub: str) -> None:
    assert served.client(provider.token(sub)).get("/v1/events").status_code == 401


def test_what_a_name_joined_signs_nobody_in_until_it_is_confirmed(served: Any, provider: Provider) -> None:
    keeper = served.keeper
    met = {
        **said("me again", "Bob", 3),
        "actor": {"type": "person", "name": "Bob", "channel": "chat", "identifier": "@b2"},
    }
    keeper.record(met)
    if keeper.who("chat:@b2").id == keeper.who("chat:@bob").id:
        assert served.client(provider.token("@b2")).get("/v1/events").status_code == 401
        keeper.confirm_identity("chat:@bob", identifier=("chat", "@b2"))
    assert served.client(provider.token("@b2")).get("/v1/events").status_code == 200


def test_keys_are_read_from_a_file_or_safely(provider: Provider) -> None:
    from kenning.faces.http.signin import Provider as Signing

    with pytest.raises(kenning.InvalidError, match="no https address and no file"):
        Signing(Oidc(issuer=ISSUER, audience=AUDIENCE, channel="chat", keys="http://id.example/keys"))
    Signing(Oidc(issuer=ISSUER, audience=AUDIENCE, channel="chat", keys="https://id.example/keys"))
    assert Signing(provider.oidc).identifier(provider.token("@bob")) == "@bob"
