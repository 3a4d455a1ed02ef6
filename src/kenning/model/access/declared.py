"""Declarations of tools and sensors: how dangerous a tool is, and whether an action of a sensor reads or controls."""

from __future__ import annotations

from typing import Literal

from kenning.model.access.levels import ToolClass
from kenning.model.event import Noun, Word


class Declarations(Noun, frozen=True, kw_only=True):
    """What is declared in a namespace: tools by name, actions of sensors by key (``camera_pan``).

    A tool nobody declared counts as ``reserved``. An action of a sensor nobody declared reads where its key ends in ``_read`` and
    controls where it ends in ``_control``; any other is for those whose sensors are ``all``.
    """

    tools: dict[Word, ToolClass] = {}
    sensors: dict[Word, Literal["read", "control"]] = {}


UNDECLARED = Declarations()
