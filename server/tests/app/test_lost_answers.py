"""A message is stored and the answer to it gets lost: the page sends it again, and it is stored once.

`make soak` loses a thousand answers in each of these ways.
"""

from __future__ import annotations

import asyncio
import secrets
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest
from tests.app.correspondents import Correspondence, Correspondent, judged
from tests.app.history import History
from tests.app.house import House
from tests.app.people import Member
from tests.app.roads import Loss, Road, Wire
from tests.conftest import NewDatabase
from tests.reflow.conformance.clients import Client, Node, node_process

from mail.mail_server import MailServer

LOST = 60
EACH = 10
SEED = 20_260_501
MESSAGES = "SELECT count(*) FROM messages"


@pytest.fixture
async def node() -> AsyncIterator[Node]:
    """The process that runs the npm clients."""
    async with node_process() as node:
        yield node
        await node.close_clients()
        assert node.crashes == []


async def test_pages_whose_connections_are_lost_with_the_answers(house: House, mail_server: MailServer) -> None:
    chats = await _chats(house, mail_server)
    history, loss = History(), Loss(seed=SEED)

    async with Road(house, loss) as road:
        loss.lose(LOST)
        pages = await _talk(chats, history, address=road.address)

    assert loss.lost == LOST
    assert history.count("acknowledged") == len(pages) * EACH
    assert await judged(history, chats) == []


async def test_a_server_whose_connections_to_postgresql_are_lost_with_the_answers(
    new_database: NewDatabase, home: Path, mail_server: MailServer
) -> None:
    dsn, loss = await new_database(), Loss(seed=SEED, chance=1)
    with tempfile.TemporaryDirectory(prefix="inflow-wire-") as folder:
        async with (
            Wire(dsn, Path(folder), loss) as wire,
            House(home, INFLOW_SMTP_URL=mail_server.url, INFLOW_DATABASE_URL=wire.dsn) as house,
        ):
            history, chats = History(), await _chats(house, mail_server)

            loss.lose(LOST)
            pages = await _talk(chats, history)

            assert loss.lost == LOST
            assert sum(page.away for page in pages) == 0
            assert await judged(history, chats) == []
            psql = await asyncpg.connect(dsn)
            assert await psql.fetchval(MESSAGES) == history.count("acknowledged") == len(pages) * EACH
            await psql.close()


async def test_the_npm_client_whose_connection_is_lost_with_every_answer(
    house: House, mail_server: MailServer, node: Node
) -> None:
    chats = await _chats(house, mail_server)
    writers = [(chat, member) for chat in chats for member in (chat.one, chat.other)]
    # The rate limit counts a message that is sent twice two times, and a member may send twenty at once.
    names = [[secrets.token_hex(8) for _ in range(EACH)] for _ in writers]

    async with asyncio.timeout(60):
        await asyncio.gather(*(_write(node, *who, each) for who, each in zip(writers, names, strict=True)))

    for chat, sent in zip(chats, (names[:2], names[2:]), strict=True):
        found = [name for _, name in await chat.whole(chat.one)]
        assert found == [name for _, name in await chat.whole(chat.other)]
        for each in sent:
            assert [name for name in found if name in each] == each
        assert len(found) == sum(map(len, sent))


async def _chats(house: House, mail_server: MailServer) -> list[Correspondence]:
    four = [await Member.sign_up(house, mail_server, name) for name in ("ines", "jon", "kim", "lea")]
    return [await Correspondence.between(*four[:2]), await Correspondence.between(*four[2:])]


async def _talk(chats: list[Correspondence], history: History, *, address: str | None = None) -> list[Correspondent]:
    pages = [
        Correspondent(chat, member, history, EACH, address=address)
        for chat in chats
        for member in (chat.one, chat.other)
        for _ in range(2)
    ]
    async with asyncio.timeout(60):
        await asyncio.gather(*(page.talk() for page in pages))
    return pages


async def _write(node: Node, chat: Correspondence, member: Member, names: list[str]) -> None:
    """Send them one by one; the answer to each is lost once."""
    client: Client = await node.open(member.house.address)
    await client.log_in(lambda _: member.token())
    await client.is_authenticated()
    for name in names:
        await client.rule("received", "MutationResponse", "cut before")
        await client.mutate("messages:sendMessage", **chat.message(member, name))
    assert len(client.sent("Mutation")) == 2 * len(names)
