"""Nouns as JSON, and errors as JSON and exit codes: the one place where a face says what goes over the wire."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from http import HTTPStatus
from types import MappingProxyType

import msgspec

from kenning.errors import KenningError
from kenning.model.event import Event, Noun, Receipt
from kenning.model.identity.graph import Made

EXIT_CODES: Mapping[str, int] = MappingProxyType(
    {
        "invalid": 2,
        "not_found": 3,
        "conflict": 4,
        "not_allowed": 5,
        "erased": 6,
        "corrupt": 7,
        "unavailable": 8,
        "unsupported": 9,
    }
)
"""What a command answers to the shell for each code of `kenning.errors`; 0 is done, 1 is done but with findings."""

STATUSES: Mapping[str, int] = MappingProxyType(
    {
        "invalid": 400,
        "not_found": 404,
        "conflict": 409,
        "not_allowed": 403,
        "erased": 410,
        "corrupt": 500,
        "unavailable": 503,
        "unsupported": 422,
    }
)
"""What a server answers with for each code of `kenning.errors`."""
NOT_SIGNED_IN = 401
TYPE_OF_ERROR = "urn:kenning:error:"

FINDINGS = 1
BUG = 70  # EX_SOFTWARE of sysexits.h
INTERRUPTED = 130  # 128 + SIGINT, as the shell has it
NOBODY_READS = 141  # 128 + SIGPIPE, the same

# JSON leaves these as they are, and terminals obey them: DEL, the C1 controls, and what turns the direction of a line.
_ERRORS = {one.code: one for one in KenningError.__subclasses__()}
_OBEYED = re.compile("[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_OBEYED_BYTES = tuple(
    map(re.compile, (rb"\x7f", rb"\xc2[\x80-\x9f]", rb"\xe2\x80[\xa8-\xae]", rb"\xe2\x81[\xa6-\xa9]"))
)
"""The same in UTF-8: each begins with a byte that is looked for ten times as fast."""


def whole(value: object) -> object:
    """What a noun says, every field present, so that a script need not know which are left out when empty.

    Envelopes and their parts stay exactly as they stand in the log: there an absent field and an empty one differ.
    """
    if isinstance(value, Noun) and (isinstance(value, Receipt) or type(value).__module__ != Event.__module__):
        names = zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True)
        return {wire: whole(getattr(value, name)) for name, wire in names}
    if isinstance(value, msgspec.Struct):
        return msgspec.to_builtins(value)
    if isinstance(value, Mapping):
        return {str(name): whole(part) for name, part in value.items()}
    if isinstance(value, set | frozenset):
        return [whole(part) for part in sorted(value, key=str)]
    if isinstance(value, list | tuple | Made):
        return [whole(part) for part in value]
    return value if value is None or isinstance(value, str | int | float | bool) else str(value)


def to_json(value: object) -> str:
    """Encode an answer as one line of JSON that no terminal obeys."""
    try:
        line = msgspec.json.encode(whole(value)).decode()
    except UnicodeEncodeError:  # a path that is no UTF-8 has lone surrogates, which only escapes can carry
        return json.dumps(whole(value), separators=(",", ":"))
    return _OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", line)


def exit_code(error: KenningError) -> int:
    """Give the exit code of an error."""
    return EXIT_CODES.get(error.code, FINDINGS)


def error_object(error: KenningError) -> dict[str, object]:
    """Give an error as the object every face answers with."""
    return {"code": error.code, "message": error.message, "hint": error.hint, "details": error.details}


def _plain_of(value: object) -> object:
    """Give what JSON has no form of its own for: a sequence that is made when it is looked at, a path."""
    return list(value) if isinstance(value, Made) else str(value)


_encode = msgspec.json.Encoder(enc_hook=_plain_of, order="deterministic").encode


def to_bytes(value: object) -> bytes:
    """Encode an answer as JSON that leaves out what is as its noun has it by default, as its schema says."""
    try:
        made = _encode(value)
    except UnicodeEncodeError:
        return json.dumps(whole(value), separators=(",", ":")).encode()
    if not any(one.search(made) for one in _OBEYED_BYTES):
        return made
    line = made.decode()
    return _OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", line).encode()


def problem(error: KenningError, status: int | None = None) -> dict[str, object]:
    """Give an error as a problem of RFC 9457; our code, hint and details stand beside its members."""
    status = STATUSES.get(error.code, 500) if status is None else status
    return {
        "type": f"{TYPE_OF_ERROR}{error.code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": error.message,
        "code": error.code,
        "hint": error.hint,
        "details": whole(error.details),
    }


def error_of(told: Mapping[str, object]) -> KenningError:
    """Give the error that an object of an error, or a problem, tells of."""
    code, message = str(told.get("code", "")), str(told.get("detail") or told.get("message") or "")
    details = told.get("details")
    kind = _ERRORS.get(code, KenningError)
    return kind(message, hint=str(told.get("hint") or ""), details=details if isinstance(details, dict) else {})
