"""What an act says, checked once more as its reader will read it, so that nothing unreadable goes into the log."""

from __future__ import annotations

import msgspec

from kenning.model.codec import canonical
from kenning.model.identity.act import CONTENTS, Act, decoded
from kenning.model.time import wrong
from kenning.rules.door.wire import refusal


def readable(kind: str, act: Act) -> Act:
    """Give an act as its text will read. Raises `InvalidError` where no reader would take it."""
    try:
        text = canonical(act).decode()
    except (TypeError, ValueError, RecursionError) as error:
        raise wrong(kind, str(error), "cannot be written as JSON") from error
    try:
        return decoded(kind, text)
    except msgspec.ValidationError as error:
        raise refusal(str(error), msgspec.json.decode(text), CONTENTS[kind]) from error
