"""The same model as Cedar policies, written from the documents: both sides decide alike."""

from __future__ import annotations

import importlib.util

import pytest

from tests.need import need

REQUESTS = 4_000


@pytest.mark.parametrize("seed", [1, 2])
def test_cedar_decides_alike_on_random_requests(seed):
    need("cedarpy", importlib.util.find_spec("cedarpy") is not None, "the second opinion is Cedar's")
    from bench.access_worlds import compare

    tally, differing = compare(REQUESTS, seed)
    assert differing == []
    assert tally.requests == REQUESTS
    assert REQUESTS // 10 < tally.allowed < REQUESTS // 2, "both answers are common"
