"""What each tool takes: nouns, whose types are its schema and whose docstring is its description.

Who asks, and for whom, stands in none of them: that was bound when the connection opened.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from kenning.model.event import Actor, Concerned, Name, Noun, Privacy, Share, Word

BUDGET_TOKENS = 2000
BUDGET_MIN, BUDGET_MAX = 200, 50_000
LINES_MAX = 200

Text = Annotated[str, Meta(max_length=100_000)]
EventId = Annotated[str, Meta(min_length=1, max_length=128)]
Budget = Annotated[
    int,
    Meta(ge=BUDGET_MIN, le=BUDGET_MAX, description="At most so many tokens of answer; what is cut for it is counted."),
]
Moment = Annotated[str | None, Meta(description="A date, or a time by RFC 3339.")]
AsOf = Annotated[str | None, Meta(description="Answer as it was known at this time (RFC 3339), not as it is now.")]
Entity = Annotated[
    str, Meta(min_length=1, max_length=1024, description="An id, CHANNEL:IDENTIFIER, or a name that only one bears.")
]
Actors = Annotated[list[Name], Meta(max_length=64, description="Only what these people said or did, by name.")]
Kinds = Annotated[list[Word], Meta(max_length=64, description="Only events of these kinds, such as message.sent.")]
Because = Annotated[Annotated[str, Meta(max_length=1024)] | None, Meta(description="Why; it is kept with the change.")]


class Remember(Noun, frozen=True, kw_only=True):
    """Keep something for later: a fact, a decision, a preference, or what somebody said.

    Keep it in the words it was said in, one matter at a time, as soon as it is said. Name whom it concerns in `about`, and who
    said it in `by`. What you conclude from what you recalled names its sources in `derivedFrom`, so that it counts as no new
    evidence. Nothing is overwritten: to change something use `correct`. Gives the id by which it is cited.
    """

    text: Annotated[Text, Meta(min_length=1, description="What is to be kept.")]
    about: Annotated[
        list[Concerned],
        Meta(max_length=64, description='Whom and what it concerns, such as {"name": "Priya", "type": "person"}.'),
    ] = []
    by: Annotated[
        Actor | None, Meta(description='Who said or did it, such as {"type": "person", "name": "Priya"}.')
    ] = None
    occurred_at: Annotated[
        Word | None, Meta(description="When it happened: a time by RFC 3339, or a date with a timeZone.")
    ] = None
    time_zone: Annotated[Word | None, Meta(description="The IANA zone of it, such as Europe/Lisbon.")] = None
    kind: Annotated[Word, Meta(description="What happened, such as message.received or decision.made.")] = (
        "note.created"
    )
    basis: Annotated[
        Literal["user_stated", "observed", "inferred"],
        Meta(description="On what it rests: somebody told you, you saw it, or you concluded it."),
    ] = "observed"
    confidence: Annotated[Share, Meta(description="How sure that is, from 0 to 1.")] = 1.0
    derived_from: Annotated[
        list[EventId], Meta(max_length=64, description="Ids of the events this summarises or follows from.")
    ] = []
    privacy: Annotated[
        Privacy | None, Meta(description="Who may know it, where it is not what the channel says by itself.")
    ] = None
    key: Annotated[
        Annotated[str, Meta(min_length=1, max_length=512)] | None,
        Meta(description="Your own name for it: said twice, it is kept once."),
    ] = None


class Recall(Noun, frozen=True, kw_only=True):
    """Ask what is known, before you answer from what you remember yourself; a question in plain words serves best.

    Gives the lines that answer, best first, each with the id of its event, claims about those the question names, and of whom
    nothing is known. What is not in the answer is not known here: say so, do not guess. Cite the ids.
    """

    question: Annotated[str, Meta(min_length=1, max_length=8192, description="What you want to know.")]
    k: Annotated[int, Meta(ge=1, le=LINES_MAX, description="At most so many lines.")] = 10
    after: Moment = None
    before: Moment = None
    actors: Actors = []
    kinds: Kinds = []
    valid_at: Annotated[str | None, Meta(description="Claims that held at this time, not those that hold now.")] = None
    old: Annotated[bool, Meta(description="What went stale or was superseded too, marked so.")] = False
    as_of: AsOf = None
    budget_tokens: Budget = BUDGET_TOKENS


class WhoIs(Noun, frozen=True, kw_only=True):
    """Show what is known of one person or thing: names, claims with their evidence, and where it was met last.

    Without a name it shows who you are here, for whom you ask, and what you may do.
    """

    name: Entity | None = None
    as_of: AsOf = None
    budget_tokens: Budget = BUDGET_TOKENS


class Timeline(Noun, frozen=True, kw_only=True):
    """List what happened in a stretch of time, the newest first, by the time it is about. To find something use `recall`."""

    after: Moment = None
    before: Moment = None
    actors: Actors = []
    kinds: Kinds = []
    newest_first: bool = True
    limit: Annotated[int, Meta(ge=1, le=LINES_MAX, description="At most so many.")] = 20
    as_of: AsOf = None
    budget_tokens: Budget = BUDGET_TOKENS


class Assert(Noun, frozen=True, kw_only=True):
    """Claim that something holds of somebody, resting on events: `Priya works_at Arc Labs`, `Tom likes tea`.

    Give an entity as `object`, or a plain `value`. `evidence` are ids that `remember` or `recall` gave: remember what was said
    first. With `holds` false it says that this holds no longer. Whoever is unknown becomes known by `about` of `remember`.
    """

    subject: Entity
    predicate: Annotated[Word, Meta(description="Such as works_at, lives_in, sibling_of, likes, birthday.")]
    object: Annotated[Entity | None, Meta(description="The other end, where that is a person or thing.")] = None
    value: Annotated[Any, Meta(description="The value, where it is none: a text, a number, a date.")] = None
    evidence: Annotated[list[EventId], Meta(min_length=1, max_length=64, description="Ids of events that show it.")]
    confidence: Annotated[Share, Meta(description="How sure that is, from 0 to 1.")] = 1.0
    valid_from: Moment = None
    valid_to: Moment = None
    topic: Annotated[Word | None, Meta(description="What a preference is about, to tell it from others.")] = None
    reason: Annotated[Name | None, Meta(description="Why; it is kept with the claim.")] = None
    holds: Annotated[bool, Meta(description="False: it holds no longer, from validFrom on.")] = True


class Correct(Noun, frozen=True, kw_only=True):
    """Change what is recorded wrongly; the original stays as evidence, and everybody reads the correction from now on.

    Give `event` with the whole new `content`, or with a `patch` of its time, location or context. Or give `claim`, to withdraw a
    claim that you made. What was right and is over is no mistake: use `assert` with `holds` false.
    """

    event: Annotated[EventId | None, Meta(description="The event to correct.")] = None
    claim: Annotated[EventId | None, Meta(description="The claim to withdraw.")] = None
    content: Annotated[Text | None, Meta(description="What the event should say.")] = None
    patch: Annotated[
        dict[str, Any] | None,
        Meta(description='A JSON merge patch over time, location and context: {"time": {"occurredAt": "2026-06-02"}}.'),
    ] = None
    because: Because = None


class Forget(Noun, frozen=True, kw_only=True):
    """Hide an event from every reading, for everybody, now and at every earlier moment.

    It is hidden, not destroyed, and a person can show it again. To destroy something for good needs a person at the store: say
    so to whoever asks you for that, and do not say that it is gone.
    """

    event: Annotated[EventId, Meta(description="The event to hide.")]
    because: Because = None


class Resolve(Noun, frozen=True, kw_only=True):
    """Say whom a name means, with candidates and scores, where several could be meant. Nothing is recorded."""

    name: Annotated[Name, Meta(description="The name as it was said.")]
    type: Annotated[Word | None, Meta(description="What sort of thing is meant: person, company, city.")] = None


class Review(Noun, frozen=True, kw_only=True):
    """List what waits for a person's decision: who is new, who may be one with whom, names that nobody could tell apart.

    With `item` and `decision` it answers one of them, where this session may. Decide only what the person you act for has said.
    """

    item: Annotated[EventId | None, Meta(description="The item to answer, as it was listed.")] = None
    decision: Literal["accept", "reject", "later"] | None = None
    limit: Annotated[int, Meta(ge=1, le=LINES_MAX, description="At most so many.")] = 20
    budget_tokens: Budget = BUDGET_TOKENS
