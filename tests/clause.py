"""The mark by which a test says which clauses it would fail without."""

import pytest

clause = pytest.mark.clause
