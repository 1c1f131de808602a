"""The files of the built web app, and those of other versions on this machine, for pages that are still open.

A page loads parts of the app only when they are needed. After an upgrade it asks for the files of its own version, and
during one also the version that does not have them yet. Their names have a hash of their content, so versions do not
disturb each other. The folder `web` in `INFLOW_HOME` has them until no version of this machine had them for a week.
"""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path
from typing import Final

import structlog

log = structlog.get_logger(__name__)

ASSETS: Final = "assets"
_FOR: Final = 7 * 24 * 3600.0  # seconds


def web_folder() -> Path | None:
    """The folder of the built web app: in the package, or beside the sources. None before the first build."""
    package = Path(__file__).parent.parent
    places = [package / "web", package.parent.parent.parent / "web" / "dist"]
    return next((place for place in places if (place / "index.html").is_file()), None)


def kept_assets(home: Path) -> Path:
    """The folder that `keep_assets` fills; it has a folder `assets`."""
    return home / "web"


def keep_assets(built: Path, home: Path) -> None:
    """Keep the files of this version, and note that it has them now. Without room they are not kept.

    Args:
        built: The folder of the built web app.
    """
    kept = kept_assets(home) / ASSETS
    try:
        kept.mkdir(parents=True, exist_ok=True)
        there = {each.name for each in os.scandir(kept)}
        for file in os.scandir(built / ASSETS):
            if file.name in there:
                os.utime(kept / file.name)
            else:
                _copy(Path(file.path), kept / file.name)
    except OSError as error:
        log.warning("files of the web app are not kept for open pages", error=repr(error))


def forget_assets(home: Path, now: float | None = None) -> None:
    """Delete what no version of this machine had for a week.

    Args:
        now: Seconds of Unix time, by this machine.
    """
    kept, before = kept_assets(home) / ASSETS, (time.time() if now is None else now) - _FOR
    if not kept.is_dir():
        return
    for file in os.scandir(kept):
        if file.stat().st_mtime < before:
            Path(file.path).unlink(missing_ok=True)


def _copy(file: Path, to: Path) -> None:
    """Copy it so that another process sees all of it or nothing."""
    part = to.with_name(f".{to.name}.{os.getpid()}")
    shutil.copyfile(file, part)
    part.replace(to)
