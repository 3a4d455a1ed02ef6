"""A draft in words, for whoever looks at what would be learned: who, what, whom, since when."""

from __future__ import annotations

from kenning.model.identity.extract import Extracted, Learned, Passage, Reference


def said_by(passage: Passage, extracted: Extracted, draft: Learned) -> str:
    """Say a draft in a line: ``Ann works_at Arc Labs from 2026-05``; one that ends something begins with ``no longer``."""
    obj = called(passage, extracted, draft.object) if draft.object is not None else str(draft.value)
    times = [f"from {draft.valid_from}"] if draft.valid_from else []
    times += [f"to {draft.valid_to}"] if draft.valid_to else []
    ended = ["no longer"] if draft.deed == "ends" else []
    return " ".join([*ended, called(passage, extracted, draft.subject), draft.predicate, obj, *times])


def called(passage: Passage, extracted: Extracted, reference: Reference) -> str:
    """Say what somebody is called that a draft speaks of."""
    match reference.what:
        case "speaker":
            return passage.speaker.name if passage.speaker is not None else "the speaker"
        case "addressee":
            return passage.addressees[0].name if passage.addressees else "whoever is spoken to"
        case "mention":
            there = 0 <= reference.mention < len(extracted.mentions)
            return extracted.mentions[reference.mention].surface if there else "nobody"
        case "entity":
            return next((one.surface for one in passage.sighted if one.entity == reference.entity), reference.entity)
        case "name":
            return reference.name
