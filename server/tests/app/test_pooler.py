"""Calls read and write through a pooler in transaction mode, and the log is read directly."""

from __future__ import annotations

import asyncio
import os
import shutil
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

import pytest
from tests.app.correspondents import judged, two_pairs
from tests.app.history import History
from tests.app.house import ROOMY, House, refuses_to_start, until
from tests.app.pooler import Pooler
from tests.postgres_servers import Server

from mail.mail_server import MailServer
from reflow import Database
from reflow.postgres.pooled import PooledConnection

SOAKING = bool(os.environ.get("INFLOW_SOAK"))
EACH = 400 if SOAKING else 40
BRIEF = 5
RESTARTS = 20 if SOAKING else 1


@pytest.mark.long
@pytest.mark.timeout(3600)
async def test_no_message_is_lost_or_doubled_through_a_pooler_that_dies_and_comes_back(
    server: Server, home: Path, mail_server: MailServer
) -> None:
    if shutil.which("pgbouncer") is None:
        pytest.skip("scripts/failover-packages.sh installs pgbouncer")
    async with AsyncExitStack() as stack:
        pooler = Pooler(home.parent / "pooler", server.dsn)
        stack.push_async_callback(pooler.kill)
        await pooler.start()
        addresses = {"INFLOW_DATABASE_URL": server.dsn, "INFLOW_POOLER_URL": pooler.dsn}
        house = await stack.enter_async_context(
            House(home, serving=2, INFLOW_SMTP_URL=mail_server.url, **addresses, **ROOMY)
        )
        history = History()
        chats, pages = await two_pairs(house, mail_server, history, EACH)
        talking = [asyncio.create_task(page.talk()) for page in pages]
        for restart in range(1, RESTARTS + 1):
            share = restart * len(pages) * EACH // (RESTARTS + 1)
            await until(partial(_has, history, share), seconds=120)
            assert await pooler.transactions() > len(pages)
            await pooler.kill()
            await pooler.start()
        async with asyncio.timeout(600):
            await asyncio.gather(*talking)

        assert history.count("acknowledged") == len(pages) * EACH
        assert await judged(history, chats) == []
        assert "jobs interrupted" not in house.said


async def test_calls_share_the_connections_of_a_pooler_that_allows_no_more(server: Server, home: Path) -> None:
    if shutil.which("pgbouncer") is None:
        pytest.skip("scripts/failover-packages.sh installs pgbouncer")
    pooler = Pooler(home.parent / "pooler", server.dsn, clients=2)
    await pooler.start()
    database = Database(pooler.dsn, size=8, kind=PooledConnection)
    connected = asyncio.Event()

    async def calls() -> int:
        async with database.connection() as connection:
            await connected.wait()
            ((number,),) = await connection.text("SELECT 1")
            return int(number)

    calling = [asyncio.create_task(calls()) for _ in range(2)]
    await until(partial(_are_in_use, database, 2))
    calling += [asyncio.create_task(calls()) for _ in range(6)]
    connected.set()
    assert await asyncio.gather(*calling) == [1] * 8
    await database.close()
    await pooler.kill()


async def test_inflow_refuses_a_pooler_that_leads_to_another_database(server: Server, home: Path) -> None:
    await server.sql("CREATE DATABASE other")
    addresses = {"INFLOW_DATABASE_URL": server.dsn, "INFLOW_POOLER_URL": server.dsn_of("other")}

    ended = await refuses_to_start(INFLOW_HOME=str(home), **addresses)

    assert ended.code != 0
    assert "INFLOW_POOLER_URL leads to another database than INFLOW_DATABASE_URL" in ended.said


async def test_members_write_through_a_way_of_its_own_for_calls(
    server: Server, home: Path, mail_server: MailServer
) -> None:
    # Without a pooler on this way, it is a database whose sessions keep nothing.
    addresses = {"INFLOW_DATABASE_URL": server.dsn, "INFLOW_POOLER_URL": server.dsn}
    async with House(home, INFLOW_SMTP_URL=mail_server.url, **addresses, **ROOMY) as house:
        history = History()
        chats, pages = await two_pairs(house, mail_server, history, BRIEF)
        async with asyncio.timeout(120):
            await asyncio.gather(*(page.talk() for page in pages))

        assert history.count("acknowledged") == len(pages) * BRIEF
        assert await judged(history, chats) == []


async def _are_in_use(database: Database, count: int) -> bool:
    return database.in_use == count


async def _has(history: History, acknowledged: int) -> bool:
    return history.count("acknowledged") >= acknowledged
