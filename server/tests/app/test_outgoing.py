"""Inflow connects to no machine that its operator did not name."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.app.outgoing import OURS
from tests.app.own_network import NOT_PERMITTED

from architecture.sources import SERVER


def test_an_ordinary_day_on_a_server_is_told_to_no_other_machine(home: Path) -> None:
    """A library that calls its publisher, or a service that looks up a name, would be seen."""
    day = subprocess.run(
        [sys.executable, "-m", "tests.app.outgoing", str(home.parent)],
        cwd=SERVER,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if day.returncode == NOT_PERMITTED:
        pytest.skip("the system permits no network of its own")

    assert day.returncode == 0, day.stdout
    assert json.loads(day.stdout.splitlines()[-1]) == ["{}:{}".format(*OURS)]
