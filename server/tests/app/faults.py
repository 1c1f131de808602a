"""Faults of a server and its database while members write to each other."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress

import asyncpg
from tests.app.house import House

_CUT = "SELECT count(pg_terminate_backend(active_pid)) FROM pg_replication_slots WHERE active_pid IS NOT NULL"

Fault = Callable[[House, random.Random], Awaitable[None]]


async def kill(house: House, _: random.Random) -> None:
    """End the whole server as a power cut would, and start it."""
    await house.kill()
    await house.start()


async def kill_worker(house: House, chance: random.Random) -> None:
    """End one of the serving processes; the supervisor replaces it."""
    await house.kill_worker(chance.randrange(house.serving))


async def restart_postgres(house: House, _: random.Random) -> None:
    """Kill PostgreSQL under the server; the server starts it again."""
    await _answered(house, "SELECT 1")
    while not (pid := _postmaster(house)):
        # It stops at the moment, because the processes that used it were killed one after the other.
        await _answered(house, "SELECT 1")
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGQUIT)  # the signal that `pg_ctl stop -m immediate` sends
    while _postmaster(house) == pid:  # noqa: ASYNC110  # until then it may still answer, and it is another process
        await asyncio.sleep(0.02)
    await _answered(house, "SELECT 1")


async def cut(house: House, _: random.Random) -> None:
    """Cut the replication connections of the server."""
    await _answered(house, _CUT)


FAULTS: dict[str, Fault] = {"kill": kill, "worker": kill_worker, "postgres": restart_postgres, "cut": cut}


def _postmaster(house: House) -> int | None:
    try:
        return int((house.cluster.data / "postmaster.pid").read_text().split()[0])
    except (FileNotFoundError, IndexError):
        return None


async def _answered(house: House, statement: str) -> None:
    """Run the statement as soon as PostgreSQL answers: the built-in one stops with a server's last process, even under
    a connection, and starts with the next.
    """
    while True:
        try:
            psql = await house.database()
            try:
                await psql.execute(statement)
            finally:
                psql.terminate()
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            await asyncio.sleep(0.1)
        else:
            return
