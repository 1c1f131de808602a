"""The network between Inflow and its PostgreSQL loses every packet for a while, and closes no connection."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.app.own_network import NOT_PERMITTED

from architecture.sources import SERVER


@pytest.mark.long
def test_who_writes_while_the_network_is_away_is_answered_and_nothing_is_lost(home: Path) -> None:
    scene = subprocess.run(
        [sys.executable, "-m", "tests.app.partition", str(home.parent)],
        cwd=SERVER,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if scene.returncode == NOT_PERMITTED:
        pytest.skip("the system permits no network of its own")

    assert scene.returncode == 0, scene.stdout
    found = json.loads(scene.stdout.splitlines()[-1])
    assert found.pop("written") > 0
    assert found == {"during": "busy", "ready": 503, "alive": 200, "after": True, "copies": 1, "anomalies": []}
