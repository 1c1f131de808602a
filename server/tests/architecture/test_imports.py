"""Imports go from higher features to lower ones. The contracts are in pyproject.toml, under ``tool.importlinter``."""

from __future__ import annotations

import subprocess
import sysconfig
from pathlib import Path

SERVER = Path(__file__).parents[2]


def test_every_contract_is_kept() -> None:
    linter = Path(sysconfig.get_path("scripts")) / "lint-imports"

    run = subprocess.run(
        [linter, "--config", "pyproject.toml", "--no-cache"],
        cwd=SERVER,
        env={"PYTHONPATH": str(SERVER / "src"), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert run.returncode == 0, run.stdout + run.stderr
