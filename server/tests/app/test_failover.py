"""The machine of the primary PostgreSQL is lost, and an operator promotes its standby."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.app.correspondents import judged, two_pairs
from tests.app.history import History
from tests.app.house import ROOMY, House, until
from tests.postgres_servers import Server, primary_and_standby

from mail.mail_server import MailServer

EACH = 30
WAITED_FOR = "SELECT sync_state = 'sync' FROM pg_stat_replication"


@pytest.fixture
async def servers(home: Path) -> AsyncIterator[tuple[Server, Server]]:
    """A primary, and a standby that confirms each commit before the primary acknowledges it."""
    async with AsyncExitStack() as stack:
        primary, standby = await primary_and_standby(home.parent, stack)
        await primary.sql("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
        await primary.sql("SELECT pg_reload_conf()")
        await until(lambda: primary.sql(WAITED_FOR))
        yield primary, standby


async def test_pages_go_on_with_the_promoted_standby_and_nothing_acknowledged_is_lost(
    servers: tuple[Server, Server], home: Path, mail_server: MailServer
) -> None:
    primary, standby = servers
    hosts = ",".join(f"127.0.0.1:{each.port}" for each in servers)
    url = f"postgresql://postgres@{hosts}/postgres?target_session_attrs=read-write"
    async with House(home, INFLOW_SMTP_URL=mail_server.url, INFLOW_DATABASE_URL=url, **ROOMY) as house:
        history = History()
        chats, pages = await two_pairs(house, mail_server, history, EACH)
        talking = [asyncio.create_task(page.talk()) for page in pages]
        await until(lambda: _reached(history, len(pages) * 5))

        await primary.kill()
        before = history.count("acknowledged")
        await standby.sql("SELECT pg_promote()")

        async with asyncio.timeout(120):
            await asyncio.gather(*talking)
        assert before < history.count("acknowledged") == len(pages) * EACH
        assert await judged(history, chats) == []


async def _reached(history: History, count: int) -> bool:
    return history.count("acknowledged") >= count
