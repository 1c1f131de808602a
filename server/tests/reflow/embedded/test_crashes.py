"""Whichever process is killed, by any signal: rows stay, the next start succeeds, and no process is left running."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from tests.reflow.embedded.stage import ACCOUNTS, App, Stage, wait_until

SINCE = "SELECT pg_postmaster_start_time()"


def write_rows(app: App) -> None:
    app.query("DROP TABLE IF EXISTS fotos")
    app.query("CREATE TABLE fotos AS SELECT generate_series(1, 1000) AS id")


def rows(app: App) -> int:
    return int(app.query("SELECT count(*) FROM fotos")[0][0])


@pytest.fixture
def stranger() -> Iterator[subprocess.Popen[bytes]]:
    """A process of the server's account that has nothing to do with it; it lives until its standard input ends."""
    # PostgreSQL heeds only processes of its own account: one of another account cannot be a server of this cluster.
    user = "nobody" if os.geteuid() == 0 else None
    process = subprocess.Popen(["cat"], stdin=subprocess.PIPE, user=user)
    yield process
    process.communicate()


@pytest.mark.parametrize("account", ACCOUNTS)
def test_four_apps_that_start_at_once_share_one_server(empty_stage: Stage) -> None:
    apps = [empty_stage.app() for _ in range(4)]

    assert len({app.query(SINCE)[0] for app in apps}) == 1
    assert empty_stage.log.count("starting PostgreSQL") == 1
    assert len(empty_stage.reapers()) == 1


@pytest.mark.parametrize("account", ACCOUNTS)
def test_the_server_outlives_three_of_four_apps_and_ends_cleanly_after_the_last(stage: Stage) -> None:
    apps = [stage.app() for _ in range(4)]
    since = {app.query(SINCE)[0] for app in apps}

    for app in apps[:3]:
        app.kill()

    assert {apps[3].query(SINCE)[0]} == since
    assert stage.app().query(SINCE)[0] in since

    stage.kill_apps()

    wait_until("the server and its reaper have gone", stage.is_empty)
    assert stage.log.count("database system is shut down") == 1


@pytest.mark.parametrize("account", ACCOUNTS)
def test_a_killed_server_starts_again_with_its_rows_while_it_is_still_a_zombie(stage: Stage) -> None:
    parent = stage.app()
    write_rows(parent)
    killed = stage.postmaster

    os.kill(killed, signal.SIGKILL)
    wait_until("the postmaster is a zombie", lambda: is_zombie(killed))
    other = stage.app()

    assert rows(other) == 1000
    assert is_zombie(killed)
    assert stage.postmaster != killed


def test_an_app_gets_its_killed_server_back_without_leaving(stage: Stage) -> None:
    app = stage.app()
    write_rows(app)

    os.kill(stage.postmaster, signal.SIGKILL)
    app.ensure()

    assert rows(app) == 1000


def test_the_reaper_stops_a_server_that_was_started_after_it(stage: Stage) -> None:
    app = stage.app()
    assert app.ready
    reaper = stage.reapers()
    os.kill(stage.postmaster, signal.SIGKILL)
    app.ensure()
    assert stage.reapers() == reaper

    app.kill()

    wait_until("the second server has gone", stage.is_empty)


def test_an_app_that_starts_right_after_the_last_was_killed_waits_for_the_end_and_starts(stage: Stage) -> None:
    first = stage.app()
    write_rows(first)

    first.kill()
    second = stage.app()

    assert rows(second) == 1000
    assert len(stage.reapers()) == 1


@pytest.mark.parametrize("account", ACCOUNTS)
def test_a_process_id_that_something_else_has_now_is_no_server(stage: Stage, stranger: subprocess.Popen[bytes]) -> None:
    app = stage.app()
    write_rows(app)
    pid_file = stage.root / "data/postmaster.pid"
    stage.kill_everything()
    assert pid_file.exists()

    recycle(pid_file, stranger.pid)
    recycle(Path(f"{stage.sockets(app)}.lock"), stranger.pid)
    again = stage.app()

    assert rows(again) == 1000
    again.stop()
    assert stranger.poll() is None


def test_a_reaper_that_was_killed_is_replaced_by_the_next_app(stage: Stage) -> None:
    first = stage.app()
    assert first.ready
    os.kill(stage.reapers()[0], signal.SIGKILL)
    wait_until("the reaper has gone", lambda: not stage.reapers())

    second = stage.app()
    assert second.ready
    assert len(stage.reapers()) == 1

    stage.kill_apps()
    wait_until("the server has gone", stage.is_empty)


def test_a_server_without_a_socket_is_replaced(stage: Stage) -> None:
    app = stage.app()
    write_rows(app)

    stage.sockets(app).unlink()

    assert rows(stage.app()) == 1000


def test_what_was_committed_survives_everything_being_killed_and_nothing_else_does(stage: Stage) -> None:
    app = stage.app()
    write_rows(app)
    with contextlib.closing(psycopg.connect(app.dsn)) as connection:
        connection.execute("INSERT INTO fotos VALUES (1001)")
        connection.commit()
        connection.execute("INSERT INTO fotos VALUES (1002)")
        stage.kill_everything()

    assert rows(stage.app()) == 1001


def test_a_cluster_whose_making_was_cut_short_is_made_anew(empty_stage: Stage) -> None:
    app = empty_stage.app()
    wait_until("initdb is at work", (empty_stage.home / "cluster/data.unfinished/PG_VERSION").exists)
    app.kill()

    assert empty_stage.app().query("SELECT 1") == [(1,)]


def is_zombie(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"


def recycle(pid_file: Path, pid: int) -> None:
    """Write another process's id into the file, as after a restart that assigned the ids anew."""
    _, *others = pid_file.read_text().splitlines(keepends=True)
    pid_file.write_text("".join([f"{pid}\n", *others]))
