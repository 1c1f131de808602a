"""Two machines with one database have one decoder of its log, over NATS. Members on either notice nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import asyncpg
import pytest
from tests.app.correspondents import Correspondence
from tests.app.house import ROOMY, House
from tests.app.people import Member
from tests.reflow.nats_server import NatsServer

from mail.mail_server import MailServer
from reflow.embedded import embedded_postgres

SLOTS = "SELECT count(*) FROM pg_replication_slots WHERE plugin = 'pgoutput'"


@pytest.fixture
async def machines(home: Path, mail_server: MailServer) -> AsyncIterator[tuple[House, House]]:
    """Two of them, behind one address."""
    async with AsyncExitStack() as stack:
        dsn = await stack.enter_async_context(
            embedded_postgres(home.parent / "theirs", elsewhere=home.parent / "elsewhere")
        )
        nats_server = NatsServer(home.parent / "nats")
        await nats_server.start()
        stack.push_async_callback(nats_server.stop)
        given = {"INFLOW_SMTP_URL": mail_server.url, "INFLOW_DATABASE_URL": dsn, "INFLOW_RELAY_URL": nats_server.url}
        first = await stack.enter_async_context(House(home, **given, **ROOMY))
        shared = {
            "INFLOW_PUBLIC_URL": first.origin,
            "INFLOW_SECRET_FILE": str(home / "keys" / "secret"),
            "INFLOW_MESSAGE_KEYS": str(home / "keys" / "messages"),
        }
        yield first, await stack.enter_async_context(House(home.parent / "second", **given, **shared, **ROOMY))


async def test_pages_of_both_machines_are_live_with_one_decoder_and_when_its_machine_is_gone(
    machines: tuple[House, House], mail_server: MailServer
) -> None:
    first, second = machines
    alice, bob = [await Member.sign_up(first, mail_server, name) for name in ("alva", "bert")]
    chat = await Correspondence.between(alice, bob)
    async with bob.at(second).page() as page:
        shown = await page.follows("messages:getMessages", conversationId=chat.id, paginationOpts=NEWEST)
        await alice.does("messages:sendMessage", **chat.message(alice, "one"))
        await page.peer.until(lambda: len(page.peer.results[shown]["page"]) == 1)
        assert await _slots(first) == 1

        await first.kill()
        await alice.at(second).does("messages:sendMessage", **chat.message(alice, "two"))
        await page.peer.until(lambda: len(page.peer.results[shown]["page"]) == 2)
    assert await _slots(second) == 1
    assert [name for _, name in await chat.whole(bob.at(second))] == ["one", "two"]


NEWEST = {"numItems": 20, "cursor": None}


async def _slots(house: House) -> int:
    psql = await house.database()
    assert isinstance(psql, asyncpg.Connection)
    count: int = await psql.fetchval(SLOTS)
    await psql.close()
    return count
