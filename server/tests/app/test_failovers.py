"""PostgreSQL runs on three machines under Patroni, and the primary's machine is lost while members write."""

from __future__ import annotations

import os
import shutil
from math import inf
from pathlib import Path
from typing import Any

import pytest
from tests.app.own_network import found_by

SOAKING = bool(os.environ.get("INFLOW_SOAK"))
COUNT = 20 if SOAKING else 2
CURRENT_WITHIN = 10.0 if SOAKING else inf
_TOOLS = ("etcd", "ip", "nsenter", "patroni", "unshare")


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_whoever_is_the_primary_members_lose_nothing_with_its_machine_and_go_on_once_another_is_promoted(
    home: Path,
) -> None:
    found = found_with_patroni("tests.app.failovers", home, COUNT)

    assert found["anomalies"] == []
    assert len(found["current after"]) == COUNT
    assert max(found["current after"]) <= CURRENT_WITHIN
    assert found["acknowledged"] > 0


def found_with_patroni(module: str, home: Path, count: int) -> dict[str, Any]:
    """What a module found on three machines, in so many failures."""
    missing = [tool for tool in _TOOLS if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"scripts/failover-packages.sh installs {', '.join(missing)}")
    found: dict[str, Any] = found_by(module, home.parent, str(count))
    print(found)
    return found
