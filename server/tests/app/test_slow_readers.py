"""Clients that hardly read while thousands of messages come: other clients do not wait for them, and they cost little
memory.

`make soak` keeps fifty of them connected all the time.
"""

from __future__ import annotations

import asyncio
import secrets

from tests.app.correspondents import NEWEST, Correspondence
from tests.app.house import House, meanwhile, until
from tests.app.people import Member, Page
from tests.app.slow_readers import SlowReader

from mail.mail_server import MailServer

SLOW = 10
FLOOD = 3_000
# For each slow reader, one update may wait until it is read; at the end of the flood it has 9 MB. If all updates
# waited, they would take gigabytes.
MOST_MB = 100.0
MESSAGES = 20
# Deleted messages: only the server can encrypt texts that it can decrypt.
BY_HAND = """
    WITH numbered AS (
        UPDATE conversations SET last_seq = last_seq + 1 WHERE id = $1 RETURNING last_seq
    ), stored AS (
        INSERT INTO messages (id, conversation_id, seq, seat, client_id, type, is_deleted, created_at)
        SELECT $2, $1, last_seq, 0, $2, 'text', true, now() FROM numbered
    )
    UPDATE conversation_sides SET last_seq = numbered.last_seq FROM numbered WHERE conversation_id = $1
"""


async def test_others_are_served_as_if_they_were_not_there(house: House, mail_server: MailServer) -> None:
    rosa, sven, tilda = [await Member.sign_up(house, mail_server, name) for name in ("rosa", "sven", "tilda")]
    loud, quiet = await Correspondence.between(rosa, sven), await Correspondence.between(rosa, tilda)
    await _by_hand(house, loud, 100)
    readers = [SlowReader(sven, loud.id, rate) for rate in (0, 1_000) * (SLOW // 2)]
    async with meanwhile(each.stay() for each in readers):
        await until(lambda: _all_there(readers))
        before = house.memory

        flood = asyncio.create_task(_by_hand(house, loud, FLOOD))
        # Half of the slow readers read nothing at all, so a server that waited for them would not deliver these.
        await _delivered(quiet, MESSAGES)
        await flood

        assert house.memory - before < MOST_MB
    await _shows_last(sven, loud, 100 + FLOOD)
    assert len(await loud.whole(sven)) == 100 + FLOOD


async def _by_hand(house: House, chat: Correspondence, count: int) -> None:
    psql = await house.database()
    await psql.execute("SET synchronous_commit = off")
    for _ in range(count):
        await psql.execute(BY_HAND, chat.id, secrets.token_hex(8))
    await psql.close()


async def _delivered(chat: Correspondence, count: int) -> None:
    """Send so many messages, each once the other member's page shows the one before."""
    async with chat.one.page() as writing, chat.other.page() as reading:
        query = await reading.follows("messages:getMessages", conversationId=chat.id, paginationOpts=NEWEST)
        for _ in range(count):
            name = secrets.token_hex(8)
            sent = await writing.does("messages:sendMessage", **chat.message(chat.one, name))
            assert sent["success"], sent
            await reading.peer.until(lambda name=name: name in _shown(reading, query))


async def _shows_last(member: Member, chat: Correspondence, seq: int) -> None:
    """Wait until the server shows this message, on a new page: one that grows by thousands would have to be split."""
    async with member.page() as page:
        query = await page.follows("messages:getMessages", conversationId=chat.id, paginationOpts=NEWEST)
        await page.peer.until(lambda: page.peer.results[query]["page"][0]["seq"] == seq)


def _shown(page: Page, query: int) -> set[str]:
    return {message["clientId"] for message in page.peer.results[query]["page"]}


async def _all_there(readers: list[SlowReader]) -> bool:
    return all(each.comings for each in readers)
