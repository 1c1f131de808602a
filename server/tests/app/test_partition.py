"""The network between Inflow and its PostgreSQL loses every packet for a while, and closes no connection."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.app.own_network import found_by


@pytest.mark.long
def test_who_writes_while_the_network_is_away_is_answered_and_nothing_is_lost(home: Path) -> None:
    found = found_by("tests.app.partition", home.parent)

    assert found.pop("written") > 0
    assert found == {"during": "busy", "ready": 503, "alive": 200, "after": True, "copies": 1, "anomalies": []}
