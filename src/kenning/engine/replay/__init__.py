"""Replay: fold the log into fresh projections, and prove that the live ones are what the log says."""

from kenning.engine.replay.events import changes_of, links_of, project, thread_of
from kenning.engine.replay.folding import rebuild
from kenning.engine.replay.proof import PROBLEMS_MAX, verify

__all__ = ["PROBLEMS_MAX", "changes_of", "links_of", "project", "rebuild", "thread_of", "verify"]
