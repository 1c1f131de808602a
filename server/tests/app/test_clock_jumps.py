"""The clock of the machine that Inflow runs on jumps, and that of its PostgreSQL does so too or does not."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.app.clock_jumps import LIBRARY
from tests.app.own_network import found_by

needs_library = pytest.mark.skipif(LIBRARY is None, reason="Debian's package faketime is not installed")


@needs_library
@pytest.mark.long
def test_messages_keep_their_order_and_a_nook_stays_chosen_for_seven_days(home: Path) -> None:
    found = found_by("tests.app.clock_jumps", home.parent)

    assert found == {
        "hours ahead": [[1, 0], [0, 0], [-1, 0], [192, 0]],
        "nooks": ["nook_locked"] * 4,
        "signed in": [True] * 4,
        "errors": [],
        "anomalies": [],
    }


@needs_library
@pytest.mark.long
def test_messages_keep_their_order_when_the_clock_of_the_built_in_postgresql_jumps_too(home: Path) -> None:
    found = found_by("tests.app.clock_jumps", home.parent, "together")

    assert found == {
        "hours ahead": [[1, 1], [0, 0], [-1, -1], [192, 192]],
        "nooks": ["nook_locked", "nook_locked", "nook_locked", "chosen"],
        "signed in": [True] * 4,
        "errors": [],
        "anomalies": [],
    }
