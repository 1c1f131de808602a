"""The files below a folder in which others write and delete meanwhile."""

from __future__ import annotations

import os
from pathlib import Path


def stored_files(folder: Path) -> list[Path]:
    """All files below a folder."""
    # Unlike rglob, this goes on where a job deletes a folder meanwhile.
    return [Path(parent) / name for parent, _, names in os.walk(folder) for name in names]
