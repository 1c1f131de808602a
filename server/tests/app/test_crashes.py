"""A server killed in the middle of a post: the page sends the post again, and it is stored exactly once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from tests.app.house import House, until
from tests.app.people import Member
from tests.reflow.wire.peer import Peer, mutation

from mail.mail_server import MailServer

COUNT = "SELECT count(*) FROM posts WHERE caption LIKE $1"
IN_FLIGHT = "SELECT EXISTS (SELECT FROM pg_locks WHERE relation = 'posts'::regclass AND NOT granted)"


@pytest.fixture(scope="module")
async def house(home_to_crash_in: Path, mail_server: MailServer) -> AsyncIterator[House]:
    """An Inflow of its own that the tests kill."""
    async with House(home_to_crash_in, INFLOW_SMTP_URL=mail_server.url) as house:
        yield house


@pytest.fixture(scope="module")
async def alice(house: House, mail_server: MailServer) -> Member:
    return await Member.sign_up(house, mail_server, "alice")


async def nobody_posts(psql: asyncpg.Connection[Any]) -> None:
    """From now on every post waits in the middle of its transaction until this connection ends."""
    await psql.execute("BEGIN; LOCK TABLE posts IN SHARE MODE")


async def says_again(alice: Member, session: str, fotos: list[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    """Reconnect as the client does, and send again everything that no Transition has confirmed; the answers."""
    async with alice.page(session=session, count=count) as page:
        await say(page.peer, fotos)
        return [await page.peer.settled(number) for number in range(len(fotos))]


async def say(peer: Peer, fotos: list[dict[str, Any]]) -> None:
    await peer.say(*(mutation(number, "posts:createPost", **foto) for number, foto in enumerate(fotos)))


async def test_a_post_in_flight_is_there_once_after_the_server_was_killed(house: House, alice: Member) -> None:
    (photo,) = await alice.photos_by_hand(1)
    fotos = [alice.foto(photo, caption="In flight")]
    locking, watching = await house.database(), await house.database()
    await nobody_posts(locking)
    async with alice.page(session="in-flight") as page:
        await say(page.peer, fotos)
        await until(lambda: watching.fetchval(IN_FLIGHT))
        await house.kill()
    for psql in (locking, watching):
        psql.terminate()
    await house.start()

    (answer,) = await says_again(alice, "in-flight", fotos, 1)

    assert answer["success"], answer
    assert await _captions(house, "In flight") == [(answer["result"]["_id"], "In flight")]


async def test_a_post_whose_answer_was_lost_is_answered_and_not_made_again(house: House, alice: Member) -> None:
    (photo,) = await alice.photos_by_hand(1)
    fotos = [alice.foto(photo, caption="Unanswered")]
    psql = await house.database()
    async with alice.page(session="unanswered") as page:
        await say(page.peer, fotos)
        await until(lambda: psql.fetchval(COUNT, "Unanswered"))
        await house.kill()
    psql.terminate()
    await house.start()
    (before,) = await _captions(house, "Unanswered")

    (answer,) = await says_again(alice, "unanswered", fotos, 1)

    assert (answer["success"], answer["result"]["_id"]) == (True, before[0])
    assert await _captions(house, "Unanswered") == [before]


async def test_twenty_posts_through_three_kills_are_twenty_posts_in_order(house: House, alice: Member) -> None:
    captions = [f"Wave {number:02}" for number in range(20)]
    photos = await alice.photos_by_hand(20)
    fotos = [alice.foto(photo, caption=caption) for photo, caption in zip(photos, captions, strict=True)]
    for count, enough in enumerate((1, 7, 13)):
        locking, watching = await house.database(), await house.database()
        async with alice.page(session="waves", count=count) as page:
            await say(page.peer, fotos)
            await until(lambda psql=watching, most=enough: _at_least(psql, most))
            with suppress(asyncpg.PostgresError):
                await nobody_posts(locking)
            await house.kill()
        for psql in (locking, watching):
            psql.terminate()
        await house.start()

    answers = await says_again(alice, "waves", fotos, 3)

    assert all(answer["success"] for answer in answers)
    assert await _captions(house, "Wave %") == [
        (answer["result"]["_id"], caption) for answer, caption in zip(answers, captions, strict=True)
    ]


async def _at_least(psql: asyncpg.Connection[Any], most: int) -> bool:
    return bool(await psql.fetchval(COUNT, "Wave %") >= most)


async def _captions(house: House, like: str) -> list[tuple[str, str]]:
    """Id and caption of the posts whose captions match, in the order of creation."""
    psql = await house.database()
    rows = await psql.fetch("SELECT id, caption FROM posts WHERE caption LIKE $1 ORDER BY created_at", like)
    await psql.close()
    return [tuple(row) for row in rows]
