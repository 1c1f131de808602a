"""A member's network loses every packet for a while, and closes no connection."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.app.half_open import EACH
from tests.app.own_network import found_by


@pytest.mark.long
def test_who_leaves_the_range_of_the_network_is_let_go_and_loses_nothing(home: Path) -> None:
    found = found_by("tests.app.half_open", home.parent)
    print(found)

    assert found["away"] >= 1
    assert found["nearby"] >= 20
    assert found["stayed"] == [0, 0, 0]
    assert found["acknowledged"] == EACH * 8
    assert found["anomalies"] == []
