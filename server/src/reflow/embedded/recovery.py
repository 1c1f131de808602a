"""Recovering an embedded server from a base backup and the log since, up to a moment."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import asyncpg

from reflow.embedded.account import Account, server_account
from reflow.embedded.adoption import adopt, configure_anew
from reflow.embedded.base_backup import combine
from reflow.embedded.failure import EmbeddedPostgresError
from reflow.embedded.place import Place, settle
from reflow.embedded.postgres import ELSEWHERE, embedded_postgres

_LOG = "archive"
_MISSED = "recovery ended before configured recovery target was reached"


class MomentNotReached(Exception):
    """The log ends before the moment."""


def place_of(home: Path, *, account: str = "nobody", elsewhere: Path = ELSEWHERE) -> Place:
    """The place of a home's cluster, created if it is missing. Arguments and errors as for `postgres.start`."""
    return settle(home, elsewhere=elsewhere, account=server_account(account))


async def recover(
    home: Path,
    backups: Sequence[Path],
    log: Path,
    *,
    until: datetime | None = None,
    database: str | None = None,
    account: str = "nobody",
    elsewhere: Path = ELSEWHERE,
) -> None:
    """Recover the cluster of a home that has none, and stop its server again.

    Args:
        home: As for `postgres.start`.
        backups: A full backup and the incremental ones that follow it, unpacked. They are used up.
        log: A directory with the log's files since the backups. It is used up.
        until: The moment; without it, the log is replayed to its end.
        database: For the backup of a server that is not an embedded one: the name of the database in it. It becomes the
            database of the embedded server.

    Raises:
        MomentNotReached: See there. The cluster is as the log's end left it, and is not used.
        EmbeddedPostgresError: The home has a database, or the server does not start.
    """
    lent = server_account(account)
    place = settle(home, elsewhere=elsewhere, account=lent)
    if place.data.exists():
        raise EmbeddedPostgresError(f"There is a database in {place.data} already.")
    await combine(backups, place.unfinished_data)
    archive = place.root / _LOG
    if archive.exists():
        shutil.rmtree(archive)
    shutil.move(log, archive)
    if database is not None:
        configure_anew(place.unfinished_data)
    (place.unfinished_data / "recovery.signal").touch()
    await asyncio.to_thread(_hand_over, [place.unfinished_data, archive], lent)
    place.unfinished_data.rename(place.data)
    settings = {
        "restore_command": f"cp '{archive}/%f' '%p'",
        "recovery_target_timeline": "latest",
        "recovery_target_action": "promote",
        # No queries before it is recovered: they would need at least the limits of the server that was backed up.
        "hot_standby": "off",
    }
    if until is not None:
        settings["recovery_target_time"] = until.isoformat()
    try:
        async with embedded_postgres(home, settings=settings, account=account, elsewhere=elsewhere) as dsn:
            if database is not None:
                await adopt(dsn, database)
            connection = await asyncpg.connect(dsn)
            try:
                # The next start must not need the archive any more.
                await connection.execute("CHECKPOINT")
            finally:
                await connection.close()
    except EmbeddedPostgresError as error:
        # Not in the error, which has only the last lines.
        if until is not None and _MISSED in await asyncio.to_thread(place.log.read_text, errors="replace"):
            raise MomentNotReached from error
        raise
    await asyncio.to_thread(shutil.rmtree, archive)


def _hand_over(folders: list[Path], account: Account) -> None:
    if account.borrowed:
        for folder in folders:
            for directory, _, files in os.walk(folder):
                os.chown(directory, account.uid, account.gid)
                for name in files:
                    os.chown(f"{directory}/{name}", account.uid, account.gid, follow_symlinks=False)
