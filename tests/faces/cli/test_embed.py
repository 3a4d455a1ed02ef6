"""kenning embed: what vectors are kept, of which models, and that keeping them again does nothing."""

from __future__ import annotations

import pytest

from kenning.providers.words import static_words
from tests.faces.conftest import Kenning

needs_vectors = pytest.mark.skipif(static_words() is None, reason="the extra vectors is not installed")
MODEL = "wordllama/l2_supercat_256/1"


@needs_vectors
def test_vectors_are_kept_once_listed_and_dropped(kenning: Kenning) -> None:
    kenning("record", "A red bicycle by the river")
    kenning("record", "A green boat in the harbour")
    assert kenning("embed", "--list").out.strip() == "none"
    assert kenning("embed").out.strip() == f"{MODEL}: 2 rows"
    assert kenning("embed", "--json").json == {"rows": {MODEL: 0}}
    assert kenning("embed", "--list", "--json").json["kept"].keys() == {MODEL}
    assert kenning("embed", "--drop", MODEL).out.strip() == f"dropped what {MODEL} made"
    assert kenning("embed", MODEL).out.strip() == f"{MODEL}: 2 rows"


def test_a_model_that_is_not_there_is_named(kenning: Kenning) -> None:
    kenning("record", "A red bicycle by the river")
    for words in (("embed", "nobody/1"), ("embed", "--drop", "nobody/1")):
        refused = kenning(*words)
        assert (refused.code, "nobody/1" in refused.err) == (3, True)
