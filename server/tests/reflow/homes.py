"""Homes of database servers, and copies of them."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def cluster_home() -> Iterator[Path]:
    """An empty folder in a folder of its own. The server's account may enter both, when root runs the tests."""
    folder = Path(tempfile.mkdtemp(prefix="reflow-home-"))
    home = folder / "home"
    home.mkdir()
    for each in (folder, home):
        each.chmod(0o755)
    yield home
    shutil.rmtree(folder)


def copy_home(home: Path, copy: Path) -> None:
    """Copy a home whose server is stopped. The files keep their owners."""
    subprocess.run(["cp", "-a", home, copy], check=True)
