"""The verbs of a session on what is drawn from events: draw it, and walk from a claim back to the words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from kenning.engine.access.bound import Bound
from kenning.engine.claims.extract import job
from kenning.engine.claims.extract.asked import Asked
from kenning.engine.claims.extract.trail import trail
from kenning.model.report import ExtractReport, Step
from kenning.store.base import Progress, quiet


class ExtractVerbs(Bound):
    """From text to knowledge, and back."""

    def extract(
        self,
        *,
        tiers: Collection[int] = (),
        since: str | None = None,
        rules: Sequence[Path | str] = (),
        dry_run: bool = False,
        again: bool = False,
        progress: Progress = quiet,
    ) -> ExtractReport:
        """Draw mentions and claims out of events: by structure (tier 1), by patterns (2), by the extractors of `Config` (3, 4).

        It goes on where it was left, and nothing is claimed twice; ``again`` begins anew, ``since`` looks at what was recorded
        from a time on, ``rules`` adds files of patterns, ``dry_run`` only says what would be learned. What an event says no more
        is withdrawn. Raises `InvalidError` for files of rules, with their lines, and for a tier of which there is no extractor.
        """
        self._writable()
        self._keeps("drawing from all events")
        asked = Asked(tiers=frozenset(tiers), since=since, rules=tuple(map(Path, rules)), dry_run=dry_run, again=again)
        return job.run(self._engine, self._who, asked, progress)

    def trail(self, claim_id: str) -> list[Step]:
        """Walk from a claim to the words it rests on: who said them, when, and by what it was drawn from them.

        Only what this session may read. Raises `NotFoundError` where there is no such claim.
        """
        return trail(self._engine, self.scope, claim_id, self._at)
