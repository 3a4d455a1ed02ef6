"""GitHub's events: deliveries of webhooks, the events of its API and archives, and the list of starred repositories."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from kenning.formats.documents import contents, is_array, keys_in, records_of
from kenning.formats.draft import Options, Record, Skipped, checked
from kenning.formats.moments import since_1970, told
from kenning.formats.parts import (
    Occurrences,
    absent,
    concerned,
    digest,
    email_address,
    idempotency_key,
    kind_of,
    limited,
    mapping,
    primary,
    provenance,
    raw,
    sequence,
    source,
    string,
)
from kenning.model.event import Actor, Concerned, Context, Event, File, Part, Time

name = "github"

_AROUND = {
    *("action", "changes", "enterprise", "installation", "organization", "repository", "sender", "number", "workflow"),
    *("assignee", "label", "milestone", "requester", "requested_reviewer", "requested_team", "marketplace_purchase"),
}
# A delivery names its event in a header that files do not have; these fields tell it, the first that fits.
_BY_FIELDS: tuple[tuple[str, frozenset[str]], ...] = (
    ("issue_comment", frozenset({"comment", "issue"})),
    ("discussion_comment", frozenset({"comment", "discussion"})),
    ("pull_request_review", frozenset({"review", "pull_request"})),
    ("pull_request_review_thread", frozenset({"thread", "pull_request"})),
    ("pull_request_review_comment", frozenset({"comment", "pull_request"})),
    ("commit_comment", frozenset({"comment"})),
    ("deployment_status", frozenset({"deployment_status"})),
    ("deployment", frozenset({"deployment"})),
    ("check_run", frozenset({"check_run"})),
    ("check_suite", frozenset({"check_suite"})),
    ("workflow_job", frozenset({"workflow_job"})),
    ("workflow_run", frozenset({"workflow_run"})),
    ("workflow_dispatch", frozenset({"inputs", "ref"})),
    ("pull_request", frozenset({"pull_request"})),
    ("issues", frozenset({"issue"})),
    ("push", frozenset({"before", "after", "commits"})),
    ("create", frozenset({"ref_type", "master_branch"})),
    ("delete", frozenset({"ref_type"})),
    ("status", frozenset({"sha", "state"})),
    ("fork", frozenset({"forkee"})),
    ("gollum", frozenset({"pages"})),
    ("page_build", frozenset({"build"})),
    ("ping", frozenset({"zen"})),
    ("star", frozenset({"starred_at"})),
    ("repository_dispatch", frozenset({"client_payload"})),
    ("team_add", frozenset({"team", "repository"})),
    ("membership", frozenset({"member", "team"})),
    ("member", frozenset({"member"})),
)
_MOMENTS = {
    "created": ("created_at",),
    "opened": ("created_at",),
    "started": ("started_at", "created_at"),
    "submitted": ("submitted_at",),
    "published": ("published_at",),
    "released": ("published_at",),
    "closed": ("closed_at",),
    "merged": ("merged_at",),
    "deleted": (),
    "completed": ("completed_at", "updated_at"),
}
_TITLES = ("title", "name", "tag_name", "display_title", "full_name", "login", "context", "environment")
_BODIES = ("body", "description", "note", "message")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_MESSAGES_MAX = 100


def recognises(path: Path, head: bytes) -> bool:
    """Whether JSON begins with who sent a delivery, who acted on which repository, or with starred repositories."""
    if path.is_dir():
        return False
    keys = keys_in(head)
    is_star = "full_name" in keys and ("html_url" in keys or "starred_at" in keys) and "stargazers_count" in keys
    is_api = {"type", "actor.login", "repo.name", "payload", "created_at"} <= keys
    wrapped = {"starred_at", "repo.full_name"} <= keys
    # a delivery's object may fill the head before the sender comes, so the repository's own fields serve as well
    is_delivery = "sender.login" in keys or {"repository.full_name", "repository.node_id"} <= keys or _is_long(keys)
    return is_api or wrapped or (is_star and (is_array(head) or "starred_at" in keys)) or is_delivery


def read(path: Path, options: Options) -> Iterator[Record]:
    """The deliveries, events or stars, in the order of the file."""
    content = contents(path)
    occurrences = Occurrences()
    for place, found in records_of(content, path.name):
        where = f"{path.name}: {place}"
        if isinstance(found, Skipped):
            yield msgspec.structs.replace(found, where=where)
        elif not isinstance(found, dict):
            yield Skipped(where=where, reason="is no JSON object")
        else:
            yield _told(found, where, occurrences, options)
    options.done(len(content), len(content))


def _is_long(keys: frozenset[str]) -> bool:
    """Whether a delivery begins with an action and something of GitHub's that is longer than the head of a file."""
    below = {key.partition(".")[0] for key in keys if key.endswith((".node_id", ".html_url"))}
    return "action" in keys and bool(below)


def _told(entry: dict[str, Any], where: str, occurrences: Occurrences, options: Options) -> Record:
    """The record of an entry, whichever of the three it is."""
    if "payload" in entry and "actor" in entry:
        return _of_api(entry, where, options)
    if isinstance(entry.get("repo"), dict) and "starred_at" in entry:  # as the API lists stars with their times
        return _star({**entry["repo"], "starred_at": entry["starred_at"]}, where, options)
    if "full_name" in entry and "sender" not in entry:
        return _star(entry, where, options)
    return _delivery(entry, where, occurrences, options)


def _delivery(entry: dict[str, Any], where: str, occurrences: Occurrences, options: Options) -> Record:
    """A delivery of a webhook. It has no id of its own in the body, so all of it is its key."""
    if not isinstance(entry.get("sender"), dict) and not isinstance(entry.get("repository"), dict):
        return Skipped(where=where, reason="is no event of GitHub: it has neither sender nor repository")
    kind, subject = _subject(entry)
    action = string(entry.get("action"))
    whole = digest(sorted((field, repr(value)) for field, value in entry.items()))
    number = occurrences.number("", whole)
    event = Event(
        kind=_kind(kind, action),
        source=source(name),
        actor=_person(entry.get("sender")),
        time=_moment(entry, subject, action),
        context=_context(mapping(entry.get("repository")), mapping(entry.get("organization"))),
        files=[primary(_text(entry, kind, subject, action), options), *_address(subject), *raw(entry, options)],
        provenance=provenance(name, string(subject.get("node_id")) or limited(subject.get("id")) or ""),
        idempotency_key=idempotency_key(name, "delivery", whole, number),
        entities=concerned(_people(entry, subject)),
    )
    return checked(event, where)


def _of_api(entry: dict[str, Any], where: str, options: Options) -> Record:
    """An event as the API lists it: with type, id and time."""
    key = limited(entry.get("id"))
    payload = mapping(entry.get("payload"))
    if key is None:
        return Skipped(where=where, reason="has no id")
    kind = _CAMEL.sub("_", string(entry.get("type")).removesuffix("Event")).casefold()
    _, subject = _subject(payload)
    action = string(payload.get("action"))
    repository = {"full_name": mapping(entry.get("repo")).get("name"), "id": mapping(entry.get("repo")).get("id")}
    event = Event(
        kind=_kind(kind, action),
        source=source(name),
        actor=_person(entry.get("actor")),
        time=told(entry.get("created_at")),
        context=_context(repository, mapping(entry.get("org"))),
        files=[
            primary(_text({**payload, "repository": repository}, kind, subject, action), options),
            *_address(subject),
            *raw(entry, options),
        ],
        provenance=provenance(name, key),
        idempotency_key=idempotency_key(name, "event", key),
        entities=concerned(_people(payload, subject)),
    )
    return checked(event, where)


def _star(entry: dict[str, Any], where: str, options: Options) -> Record:
    """A repository somebody starred. Its counts change daily, so they are no part of the event."""
    repository = limited(entry.get("full_name"))
    if repository is None:
        return Skipped(where=where, reason="has no full_name")
    address = string(entry.get("html_url")) or f"https://github.com/{repository}"
    starred = string(entry.get("starred_at"))
    lines = [f"Starred {repository}", string(entry.get("description")), address]
    event = Event(
        kind="github.star.created",
        source=source(name),
        time=told(starred),
        context=_context(entry, {}),
        files=[primary("\n".join(line for line in lines if line), options)],
        provenance=provenance(name, repository),
        idempotency_key=idempotency_key(name, "star", limited(entry.get("id")) or repository, starred),
        entities=[Concerned(channel=name, identifier=repository, type="project", role="subject")],
    )
    return checked(event, where)


def _subject(entry: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """What a delivery is about: the event's name, and the object that changed."""
    fields = {field for field, value in entry.items() if value is not None}
    for kind, telling in _BY_FIELDS:
        if telling <= fields:
            names = [kind, "comment", "review", "thread", "issue", "forkee", "build", "member", "deployment"]
            found = next((entry[field] for field in names if isinstance(entry.get(field), dict)), None)
            return kind, mapping(found) if kind not in {"push", "create", "delete", "status", "star"} else {}
    for field, value in entry.items():
        if isinstance(value, dict) and field not in _AROUND:
            return field, value
    for field in ("label", "milestone", "organization", "repository"):
        if isinstance(entry.get(field), dict):
            return field, entry[field]
    return "event", {}


def _kind(kind: str, action: str) -> str:
    """The kind: the event's name at GitHub, and what was done."""
    named = kind_of(name, kind)
    return f"{named}.{kind_of('', action).lstrip('.')}" if action else named


def _moment(entry: dict[str, Any], subject: dict[str, Any], action: str) -> Time | None:
    """When it happened, as far as a delivery says so: a body has no time of its own."""
    fields = _MOMENTS.get(action, ("updated_at",) if action else ("created_at", "updated_at"))
    found = [subject.get(field) for field in (*fields, "updated_at")] if fields else []
    found += [entry.get("starred_at"), entry.get("updated_at"), entry.get("created_at")]
    if {"before", "after"} <= entry.keys() or "ref_type" in entry:
        pushed = mapping(entry.get("repository")).get("pushed_at")
        found.append(since_1970(pushed, per_second=1) if isinstance(pushed, int) else pushed)
    moment = next((moment for moment in found if isinstance(moment, str) and moment), None)
    return told(moment.replace("+00:00", "Z")) if moment else None


def _person(user: object) -> Actor | None:
    """Who did it, by login."""
    known = mapping(user)
    login = limited(known.get("login"))
    if login is None:
        return None
    is_bot = known.get("type") == "Bot" or login.endswith("[bot]")
    return Actor(type="bot" if is_bot else "person", name=limited(known.get("name")), channel=name, identifier=login)


def _context(repository: dict[str, Any], organization: dict[str, Any]) -> Context | None:
    """The repository in which it happened, and whose it is."""
    known = limited(repository.get("full_name"))
    login = limited(organization.get("login"))
    if known is None and login is None:
        return None
    where = Part(id=known, name=known, type="repository") if known else None
    return Context(session=where, environment=Part(id=login, name=login, type="organization") if login else None)


def _people(entry: dict[str, Any], subject: dict[str, Any]) -> list[Concerned]:
    """Whom it concerns: who wrote what changed, who is asked for, whose commits are pushed, with their addresses."""
    found: list[Concerned] = []
    users = [("author", subject.get("user")), ("assignee", entry.get("assignee")), ("member", entry.get("member"))]
    users += [("reviewer", entry.get("requested_reviewer")), ("assignee", subject.get("assignee"))]
    for role, user in users:
        login = limited(mapping(user).get("login"))
        if login:
            found.append(Concerned(channel=name, identifier=login, name=limited(mapping(user).get("name")), role=role))
    commits = [*map(mapping, sequence(entry.get("commits"))), mapping(entry.get("head_commit"))]
    authors = [mapping(commit.get("author")) for commit in commits] + [mapping(entry.get("pusher"))]
    for author in authors:
        shown, login = limited(author.get("name")), limited(author.get("username"))
        address = email_address(author.get("email"))
        if login:
            found.append(Concerned(channel=name, identifier=login, name=shown, role="author"))
        if address:
            found.append(Concerned(channel="email", identifier=address, name=shown, role="author"))
    return found


def _text(entry: dict[str, Any], kind: str, subject: dict[str, Any], action: str) -> str:
    """The event in words: what was done to what, where, and what it says."""
    repository = string(mapping(entry.get("repository")).get("full_name"))
    parent = next((mapping(entry[one]) for one in ("issue", "pull_request", "discussion") if one in entry), {})
    titled = next((string(one.get(field)) for one in (subject, parent) for field in _TITLES if one.get(field)), "")
    number = limited(subject.get("number")) or limited(parent.get("number"))
    what = " ".join(part for part in (kind.replace("_", " "), f"#{number}" if number else "", action) if part)
    heads = [f"{what} in {repository}" if repository else what, titled]
    lines = [*heads, string(entry.get("ref")), string(entry.get("state"))]
    for changed, change in mapping(entry.get("changes")).items():
        before = string(mapping(change).get("from"))
        if before:
            lines.append(f"{changed} was: {before}")
    lines += [string(subject.get(field)) for field in _BODIES] + [string(subject.get("conclusion"))]
    for commit in map(mapping, sequence(entry.get("commits"))[:_MESSAGES_MAX]):
        lines.append(string(commit.get("message")))
    return "\n".join(dict.fromkeys(line for line in lines if line))


def _address(subject: dict[str, Any]) -> list[File]:
    """Where it is to be seen."""
    address = string(subject.get("html_url"))
    return [absent("on GitHub", "a reference", content_type="text/html", url=address)] if address else []
