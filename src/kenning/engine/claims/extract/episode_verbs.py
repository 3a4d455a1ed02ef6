"""The verbs on episodes: what happened together, and what it was about."""

from __future__ import annotations

from kenning.engine.access.bound import Bound
from kenning.engine.claims.extract import episodes
from kenning.engine.claims.extract.episodes import Job
from kenning.model.recall import Cut
from kenning.model.report import Episode, SummariesReport
from kenning.providers import Summariser
from kenning.store.base import Progress, quiet


class EpisodeVerbs(Bound):
    """Episodes are cut anew at every reading; summaries of them are events like any other that is derived."""

    def episodes(self, cut: Cut | None = None) -> list[Episode]:
        """List what happened together, in order: the events of a thread until it falls silent, with their summary.

        Raises `InvalidError` for times and silences that are none.
        """
        return episodes.listed(self._engine, self.scope, self._who, cut or Cut(), self._at)

    def summarise(
        self,
        cut: Cut | None = None,
        *,
        summariser: Summariser | None = None,
        dry_run: bool = False,
        progress: Progress = quiet,
    ) -> SummariesReport:
        """Summarise episodes that are over: by their most telling lines, or by a summariser of yours.

        No episode is summarised twice; one that changed is summarised anew, which supersedes what was said of it. Interrupted,
        the next call goes on. With ``dry_run`` nothing is recorded.
        """
        self._keeps("summarising episodes")
        if not dry_run:
            self._writable()
        job = Job(who=self._who, cut=cut or Cut(), summariser=summariser, dry_run=dry_run)
        return episodes.summarise(self._engine, self.scope, job, progress)
