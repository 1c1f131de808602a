"""Two of the three machines of PostgreSQL do not reach each other while members write, each two in turn."""

from __future__ import annotations

import os
import shutil
from math import inf
from pathlib import Path

import pytest
from tests.app.own_network import found_by
from tests.app.test_failovers import TOOLS

SOAKING = bool(os.environ.get("INFLOW_SOAK"))
COUNT = 18 if SOAKING else 3
WRITTEN_WITHIN = 30.0 if SOAKING else inf


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_whichever_two_machines_lose_each_other_members_write_on_and_lose_nothing(home: Path) -> None:
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"scripts/failover-packages.sh installs {', '.join(missing)}")

    found = found_by("tests.app.partitions", home.parent, str(COUNT))

    print(found)
    assert found["anomalies"] == []
    assert len(found["written apart after"]) == COUNT
    assert max(found["written apart after"] + found["written together after"]) <= WRITTEN_WITHIN
    assert found["acknowledged"] > 0
