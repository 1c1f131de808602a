"""A stage for each account that can run an app."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from tests.reflow.embedded.stage import ACCOUNTS, Interpreter, Stage

import reflow
from reflow.embedded.programs import wheel_programs

HERE = Path(__file__).parent

# Tests that only root can run.
collect_ignore = [] if os.geteuid() == 0 else ["test_as_root.py"]


@pytest.fixture(scope="session")
def ordinary_interpreter() -> Iterator[Interpreter]:
    """Python and the package for the account `nobody`, which may be unable to read ours (in root's environment)."""
    base = Path(tempfile.mkdtemp(prefix="reflow-python-", dir="/tmp"))
    base.chmod(0o755)
    nobody = pwd.getpwnam("nobody")
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    unneeded = shutil.ignore_patterns("site-packages", "dist-packages", "test", "config-*", "idlelib")
    stdlib = base / "lib" / version
    _copy(Path(sys.base_prefix) / "lib" / version, stdlib, ignore=unneeded)
    for library in (Path(sys.base_prefix) / "lib").glob("libpython*.so*"):
        shutil.copy(library, base / "lib")
    (base / "bin").mkdir()
    shutil.copy(Path(sys.executable).resolve(), base / "bin" / version)
    for package in _imported_packages():
        _copy(package, stdlib / "site-packages" / package.name)
    shutil.copy(HERE / "app_process.py", base)
    yield Interpreter(
        command=[str(base / "bin" / version), str(base / "app_process.py")],
        environment={"LD_LIBRARY_PATH": str(base / "lib"), "PATH": os.defpath, "PYTHONHOME": str(base)},
        identity={"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []},
    )
    shutil.rmtree(base)


def _imported_packages() -> list[Path]:
    """All modules outside the standard library that `reflow.embedded` imports, with their libraries and the wheel."""
    names = "{name.split('.')[0] for name in sys.modules}"
    listing = f"import sys, reflow.embedded, psycopg_binary; print(*{names})"
    loaded = subprocess.run(
        [sys.executable, "-c", listing], env=_own_environment(), check=True, capture_output=True, text=True
    ).stdout.split()
    site = Path(psycopg.__file__).parents[1]
    wheel = wheel_programs().binaries.parents[1].name
    found = [site / f"{name}{ending}" for name in {*loaded, wheel} for ending in ("", ".libs", ".py")]
    return [Path(reflow.__file__).parent, *(path for path in found if path.exists())]


def _copy(source: Path, target: Path, ignore: Any = None) -> None:
    """Copy with read access for all, by hard links where the file system allows: the wheel alone has 40 MB."""
    if source.is_dir():
        shutil.copytree(source, target, ignore=ignore, copy_function=_link_or_copy)
    else:
        _link_or_copy(str(source), str(target))


def _link_or_copy(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copy(source, target)


def _own_environment() -> dict[str, str]:
    return {"PATH": os.defpath, "PYTHONPATH": str(Path(reflow.__file__).parents[1])}


@pytest.fixture
def own_interpreter() -> Interpreter:
    return Interpreter([sys.executable, str(HERE / "app_process.py")], _own_environment(), {})


@contextlib.contextmanager
def _stage(interpreter: Interpreter) -> Iterator[Stage]:
    # Not pytest's tmp_path, because other accounts cannot enter it.
    base = Path(tempfile.mkdtemp(prefix="reflow stage ", dir="/tmp"))
    base.chmod(0o755)
    if interpreter.identity:
        os.chown(base, interpreter.identity["user"], interpreter.identity["group"])
    stage = Stage(interpreter, base)
    try:
        yield stage
    finally:
        try:
            stage.clear()
        finally:
            shutil.rmtree(base)


@pytest.fixture
def account() -> str:
    """The account that runs the apps. Tests for each account are parametrized with `ACCOUNTS`."""
    return ACCOUNTS[0]


@pytest.fixture
def empty_stage(request: pytest.FixtureRequest, account: str) -> Iterator[Stage]:
    """A stage without a cluster."""
    name = "ordinary_interpreter" if account == "nobody" else "own_interpreter"
    with _stage(request.getfixturevalue(name)) as opened:
        yield opened


@pytest.fixture(scope="session")
def clusters() -> Iterator[dict[str, Path]]:
    """One cluster for each account, which tests pass on: making one for each test would take longer than all of
    them.
    """
    made: dict[str, Path] = {}
    yield made
    for cluster in made.values():
        shutil.rmtree(cluster.parent)


@pytest.fixture
def stage(empty_stage: Stage, account: str, clusters: dict[str, Path]) -> Iterator[Stage]:
    """A stage with a cluster whose log is empty. Tests write their rows anew."""
    if account in clusters:
        empty_stage.make_home()
        clusters[account].rename(empty_stage.home / "cluster")
        clusters.pop(account).parent.rmdir()
    else:
        empty_stage.app().stop()
        empty_stage.kill_apps()
    (empty_stage.root / "postgres.log").unlink(missing_ok=True)
    yield empty_stage
    empty_stage.clear()
    clusters[account] = Path(tempfile.mkdtemp(prefix="reflow-cluster-", dir="/tmp")) / "cluster"
    (empty_stage.home / "cluster").rename(clusters[account])
