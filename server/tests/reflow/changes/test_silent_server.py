"""An address names several servers, and the first one is silent: its machine is gone, and packets to it are lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from tests.app.house import free_port
from tests.postgres_servers import Server
from tests.reflow.homes import cluster_home

from reflow.changes.replication import ReplicationConnection
from reflow.postgres.database import Database


@pytest.fixture
async def address() -> AsyncIterator[str]:
    """The address of a server that accepts connections and never says anything, and of one that serves."""
    silent = free_port()
    with cluster_home() as home:
        serving = Server(home / "serving")
        async with await asyncio.start_server(_say_nothing, "127.0.0.1", silent):
            await serving.make()
            await serving.start()
            hosts = f"127.0.0.1:{silent},127.0.0.1:{serving.port}"
            yield f"postgresql://postgres@{hosts}/postgres?target_session_attrs=read-write"
            await serving.kill()


async def test_who_calls_is_answered_by_the_other_server(address: str) -> None:
    database = Database(address)

    first = await database.connect()
    second = await database.connect()

    assert [await each.raw.fetchval("SELECT true") for each in (first, second)] == [True, True]
    for each in (first, second):
        await each.raw.close()


async def test_the_log_of_the_other_server_is_followed(address: str) -> None:
    connection = await ReplicationConnection.connect(address, lock_timeout="1s")

    assert (await connection.identify()).timeline == 1
    connection.close()


async def _say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read()
    writer.close()
