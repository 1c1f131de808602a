"""A server killed again and again while a dozen pages write: nothing acknowledged is lost, nothing is there twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.app.correspondents import Correspondence, Correspondent
from tests.app.history import History
from tests.app.house import House, until
from tests.app.people import Member

from mail.post_office import PostOffice

KILLS = 3
EACH = 6


@pytest.fixture(scope="module")
async def house(home_to_crash_in: Path, office: PostOffice) -> AsyncIterator[House]:
    """An Inflow of its own, to be killed."""
    async with House(home_to_crash_in, INFLOW_SMTP_URL=office.url) as house:
        yield house


async def test_a_dozen_pages_write_through_three_kills(house: House, office: PostOffice) -> None:
    alice, bob, carol, dave = [await Member.sign_up(house, office, name) for name in ("alice", "bob", "carol", "dave")]
    chats = [await Correspondence.between(alice, bob), await Correspondence.between(carol, dave)]
    history = History()
    pages = [
        Correspondent(chat, member, history, EACH)
        for chat in chats
        for member in (chat.one, chat.other)
        for _ in range(3)
    ]
    talking = [asyncio.create_task(page.talk()) for page in pages]

    for kill in range(KILLS):
        enough = len(pages) * EACH * (kill + 1) // (KILLS + 2)
        await until(lambda enough=enough: _reached(history, enough))
        await house.kill()
        await house.start()
    async with asyncio.timeout(60):
        await asyncio.gather(*talking)

    assert history.count("acknowledged") == len(pages) * EACH
    assert min(page.away for page in pages) >= 1
    sides = {chat.id: [await chat.whole(member) for member in (chat.one, chat.other)] for chat in chats}
    assert all(one == other for one, other in sides.values())
    assert history.anomalies({chat: [name for _, name in one] for chat, (one, _) in sides.items()}) == []
    assert await _rows(house) == len(pages) * EACH


def test_the_check_finds_what_is_wrong() -> None:
    """It would be worth nothing if it found nothing."""
    history = History()
    for message in ("a", "b"):
        history.invoked("page", "chat", message)
        history.acknowledged("page", "chat", message)
    history.read("page", "chat", ["a", "b"])

    assert history.anomalies({"chat": ["a", "b"]}) == []
    assert any(each.startswith("acknowledged and lost") for each in history.anomalies({"chat": ["a"]}))
    assert "doubled: b" in history.anomalies({"chat": ["a", "b", "b"]})
    assert "nobody sent: c" in history.anomalies({"chat": ["a", "b", "c"]})
    assert any(each.startswith("before something") for each in history.anomalies({"chat": ["b", "a"]}))
    history.read("page", "chat", ["a"])
    assert any(each.startswith("went back") for each in history.anomalies({"chat": ["a", "b"]}))


async def _reached(history: History, enough: int) -> bool:
    return history.count("acknowledged") >= enough


async def _rows(house: House) -> int:
    psql = await house.database()
    count: int = await psql.fetchval("SELECT count(*) FROM messages")
    await psql.close()
    return count
