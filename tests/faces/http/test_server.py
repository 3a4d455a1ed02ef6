"""What a server promises: nothing without a token, nothing beyond its limits, nothing of what was said in its log."""

from __future__ import annotations

import io
import json
import logging
import socket
import threading
from typing import Any

import pytest

import kenning
from kenning.faces import wire
from kenning.faces.http.gate import Lines
from kenning.faces.http.operations import OPERATIONS, PROBLEM, Operation
from kenning.faces.http.serving import Limits, Serving, said
from kenning.model.recall import Filters
from tests.access.worlds import READS, approve, trust
from tests.access.worlds import said as message

NOTE = {"kind": "note.created", "source": {"type": "user", "name": "manual"}}
PLENTY: dict[str, Any] = {"rate_s": 1e9, "burst": 1 << 30}


def note(text: str, **more: Any) -> dict[str, Any]:
    return {**NOTE, "files": [{"role": "primary", "contentType": "text/plain", "content": text}], **more}


def is_problem(answer: Any, status: int, code: str) -> dict[str, Any]:
    assert (answer.status_code, answer.headers["content-type"]) == (status, PROBLEM)
    told: dict[str, Any] = answer.json()
    assert (told["status"], told["code"], told["type"]) == (status, code, f"urn:kenning:error:{code}")
    return told


def path_of(operation: Operation) -> str:
    return operation.path.replace("{", "").replace("}", "")


def test_nothing_is_served_without_a_token_but_health(served: Any) -> None:
    client = served.client("")
    for operation in OPERATIONS:
        answer = client.request(operation.method, path_of(operation))
        is_problem(answer, 401, "not_allowed")
        assert answer.headers["www-authenticate"].startswith("Bearer")
    for path in ("/v1/openapi.json", "/v1/access/signed-in"):
        is_problem(client.get(path), 401, "not_allowed")
    for path in ("/healthz", "/readyz"):
        assert client.get(path).json() == {"status": "ok"}
    assert client.options("/v1/events").headers.get("access-control-allow-origin") is None


@pytest.mark.parametrize("header", ["", "Basic eDp5", "Bearer", "Bearer kng_default.x.y", "Token x"])
def test_every_token_that_is_none_is_refused_alike(served: Any, header: str) -> None:
    is_problem(served.client("").get("/v1/events", headers={"Authorization": header}), 401, "not_allowed")


def test_a_page_of_the_web_that_names_another_host_is_not_answered(served: Any) -> None:
    client = served.client()
    is_problem(client.get("/v1/events", headers={"Host": "evil.example"}), 421, "not_found")
    for host in ("localhost", "127.0.0.1:9", "[::1]:80", "LOCALHOST:1"):
        assert client.get("/v1/events", headers={"Host": host}).status_code == 200


def test_a_revoked_token_opens_nothing_from_the_next_call_on(served: Any) -> None:
    issued = served.keeper.issue_token("admin", channel="local")
    client = served.client(issued.secret)
    assert client.get("/v1/events").status_code == 200
    served.keeper.revoke_token(issued.token.id)
    is_problem(client.get("/v1/events"), 401, "not_allowed")


def test_a_token_for_reading_changes_nothing(served: Any) -> None:
    client = served.client(served.keeper.issue_token("admin", channel="local", reading=True).secret)
    before = served.keeper.head()[0]
    assert client.post("/v1/recall", json={"question": "tea"}).status_code == 200
    for operation in OPERATIONS:
        if not operation.reads:
            is_problem(client.request(operation.method, path_of(operation), json={}), *_refused(client, operation))
    assert {one.kind for one in served.keeper.log(after=before)} <= {"access.refused"}


def _refused(client: Any, operation: Operation) -> tuple[int, str]:
    """Whoever may not ask is told so before what he asks is looked at."""
    del client, operation
    return 403, "not_allowed"


def test_an_event_is_recorded_once_under_the_key_of_its_header(served: Any) -> None:
    client = served.client()
    first = client.post("/v1/events", json=note("tea"), headers={"Idempotency-Key": "a"})
    again = client.post("/v1/events", json=note("tea"), headers={"Idempotency-Key": "a"})
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json()["id"] == again.json()["id"]
    is_problem(client.post("/v1/events", json=note("coffee"), headers={"Idempotency-Key": "a"}), 409, "conflict")
    both = note("tea", idempotencyKey="b")
    is_problem(client.post("/v1/events", json=both, headers={"Idempotency-Key": "c"}), 400, "invalid")
    is_problem(client.post("/v1/recall", json={"question": "x"}, headers={"Idempotency-Key": "c"}), 400, "invalid")
    batch = [note("one"), note("two")]
    assert client.post("/v1/events/batch", json=batch, headers={"Idempotency-Key": "d"}).status_code == 201
    assert client.post("/v1/events/batch", json=batch, headers={"Idempotency-Key": "d"}).status_code == 200
    assert [one.text for one in served.keeper.log(filters=Filters(kinds=frozenset({"note.created"})))] == [
        "tea",
        "one",
        "two",
    ]


def test_what_has_not_changed_is_not_sent_again(served: Any) -> None:
    client = served.client()
    served.keeper.record("tea")
    first = client.get("/v1/timeline")
    again = client.get("/v1/timeline", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    served.keeper.record("more tea")
    assert client.get("/v1/timeline", headers={"If-None-Match": first.headers["etag"]}).status_code == 200


def test_pages_of_the_log_follow_one_another_by_cursors(served: Any) -> None:
    client = served.client()
    served.keeper.record_many([note(str(number)) for number in range(7)])
    found, cursor = [], None
    for _ in range(5):
        page = client.get("/v1/events", params={"limit": 3} | ({"cursor": cursor} if cursor else {})).json()
        found += page.get("events", [])
        cursor = page["cursor"]
    assert [one["sequence"] for one in found] == list(range(1, 9))
    is_problem(client.get("/v1/events", params={"cursor": "cur_made-up"}), 400, "invalid")


def test_a_moment_is_read_everywhere_and_written_nowhere(served: Any) -> None:
    client = served.client()
    receipt = served.keeper.record("tea")
    served.keeper.correct(receipt.id, {"content": "coffee"})
    view = f"/v1/events/{receipt.id}/view"
    texts = [
        client.get(view, params=at).json()["event"]["files"][0]["content"] for at in ({"at": receipt.sequence}, {})
    ]
    assert texts == ["tea", "coffee"]
    assert client.post("/v1/recall", params={"at": 1}, json={"question": "tea"}).json().get("hits", []) == []
    is_problem(client.post("/v1/events", params={"at": 1}, json=note("x")), 400, "invalid")
    is_problem(client.get(view, params={"at": 10**9}), 400, "invalid")
    is_problem(client.get(f"{view}?at=1&at=2"), 400, "invalid")


def test_a_name_with_a_slash_has_an_address(served: Any) -> None:
    entity = served.keeper.create_entity("AC/DC 50% Labs")
    answer = served.client().get("/v1/entities/AC%2FDC%2050%25%20Labs")
    assert answer.json()["id"] == entity


@pytest.mark.parametrize("name", ["", ".", ".."])
def test_a_name_that_an_address_takes_for_another_request_is_refused_before_it_is_sent(served: Any, name: str) -> None:
    served.keeper.create_entity("Ann")
    with pytest.raises(kenning.InvalidError, match="cannot stand in an address"):
        served.open().who(name)


def test_what_is_wrong_is_a_problem_that_names_it(served: Any) -> None:
    client = served.client()
    told = is_problem(client.post("/v1/recall", json={"question": 1}), 400, "invalid")
    assert told["details"]["path"] == "question"
    assert is_problem(client.post("/v1/recall", json={"quest": "x"}), 400, "invalid")["hint"]
    is_problem(client.post("/v1/recall", content="{", headers={"Content-Type": "application/json"}), 400, "invalid")
    is_problem(client.post("/v1/recall", json=[]), 400, "invalid")
    is_problem(client.get("/v1/timeline", params={"limit": "many"}), 400, "invalid")
    is_problem(client.get("/v1/timeline?limit=1&limit=2"), 400, "invalid")
    is_problem(client.get("/v1/timeline", params={"colour": "red"}), 400, "invalid")
    is_problem(client.get("/v1/nothing"), 404, "not_found")
    is_problem(client.patch("/v1/events"), 405, "invalid")
    receipt = served.keeper.record("tea")
    served.keeper.erase(receipt.id, because="asked for")
    is_problem(client.get(f"/v1/events/{receipt.id}"), 410, "erased")
    is_problem(client.post("/v1/recall", content="a", headers={"Content-Type": "text/plain"}), 415, "invalid")


def test_limits_are_kept_and_told(serve: Any) -> None:
    served = serve(limits=Limits(**{**PLENTY, "body_bytes": 2000, "batch": 2}))
    client = served.client()
    is_problem(client.post("/v1/events", json=note("x" * 3000)), 413, "invalid")
    parts = iter([b"[", b" " * 3000, b"]"])  # no length is told before
    is_problem(
        client.post("/v1/events/batch", content=parts, headers={"Content-Type": "application/json"}), 413, "invalid"
    )
    is_problem(client.post("/v1/events/batch", json=[NOTE] * 3), 400, "invalid")
    is_problem(client.post("/v1/events/batch", json=[]), 400, "invalid")
    deep = "[" * 500 + "]" * 500
    is_problem(client.post("/v1/recall", content=deep, headers={"Content-Type": "application/json"}), 400, "invalid")
    assert client.get("/v1/events").status_code == 200


def test_a_body_that_does_not_come_is_not_waited_for(serve: Any) -> None:
    served = serve(limits=Limits(**{**PLENTY, "body_s": 0.05}))
    host, port = served.url.removeprefix("http://").split(":")
    head = f"POST /v1/recall HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {served.token}\r\n"
    with socket.create_connection((host, int(port)), timeout=60) as line:
        line.sendall(f"{head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{".encode())
        assert line.recv(1 << 16).startswith(b"HTTP/1.1 408 ")
    assert served.client().get("/v1/timeline").status_code == 200


def test_a_token_that_comes_too_often_waits_and_others_do_not(serve: Any) -> None:
    served = serve(limits=Limits(rate_s=0.001, burst=3))
    client, other = served.client(), served.client(served.keeper.issue_token("admin", channel="local").secret)
    assert [client.get("/v1/timeline").status_code for _ in range(4)] == [200, 200, 200, 429]
    assert int(client.get("/v1/timeline").headers["retry-after"]) >= 1
    assert other.get("/v1/timeline").status_code == 200


def test_who_waits_too_long_is_refused_before_anything_is_done(serve: Any) -> None:
    served = serve(limits=Limits(**{**PLENTY, "writers": 1, "wait_s": 0.05}))
    pool, let_go = served.server._pool, threading.Event()
    held = pool._writers.submit(let_go.wait, 60)  # the one thread there is has something else to do
    answers: list[Any] = []
    asking = threading.Thread(target=lambda: answers.append(served.client().post("/v1/events", json=note("late"))))
    asking.start()
    while pool.waiting < 1:
        threading.Event().wait(0.01)
    threading.Event().wait(0.3)
    let_go.set()
    asking.join(60)
    assert held.result()
    is_problem(answers[0], 503, "unavailable")
    assert answers[0].headers["retry-after"]
    assert served.keeper.timeline() == []


def test_nothing_that_is_out_of_sight_is_told_by_an_error_a_tag_or_a_cursor(served: Any) -> None:
    keeper = served.keeper
    approve(keeper)
    keeper.record(message("The deploy failed", "Bob", 1))
    trust(keeper, "chat:@bob", "sub_user", READS)
    client = served.client(keeper.issue_token("chat:@bob", channel="chat").secret)
    hidden = f"evt_{2:032x}"
    asks = (
        f"/v1/events/{hidden}",
        f"/v1/events/{hidden}/view",
        f"/v1/events/{hidden}/links",
        "/v1/timeline",
        "/v1/entities",
    )

    def seen() -> list[tuple[int, str, str | None]]:
        answers = [client.get(path) for path in asks]
        answers.append(client.post("/v1/recall", json={"question": "the plan of the deploy"}))
        answers.append(client.post(f"/v1/events/{hidden}/amend", json={"text": "x"}))
        answers.append(client.get("/v1/events?limit=1000"))
        texts = [__import__("re").sub(r"cur_[\w=-]+", "", one.text) for one in answers]
        return [
            (one.status_code, text, one.headers.get("etag")) for one, text in zip(answers[:-1], texts, strict=False)
        ] + [(answers[-1].status_code, texts[-1], None)]

    before = seen()
    keeper.record(message("Nobody may know the plan", "Dora", 2, sensitivity="confidential"))
    assert seen() == before


def test_the_log_of_the_server_holds_nothing_that_anybody_said(serve: Any) -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Lines())
    log = logging.getLogger("kenning.http")
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    try:
        served = serve(logs=True)
        client = served.client()
        client.post("/v1/events", json=note("umbrella"))
        client.post("/v1/recall", json={"question": "umbrella"})
        client.get("/v1/entities/umbrella")
        client.get("/v1/timeline", params={"actors": "umbrella"})
    finally:
        log.removeHandler(handler)
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [(one["method"], one["route"], one["status"]) for one in lines] == [
        ("POST", "/v1/events", 201),
        ("POST", "/v1/recall", 200),
        ("GET", "/v1/entities/{asked}", 404),
        ("GET", "/v1/timeline", 200),
    ]
    assert {one["token"] for one in lines} == {served.keeper.tokens()[0].id}
    assert "umbrella" not in stream.getvalue()
    assert served.token not in stream.getvalue()


def test_what_goes_wrong_inside_is_told_to_nobody(served: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("a secret of the house")

    monkeypatch.setattr(kenning.Session, "timeline", broken)
    answer = served.client().get("/v1/timeline")
    is_problem(answer, 500, "error")
    assert "secret" not in answer.text


def test_figures_are_given_where_they_are_asked_for_to_the_keeper_alone(serve: Any) -> None:
    served = serve("counted", metrics=True)
    client = served.client()
    client.get("/v1/timeline")
    found = client.get("/metrics")
    assert 'kenning_requests_total{method="GET",route="/v1/timeline",status="200"} 1.0' in found.text
    approve(served.keeper)
    served.keeper.record(message("hello", "Bob", 1))
    trust(served.keeper, "chat:@bob", "sub_user", READS)
    is_problem(
        served.client(served.keeper.issue_token("chat:@bob", channel="chat").secret).get("/metrics"), 404, "not_found"
    )
    is_problem(served.client("").get("/metrics"), 401, "not_allowed")
    is_problem(serve("silent").client().get("/metrics"), 404, "not_found")


def test_a_file_is_given_as_bytes_that_no_browser_shows(served: Any, tmp_path: Any) -> None:
    receipt = served.keeper.record("tea")
    path = tmp_path / "page.html"
    path.write_text("<script>alert(1)</script>")
    served.keeper.attach(receipt.id, path, content_type="text/html")
    answer = served.client().get(f"/v1/events/{receipt.id}/files/page.html")
    assert answer.content == path.read_bytes()
    assert answer.headers["content-type"] == "application/octet-stream"
    assert answer.headers["content-disposition"] == "attachment"
    assert answer.headers["x-content-type-options"] == "nosniff"
    for name in ("../x", "a/b", "..", "a\\b"):
        sent = served.client().post(f"/v1/events/{receipt.id}/files", params={"name": name}, content=b"x")
        is_problem(sent, 400, "invalid")


def test_beyond_this_machine_nothing_is_served_in_clear(tmp_path: Any) -> None:
    Serving().check()
    Serving(host="localhost").check()
    Serving(host="::1").check()
    Serving(host="0.0.0.0", proxy=True).check()
    for host in ("0.0.0.0", "192.168.1.2", "example.org", "::"):
        with pytest.raises(kenning.InvalidError, match="beyond this machine"):
            Serving(host=host).check()
    certificate = tmp_path / "cert.pem"
    certificate.write_text("x")
    Serving(host="0.0.0.0", certificate=certificate, key=certificate).check()
    for wrong in ({"certificate": certificate}, {"certificate": certificate, "key": tmp_path / "none"}):
        with pytest.raises(kenning.InvalidError, match="--tls-cert"):
            Serving(**wrong).check()


def test_limits_are_read_as_they_are_typed() -> None:
    assert said("--limit", ["rate_s=5", "body-bytes=9"], Limits) == Limits(rate_s=5, body_bytes=9)
    for wrong in (["rate_s"], ["rate_s=fast"], ["colour=1"], ["readers=0"], ["readers=-1"]):
        with pytest.raises(kenning.InvalidError, match="--limit"):
            said("--limit", wrong, Limits)


def test_an_error_comes_back_from_its_problem_as_it_was() -> None:
    for kind in kenning.KenningError.__subclasses__():
        error = kind("what", hint="do", details={"path": "x"})
        found = wire.error_of(json.loads(wire.to_bytes(wire.problem(error))))
        assert (found.code, found.message, found.hint, found.details) == (error.code, "what", "do", {"path": "x"})
