"""Two of the three machines of PostgreSQL do not reach each other while members write, each two in turn."""

from __future__ import annotations

import os
from math import inf
from pathlib import Path

import pytest
from tests.app.test_failovers import found_with_patroni

SOAKING = bool(os.environ.get("INFLOW_SOAK"))
COUNT = 18 if SOAKING else 3
WRITTEN_WITHIN = 30.0 if SOAKING else inf


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_whichever_two_machines_lose_each_other_members_write_on_and_lose_nothing(home: Path) -> None:
    found = found_with_patroni("tests.app.partitions", home, COUNT)

    assert found["anomalies"] == []
    assert len(found["written apart after"]) == COUNT
    assert max(found["written apart after"] + found["written together after"]) <= WRITTEN_WITHIN
    assert found["acknowledged"] > 0
