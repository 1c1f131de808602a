"""The content check tells no one about the machine that it runs on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import photographs
from architecture.sources import SERVER

CLASSIFY = "import sys; from inflow.screening.detector import Detector; Detector().scores(sys.stdin.buffer.read())"


def test_a_checked_photo_leaves_no_id_of_the_machine_behind(tmp_path: Path) -> None:
    """The library writes down an id and its events before it sends them."""
    subprocess.run(
        [sys.executable, "-c", CLASSIFY],
        input=photographs.plain((1, 90, 10)),
        env={"HOME": str(tmp_path), "PYTHONPATH": str(SERVER / "src"), "PATH": "/usr/bin:/bin"},
        check=True,
    )

    assert list(tmp_path.iterdir()) == []
