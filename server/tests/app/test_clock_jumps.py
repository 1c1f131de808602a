"""The clock of the machine that Inflow runs on jumps, and that of its PostgreSQL does not."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.app.clock_jumps import LIBRARY
from tests.app.own_network import found_by


@pytest.mark.long
@pytest.mark.skipif(LIBRARY is None, reason="Debian's package faketime is not installed")
def test_messages_keep_their_order_and_a_nook_stays_chosen_for_seven_days(home: Path) -> None:
    found = found_by("tests.app.clock_jumps", home.parent)

    assert found == {
        "hours ahead": [1, 0, -1, 192],
        "nooks": ["nook_locked"] * 4,
        "signed in": [True] * 4,
        "errors": [],
        "anomalies": [],
    }
