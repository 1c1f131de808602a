"""A cluster that an older PostgreSQL made is upgraded at its next start."""

from __future__ import annotations

import shutil
import signal
from collections import namedtuple

import asyncpg
import psycopg
import pytest
from tests.reflow.embedded.former import FORMER, former_server
from tests.reflow.embedded.stage import Stage

from reflow.embedded import EmbeddedPostgresError, embedded_postgres, start
from reflow.embedded.place import Place

ROWS = 5_000
Disk = namedtuple("Disk", "total used free")


def made_by_the_former(stage: Stage, how: signal.Signals) -> Place:
    """A cluster of the former version with a table in it, whose server ended in this way."""
    with former_server(stage.home, stage.base / "elsewhere", how) as place, psycopg.connect(place.dsn) as connection:
        connection.execute(f"CREATE TABLE sea AS SELECT n, 'wave ' || n AS word FROM generate_series(1, {ROWS}) n")
        connection.execute("CREATE PUBLICATION waves FOR TABLE sea")
        connection.commit()
    return place


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL], ids=["stopped", "killed"])
async def test_it_has_its_rows_and_publications_and_the_former_one_stays(
    empty_stage: Stage, how: signal.Signals
) -> None:
    place = made_by_the_former(empty_stage, how)

    async with embedded_postgres(empty_stage.home) as dsn:
        connection = await asyncpg.connect(dsn)
        assert (await connection.fetchval("SHOW server_version")).startswith("18.")
        assert await connection.fetchval("SELECT count(*) FROM sea WHERE word = 'wave ' || n") == ROWS
        assert await connection.fetchval("SELECT pubname FROM pg_publication_tables") == "waves"
        assert await connection.fetchval("SHOW data_checksums") == "on"
        await connection.close()

    assert (place.data_of(FORMER) / "PG_VERSION").read_text().strip() == str(FORMER)
    assert {each.name for each in place.root.iterdir() if each.is_dir()} & {"upgrade", "data.unfinished"} == set()


async def test_an_upgrade_that_was_interrupted_before_its_end_is_finished(empty_stage: Stage) -> None:
    place = made_by_the_former(empty_stage, signal.SIGINT)
    async with embedded_postgres(empty_stage.home):
        pass
    former = place.data_of(FORMER)
    place.data.rename(place.upgraded_data)
    for missing in (True, False):
        if not missing:
            place.data.rename(place.upgraded_data)
            former.rename(place.data)

        async with embedded_postgres(empty_stage.home) as dsn:
            connection = await asyncpg.connect(dsn)
            assert await connection.fetchval("SELECT count(*) FROM sea") == ROWS
            await connection.close()
        assert former.exists()


async def test_without_room_for_a_copy_it_is_refused_and_stays_as_it_was(
    empty_stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = made_by_the_former(empty_stage, signal.SIGINT)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Disk(10**9, 10**9, 0))

    with pytest.raises(EmbeddedPostgresError, match=r"needs 0\.3 GB on its disk"):
        await start(empty_stage.home)

    assert (place.data / "PG_VERSION").read_text().strip() == str(FORMER)
    assert not place.upgraded_data.exists()
