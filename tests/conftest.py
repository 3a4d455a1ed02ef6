"""What the tests share."""

import pytest

from tests import need as needs


@pytest.fixture
def need() -> needs.Need:
    """`need("umadb", present, "why")`: skips aloud on a desk, fails in CI. Also `from tests.need import need`."""
    return needs.need
