"""Base backups of an embedded server, the log since, and recovery to a moment, with PostgreSQL's own programs."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from datetime import datetime, timedelta
from pathlib import Path

import asyncpg
import pytest

from reflow.embedded import EmbeddedPostgresError, base_backup, embedded_postgres
from reflow.embedded.base_backup import MANIFEST, BackupFailed
from reflow.embedded.recovery import MomentNotReached, recover
from reflow.embedded.wal_receiver import PARTIAL, WalReceiver, forget_slot


@pytest.fixture
def folder() -> Iterator[Path]:
    made = Path(tempfile.mkdtemp(prefix="reflow-backups-"))
    made.chmod(0o711)  # for the server's account, if root runs the tests
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture
async def dsn(folder: Path) -> AsyncIterator[str]:
    async with embedded_postgres(folder / "home", elsewhere=folder / "elsewhere") as dsn:
        connection = await asyncpg.connect(dsn)
        await connection.execute("CREATE TABLE notes (id int PRIMARY KEY)")
        await connection.close()
        yield dsn


async def _write(dsn: str, first: int, last: int) -> datetime:
    """Write these notes; the time after their commit."""
    connection = await asyncpg.connect(dsn)
    await connection.execute("INSERT INTO notes SELECT generate_series($1::int, $2::int)", first, last)
    written_at = await connection.fetchval("SELECT clock_timestamp()")
    await connection.close()
    assert isinstance(written_at, datetime)
    return written_at


async def _received(dsn: str) -> None:
    """Wait until the receiver has everything that is committed now."""
    connection = await asyncpg.connect(dsn)
    wanted = await connection.fetchval("SELECT pg_current_wal_flush_lsn()::text")
    reached = "SELECT bool_or(write_lsn >= $1::text::pg_lsn) FROM pg_stat_replication"
    async with asyncio.timeout(60):
        while not await connection.fetchval(reached, wanted):  # noqa: ASYNC110  # another process changes it
            await asyncio.sleep(0.05)
    await connection.close()


async def _notes_of(folder: Path, name: str, backups: list[Path], log: Path, until: datetime | None) -> int:
    """Recover copies of these into a home of their own; how many notes there are."""
    unpacked = []
    for backup in backups:
        unpacked.append(folder / f"{name}-{backup.name}")
        base_backup.unpack(backup, unpacked[-1])
    copied = folder / f"{name}-log"
    shutil.copytree(log, copied)
    for partial in copied.glob(f"*{PARTIAL}"):
        partial.rename(partial.with_suffix(""))
    home, elsewhere = folder / name, folder / "elsewhere"
    await recover(home, unpacked, copied, until=until, elsewhere=elsewhere)
    async with embedded_postgres(home, elsewhere=elsewhere) as dsn:
        connection = await asyncpg.connect(dsn)
        count = await connection.fetchval("SELECT count(*) FROM notes")
        await connection.close()
    assert isinstance(count, int)
    return count


async def test_a_server_is_recovered_to_the_last_received_byte_and_to_any_moment_before(folder: Path, dsn: str) -> None:
    receiver, log = WalReceiver(dsn, folder / "log", "backup"), folder / "log"
    assert not await receiver.start()  # nothing was received before, so a base backup is needed
    await _write(dsn, 1, 10)
    await base_backup.take(dsn, folder / "full")
    await _write(dsn, 11, 20)
    await base_backup.take(dsn, folder / "incremental", since=folder / "full" / MANIFEST)
    moment = await _write(dsn, 21, 30)
    await _write(dsn, 31, 40)
    await _received(dsn)
    await receiver.stop()
    chain = [folder / "full", folder / "incremental"]

    assert await _notes_of(folder, "newest", chain, log, None) == 40
    assert await _notes_of(folder, "earlier", chain, log, moment) == 30
    with pytest.raises(MomentNotReached):
        await _notes_of(folder, "future", chain, log, moment + timedelta(hours=1))
    with pytest.raises(EmbeddedPostgresError, match="There is a database"):
        await recover(folder / "newest", chain, log, elsewhere=folder / "elsewhere")


async def test_an_incremental_backup_has_only_what_changed(folder: Path, dsn: str) -> None:
    await base_backup.take(dsn, folder / "full")
    await _write(dsn, 1, 10)
    await base_backup.take(dsn, folder / "incremental", since=folder / "full" / MANIFEST)

    full, incremental = [(folder / each / "base.tar.gz").stat().st_size for each in ("full", "incremental")]
    assert incremental < full / 10


async def test_one_changed_byte_in_a_backup_is_named(folder: Path, dsn: str) -> None:
    await base_backup.take(dsn, folder / "full")
    assert base_backup.check(folder / "full") == []

    manifest = folder / "full" / MANIFEST
    content = manifest.read_bytes()
    manifest.write_bytes(content.replace(b'"Path": "PG_VERSION", "Size": 3', b'"Path": "PG_VERSION", "Size": 4'))
    assert base_backup.check(folder / "full") == [f"{MANIFEST} was changed."]
    manifest.write_bytes(content)

    base = folder / "full" / "base.tar.gz"
    packed = base.read_bytes()
    base.write_bytes(packed[: len(packed) // 2])
    (problem,) = base_backup.check(folder / "full")
    assert problem.startswith("base.tar.gz cannot be read")
    base.unlink()
    assert base_backup.check(folder / "full")[0].startswith("base.tar.gz cannot be read")


async def test_a_new_receiver_takes_over_from_one_whose_owner_was_killed(folder: Path, dsn: str) -> None:
    first = WalReceiver(dsn, folder / "log", "backup")
    await first.start()
    await _write(dsn, 1, 10)
    await _received(dsn)  # it is connected
    second = WalReceiver(dsn, folder / "log", "backup")

    assert await second.start()

    await _write(dsn, 11, 20)
    await _received(dsn)
    assert second.runs
    with pytest.raises(BackupFailed, match="in use"):
        await forget_slot(dsn, "backup")
    await second.stop()
    await first.stop()
    await forget_slot(dsn, "backup")
    assert not await WalReceiver(dsn, folder / "log", "backup").start()


async def test_a_backup_of_a_server_that_went_away_says_so(folder: Path) -> None:
    async with embedded_postgres(folder / "home", elsewhere=folder / "elsewhere") as dsn:
        pass
    with pytest.raises(BackupFailed, match="pg_basebackup"):
        await base_backup.take(dsn, folder / "full")
