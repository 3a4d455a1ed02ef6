"""`kenning serve` as it is run: a token on a fresh store, one process or several, and nothing lost when it is told to stop."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import kenning

NOTE = {"kind": "note.created", "source": {"type": "user", "name": "manual"}}
PATIENCE_S = 120


class Running:
    """A server in a process of its own."""

    def __init__(self, store: Path, *more: str) -> None:
        command = [sys.executable, "-m", "kenning", "--store", str(store), "serve", "--port", "0", *more]
        number = len(list(store.parent.glob("*.said")))
        self._printed, told = (store.parent / f"{number}.{name}" for name in ("printed", "said"))
        with self._printed.open("w") as out, told.open("w") as err:
            setting = {**os.environ, "KENNING_VECTORS": "none"}
            self.process = subprocess.Popen(command, stdout=out, stderr=err, env=setting)
        while "serving the store at" not in told.read_text():
            assert self.process.poll() is None, told.read_text()
            time.sleep(0.02)
        line = next(line for line in told.read_text().splitlines() if "serving the store at" in line)
        self.url = line.split()[-1]

    def end(self, how: int = signal.SIGTERM) -> tuple[int, str]:
        """Send a signal; give the exit code and what it printed."""
        self.process.send_signal(how)
        return self.process.wait(PATIENCE_S), self._printed.read_text()


@pytest.fixture
def run(serve: Any) -> Iterator[Callable[..., Running]]:
    del serve  # where the extras are missing, it says so
    running: list[Running] = []

    def start(store: Path, *more: str) -> Running:
        running.append(Running(store, *more))
        return running[-1]

    yield start
    for one in running:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()


def test_a_fresh_store_gives_one_token_and_an_old_one_none(run: Any, tmp_path: Path) -> None:
    store = tmp_path / "fresh.kenning"
    first = run(store)
    code, printed = first.end()
    assert (code, printed.startswith("kng_default."), len(printed.splitlines())) == (0, True, 1)
    second = run(store)
    with kenning.open(second.url, token=printed.strip()) as session:
        assert not session.is_somebody
        assert [one.name for one in session.tokens()] == ["first"]
    assert second.end(signal.SIGINT) == (0, "")


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL], ids=lambda one: one.name)
@pytest.mark.parametrize("workers", ["1", "2"])
def test_nothing_acknowledged_is_lost_or_doubled(run: Any, tmp_path: Path, how: signal.Signals, workers: str) -> None:
    store = tmp_path / "store.kenning"
    with kenning.open(store) as session:
        token = session.issue_token("admin", channel="local").secret
    server = run(store, "--workers", workers, "--log", "none")
    found: dict[str, str] = {}
    gone = threading.Event()

    def work(number: int) -> None:
        with kenning.open(server.url, token=token) as afar:
            for count in range(100_000):
                key = f"{number}-{count}"
                event = {**NOTE, "idempotencyKey": key, "files": [{"role": "primary", "content": key}]}
                try:
                    found[key] = afar.record(event).id
                except kenning.UnavailableError:
                    gone.set()
                    return

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    while len(found) < 60:
        gone.wait(0.01)
    code, _ = server.end(how)
    assert code == (0 if how is signal.SIGTERM else -signal.SIGKILL)
    for thread in threads:
        thread.join(PATIENCE_S)
    with kenning.open(store) as session:
        kept = [(one.idempotency_key, one.id) for one in session.log() if one.idempotency_key]
        assert session.verify().problems == []
    assert len({key for key, _ in kept}) == len(kept)
    assert dict(kept).items() >= found.items()


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--host", "0.0.0.0"], "beyond this machine"),
        (["--limit", "colour=1"], "there is no such field"),
        (["--workers", "0"], "is not between 1 and 64"),
        (["--log", "loud"], "is none of json, none"),
        (["--oidc", "issuer=x"], "is missing"),
    ],
)
def test_what_is_wrong_is_refused_before_anything_is_served(tmp_path: Path, more: list[str], says: str) -> None:
    store = tmp_path / "store.kenning"
    command = [sys.executable, "-m", "kenning", "--store", str(store), "serve", *more]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert done.returncode == 2
    assert says in done.stderr
    assert not store.exists()


def test_beyond_this_machine_it_speaks_tls_to_whoever_knows_its_certificate(run: Any, tmp_path: Path) -> None:
    certificate, key = signed_by_itself(tmp_path)
    store = tmp_path / "store.kenning"
    with kenning.open(store) as session:
        token = session.issue_token("admin", channel="local").secret
    server = run(store, "--host", "0.0.0.0", "--tls-cert", str(certificate), "--tls-key", str(key))
    url = server.url.replace("0.0.0.0", "127.0.0.1")
    assert url.startswith("https://")
    with kenning.open(url, token=token, verify=certificate) as afar:
        assert afar.record("in cipher").sequence == 2
    with pytest.raises(kenning.UnavailableError, match="cannot be reached"):
        kenning.open(url, token=token)
    assert server.end()[0] == 0


def signed_by_itself(folder: Path) -> tuple[Path, Path]:
    """A certificate of 127.0.0.1 and its key."""
    import datetime as dt
    import ipaddress

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "kenning")])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    paths = folder / "cert.pem", folder / "key.pem"
    paths[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    form = serialization.PrivateFormat.PKCS8
    paths[1].write_bytes(key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption()))
    return paths
