"""One client for every server that speaks OpenAI's protocol: a question with its form, or texts to be made vectors of.

Whatever a server does, what comes back is an answer or one of two errors: `InvalidError`, this request is refused, and
`UnavailableError`, it cannot be served now. Source: OpenAI's API reference, "Chat Completions" and "Embeddings".
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping, Sequence
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self, TypeVar

import msgspec

from kenning.errors import InvalidError, KenningError, UnavailableError
from kenning.providers.llm.budget import Budget, tokens_of
from kenning.providers.llm.server import Server, pause_s

if TYPE_CHECKING:
    from openai import OpenAI

_SAID_MAX = 200
_FOR_NOW = frozenset({408, 409, 425, 429})
_REFUSED = frozenset({400, 413, 415, 422})
_NOBODY = "-"

T = TypeVar("T")
Form = Literal["json_schema", "json_object", "text"]
_FORMS: tuple[Form, ...] = ("json_schema", "json_object", "text")


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """A question to a model: what it is to do, what it is given, the JSON Schema of its answer, and how long that may be."""

    system: str
    user: str
    schema: Mapping[str, Any]
    name: str
    tokens_max: int


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What a model answered, as it came. ``whole``: it ended by itself, and was not cut off at the limit of tokens."""

    text: str
    whole: bool = True


class _Message(msgspec.Struct):
    content: str | None = None


class _Choice(msgspec.Struct):
    message: _Message
    finish_reason: str | None = None


class _Usage(msgspec.Struct):
    prompt_tokens: int = 0
    completion_tokens: int = 0


class _Completion(msgspec.Struct):
    choices: Annotated[list[_Choice], msgspec.Meta(min_length=1)]
    usage: _Usage | None = None


class _Vector(msgspec.Struct):
    embedding: list[float]
    index: int | None = None


class _Vectors(msgspec.Struct):
    data: list[_Vector]
    usage: _Usage | None = None


class Client:
    """Asks one model of one server, within a budget. Safe to use from several threads."""

    def __init__(self, server: Server, budget: Budget | None = None) -> None:
        """Ask nothing yet. Raises `InvalidError` where the extra is not installed."""
        if importlib.util.find_spec("openai") is None:
            details = {"path": "llm", "value": "openai", "reason": "is not installed"}
            raise InvalidError('llm: "openai" is not installed', hint="pip install 'kenning[llm]'", details=details)
        self.server = server
        self.budget = budget or Budget()
        self._form = 0
        self._sdk: OpenAI | None = None

    def __enter__(self) -> Self:
        """Use the client as a context that closes its connections."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the connections."""
        self.close()

    def close(self) -> None:
        """Close the connections."""
        if self._sdk is not None:
            self._sdk.close()

    def ask(self, asked: Ask) -> Answer | None:
        """Ask a question; nothing where the budget does not allow it, and nothing was asked then.

        A server that knows no JSON Schema is asked for JSON, and one that knows no JSON in plain words: the same question.
        """
        while True:
            form = _FORMS[self._form]
            try:
                return self._asked(asked, form)
            except InvalidError as error:
                if error.details.get("status") not in _REFUSED or form == _FORMS[-1] or _is_too_long(error):
                    raise
                self._form += 1  # what is left of them is plainer: an old server, or a small one

    def _asked(self, asked: Ask, form: Form) -> Answer | None:
        system = asked.system if form == "json_schema" else f"{asked.system}\n\n{_in_words(asked.schema)}"
        tokens = tokens_of(system) + tokens_of(asked.user)
        room = self.budget.room(tokens, asked.tokens_max)
        if not room:
            return None
        given: dict[str, Any] = {
            "model": self.server.model,
            "messages": [{"role": "system", "content": system}, {"role": "user", "content": asked.user}],
            "temperature": 0,
            "max_tokens": room,
        }
        if form == "json_schema":
            schema = {"name": asked.name, "schema": asked.schema, "strict": True}
            given["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif form == "json_object":
            given["response_format"] = {"type": "json_object"}
        found = self._tried(lambda sdk: sdk.chat.completions.with_raw_response.create(**given), _Completion)
        choice = found.choices[0]
        said = choice.message.content or ""
        self._count(found.usage, tokens, tokens_of(said))
        return Answer(text=said, whole=choice.finish_reason != "length")

    def embed(self, texts: Sequence[str]) -> list[list[float]] | None:
        """Give a vector for each text, all of one length; nothing where the budget does not allow it."""
        tokens = sum(map(tokens_of, texts))
        if not self.budget.room(tokens, 1):
            return None
        given: dict[str, Any] = {"model": self.server.model, "input": list(texts), "encoding_format": "float"}
        found = self._tried(lambda sdk: sdk.embeddings.with_raw_response.create(**given), _Vectors)
        self._count(found.usage, tokens, 0)
        vectors = dict[int, list[float]]()
        for place, one in enumerate(found.data):
            vectors[place if one.index is None else one.index] = one.embedding
        lengths = {len(one) for one in vectors.values()}
        if sorted(vectors) != list(range(len(texts))) or len(lengths) != 1 or lengths == {0}:
            raise self._unavailable("its vectors are not one for each text, all of one length", "answer")
        return [vectors[place] for place in range(len(texts))]

    def _count(self, usage: _Usage | None, asked: int, answered: int) -> None:
        if usage is not None and usage.prompt_tokens > 0:
            self.budget.count(usage.prompt_tokens, max(0, usage.completion_tokens), guessed=asked)
        else:
            self.budget.count(asked, answered, guessed=asked, estimated=True)

    def _tried(self, request: Callable[[OpenAI], Any], shape: type[T]) -> T:
        """Make a request until it is answered, is refused, or has failed as often as it may."""
        failures = 0
        while True:
            failure, asked_s = self._once(request, shape)
            if not isinstance(failure, KenningError):
                return failure
            failures += 1
            wait = pause_s(self.server, failures, asked_s)
            if not isinstance(failure, UnavailableError) or failures >= self.server.attempts or wait is None:
                raise failure
            if failure.details["status"] in {401, 403, 404}:
                raise failure
            self.server.sleep(wait)

    def _once(self, request: Callable[[OpenAI], Any], shape: type[T]) -> tuple[T | KenningError, float | None]:
        """Make a request once: what came of it, and how long the server asks to wait."""
        import openai  # noqa: PLC0415 - an extra, and slow to import

        try:
            content: bytes = request(self._client()).content
        except openai.APIStatusError as error:
            headers = error.response.headers
            return self._status(error.status_code, error.response.text), _asked_s(headers)
        except openai.APITimeoutError:
            return self._unavailable(f"did not answer within {self.server.timeout_s:g} s", "timeout"), None
        except openai.APIError as error:
            cause = error.__cause__ or error
            return self._unavailable(f"cannot be reached: {self._plain(str(cause))}", "connection"), None
        except (ValueError, OSError) as error:  # a body broken off, or longer than may be
            return self._unavailable(f"broke off its answer: {self._plain(str(error))}", "answer"), None
        try:
            return msgspec.json.decode(content, type=shape), None
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            return self._unavailable(f"answered what is no answer: {self._plain(str(error))}", "answer"), None

    def _client(self) -> OpenAI:
        if self._sdk is None:
            from openai import OpenAI  # noqa: PLC0415 - an extra, and slow to import

            from kenning.providers.llm.line import line  # noqa: PLC0415 - the same

            # A base address and a key that are given keep the SDK from looking for others; `line` lets no header of its own out.
            key = self.server.key or _NOBODY
            wire = line(self.server)
            self._sdk = OpenAI(
                base_url=self.server.url, api_key=key, max_retries=0, timeout=wire.timeout, http_client=wire
            )
        return self._sdk

    def _status(self, status: int, body: str) -> KenningError:
        """Say what a status means: this request is refused, or nothing can be had now."""
        said = self._plain(_message(body))
        if status in _REFUSED:
            details = {"path": "request", "value": self.server.model, "reason": said, "status": status}
            return InvalidError(f"{self.server.url}: refused the request ({status}): {said}", details=details)
        hint = {
            401: "set KENNING_LLM_KEY to a key that it takes",
            403: "set KENNING_LLM_KEY to a key that may use this model",
            404: "the address ends in its version (/v1), and the server lists its models at /models",
        }.get(status, "try again later; what was learned is kept")
        return self._unavailable(f"answered {status}: {said}", status, hint)

    def _unavailable(self, reason: str, status: int | str, hint: str = "") -> UnavailableError:
        details = {"path": "url", "value": self.server.url, "reason": reason, "status": status}
        hint = hint or "is the server running, and is this its address?"
        return UnavailableError(f"{self.server.url}: {reason}", hint=hint, details=details)

    def _plain(self, said: str) -> str:
        """Give what a server says as one short line, without the key, should it repeat it."""
        if self.server.key:
            said = said.replace(self.server.key, "…")
        line = " ".join("".join(sign if sign.isprintable() else " " for sign in said).split())
        return line if len(line) <= _SAID_MAX else line[: _SAID_MAX - 1] + "…"


def sound(text: str) -> str:
    """Put a sign for half characters, which no JSON holds; the places of all others stay."""
    return "".join("\ufffd" if "\ud800" <= sign <= "\udfff" else sign for sign in text)


def _message(body: str) -> str:
    """Give the message of an error, which stands at one of two places; the body where it stands at none."""
    try:
        found = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeEncodeError):
        return body
    for name in ("error", "message"):
        if isinstance(found, dict) and name in found:
            found = found[name]
    return found if isinstance(found, str) else body


def _is_too_long(error: InvalidError) -> bool:
    """Tell whether a request was refused for its length: no plainer form is shorter."""
    return error.details.get("status") == 413 or "context" in str(error.details.get("reason", "")).lower()


def _asked_s(headers: Mapping[str, str]) -> float | None:
    """Give the seconds a server asks to wait: as a number, or as a date by its own clock."""
    said = headers.get("retry-after")
    if said is None:
        return None
    try:
        seconds = float(said)
    except ValueError:
        try:
            seconds = (parsedate_to_datetime(said) - parsedate_to_datetime(headers.get("date", ""))).total_seconds()
        except (ValueError, TypeError):
            return None
    return seconds if 0 <= seconds < float("inf") else None


def _in_words(schema: Mapping[str, Any]) -> str:
    """Ask for the form of an answer in words, where the server does not take it as a schema."""
    return "Answer with one JSON value and nothing else. Its JSON Schema:\n" + msgspec.json.encode(schema).decode()
