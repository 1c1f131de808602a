"""Root's app: the server runs as nobody, and root's directories keep their permissions."""

from __future__ import annotations

import os
import pwd
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.reflow.embedded.stage import Stage

from reflow.embedded import EmbeddedPostgresError, start

NOBODY = pwd.getpwnam("nobody").pw_uid


@pytest.fixture
def closed_home() -> Iterator[Path]:
    """A home below a directory that only root can enter."""
    with tempfile.TemporaryDirectory(prefix="closed ", dir="/tmp") as closed:
        yield Path(closed) / "home"


def test_the_server_runs_as_nobody(stage: Stage) -> None:
    assert stage.app().ready

    assert {Path(f"/proc/{pid}").stat().st_uid for pid in stage.servers()} == {NOBODY}


def test_nobody_may_write_only_the_data_and_the_socket(stage: Stage) -> None:
    assert stage.app().ready

    writable = {path.name for path in (stage.root, *stage.root.iterdir()) if path.stat().st_uid == NOBODY}

    assert writable == {"data", "run"}


def test_a_home_that_nobody_can_reach_has_its_cluster_elsewhere(empty_stage: Stage, closed_home: Path) -> None:
    app = empty_stage.app(closed_home)

    assert app.query("SELECT 1") == [(1,)]
    cluster = (closed_home / "cluster").readlink()
    assert cluster.parent == empty_stage.base / "elsewhere"
    assert closed_home.parent.stat().st_mode & 0o777 == 0o700

    app.query("CREATE TABLE fotos ()")
    app.stop()

    assert empty_stage.app(closed_home).query("SELECT * FROM fotos") == []


async def test_nowhere_to_keep_the_cluster(closed_home: Path) -> None:
    with pytest.raises(EmbeddedPostgresError, match="can reach neither"):
        await start(closed_home, elsewhere=closed_home.parent / "elsewhere")

    assert closed_home.parent.stat().st_mode & 0o777 == 0o700


async def test_a_cluster_of_somebody_else(stage: Stage) -> None:
    os.chown(stage.home / "cluster", NOBODY, NOBODY)

    with pytest.raises(EmbeddedPostgresError, match=f"account with the id {NOBODY}"):
        await start(stage.home)

    os.chown(stage.home / "cluster", 0, 0)


async def test_an_account_that_does_not_exist(stage: Stage) -> None:
    with pytest.raises(EmbeddedPostgresError, match="no account 'nemo'"):
        await start(stage.home, account="nemo")
