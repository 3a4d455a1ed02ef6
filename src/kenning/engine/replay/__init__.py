"""Replay: fold the log into fresh projections, and prove that the live ones are what the log says."""

from kenning.engine.replay.events import changes_of, links_of, project, thread_of
from kenning.engine.replay.folding import make_up, rebuild
from kenning.engine.replay.proof import PROBLEMS_MAX, verify

__all__ = ["PROBLEMS_MAX", "changes_of", "links_of", "make_up", "project", "rebuild", "thread_of", "verify"]
