"""Pages read on a standby, which dies and comes back while members write to each other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
from tests.app.correspondents import judged, two_pairs
from tests.app.history import History
from tests.app.house import ROOMY, House, until
from tests.postgres_servers import Server, primary_and_standby

from mail.mail_server import MailServer

EACH = 40
COMMIT = "SELECT pg_logical_emit_message(true, 'test', '')"


@pytest.fixture
async def servers(home: Path) -> AsyncIterator[tuple[Server, Server]]:
    """A primary and its standby."""
    async with AsyncExitStack() as stack:
        yield await primary_and_standby(home.parent, stack)


async def test_no_message_is_lost_or_doubled_when_the_standby_dies_and_comes_back(
    servers: tuple[Server, Server], home: Path, mail_server: MailServer
) -> None:
    primary, standby = servers
    addresses = {"INFLOW_DATABASE_URL": primary.dsn, "INFLOW_READER_URL": standby.dsn}
    async with House(home, INFLOW_SMTP_URL=mail_server.url, **addresses, **ROOMY) as house:
        history = History()
        chats, pages = await two_pairs(house, mail_server, history, EACH)
        talking = [asyncio.create_task(page.talk()) for page in pages]
        await until(lambda: _reads_on_standby(house, primary, 1))

        await standby.kill()
        await until(lambda: _reads_on_standby(house, primary, 0))
        await standby.start()
        await until(lambda: _reads_on_standby(house, primary, 1))

        async with asyncio.timeout(120):
            await asyncio.gather(*talking)
        assert history.count("acknowledged") == len(pages) * EACH
        assert await judged(history, chats) == []


async def _reads_on_standby(house: House, primary: Server, expected: int) -> bool:
    await primary.sql(COMMIT)  # a server on which nothing happens tries nothing
    async with httpx.AsyncClient(base_url=house.address) as http:
        return f"\ninflow_reads_on_standby {expected}.0\n" in (await http.get("/metrics")).text
