"""A commit by any process appears on every open feed."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import asyncpg
from tests.app.house import House, until
from tests.app.people import Member

import photographs

BY_HAND = """
    INSERT INTO posts (id, author_id, media_id, nook_type, post_type, ratio, caption)
    SELECT $1, $2, id, 'scenic', 'sphere', 'landscape', $4 FROM media WHERE id = $3
"""
HELD_BACK = "SELECT wait_event = 'SyncRep' FROM pg_stat_activity WHERE pid = $1"
TOLD = "SELECT bool_and(confirmed_flush_lsn >= $1) FROM pg_replication_slots WHERE active"


async def test_alices_foto_appears_on_bobs_open_feed(alice: Member, bob: Member) -> None:
    async with bob.page() as bobs, alice.page() as alices:
        feed = await bobs.feed()

        photo = await alice.photo(photographs.jpeg(1600, 1200))
        created = await alices.does("posts:createPost", **alice.foto(photo, caption="Spring tide"))

        shown = await feed.shows("Spring tide")
        assert created["success"], created
        assert shown["_id"] == created["result"]["_id"]
        assert (await bob.http.get(shown["imageUrl"])).headers["content-type"] == "image/jpeg"


async def test_a_row_inserted_by_hand_appears_on_bobs_open_feed(house: House, alice: Member, bob: Member) -> None:
    photo = await alice.photo(photographs.plain((10, 120, 40)))
    async with bob.page() as page:
        feed = await page.feed()

        psql = await house.database()
        await psql.execute(BY_HAND, secrets.token_hex(13), alice.user_id, photo.split("/")[2], "By hand")
        await psql.close()

        shown = await feed.shows("By hand")
        assert (shown["username"], shown["imageUrl"]) == (alice.username, photo)


async def test_two_processes_on_one_home_share_their_database_and_show_each_others_posts(
    house: House, other_house: House, alice: Member, bob: Member
) -> None:
    (photo,), (another,) = await alice.photos_by_hand(1), await bob.photos_by_hand(1)
    async with alice.page() as alices, bob.at(other_house).page() as bobs:
        feeds = [await page.feed() for page in (alices, bobs)]

        here = await alices.does("posts:createPost", **alice.foto(photo, caption="From here"))
        assert (await feeds[1].shows("From here"))["_id"] == here["result"]["_id"]

        there = await bobs.does("posts:createPost", **bob.foto(another, caption="From there"))
        assert there["success"], there
        assert (await feeds[0].shows("From there"))["_id"] == there["result"]["_id"]

    psql = await house.database()
    assert await psql.fetchval("SELECT count(*) FROM pg_replication_slots WHERE active") == 2
    await psql.close()


async def test_a_commit_that_is_told_before_it_is_visible_appears_when_it_is(
    house: House, alice: Member, bob: Member
) -> None:
    """Every commit is in this state for a moment; here one stays in it: flushed, sent, and waiting for a standby that
    never confirms.
    """
    (photo,) = await alice.photos_by_hand(1)
    hand, watch = await house.database(), await house.database()
    media = photo.split("/")[2]
    async with bob.page() as page:
        feed = await page.feed()
        await _await_standby(watch, "nobody")
        try:
            await until(lambda: _is_held_back(hand, watch))
            insert = asyncio.create_task(hand.execute(BY_HAND, secrets.token_hex(13), alice.user_id, media, "Late"))
            await until(lambda: watch.fetchval(HELD_BACK, hand.get_server_pid()))
            written = await watch.fetchval("SELECT pg_current_wal_flush_lsn()")
            await until(lambda: watch.fetchval(TOLD, written))
            assert "Late" not in feed.captions
        finally:
            await _await_standby(watch, "")
        await insert
        await feed.shows("Late")
    await hand.close()
    await watch.close()


async def _is_held_back(hand: asyncpg.Connection[Any], watch: asyncpg.Connection[Any]) -> bool:
    """Whether a commit is held back; on a busy machine, PostgreSQL begins some time after it has read its settings."""
    commit = asyncio.create_task(hand.execute("SELECT pg_logical_emit_message(true, 'a test', '')"))

    async def is_known() -> bool:
        return commit.done() or await watch.fetchval(HELD_BACK, hand.get_server_pid())

    await until(is_known)
    if commit.done():
        return False
    # It has been committed here, and ends without the confirmation.
    await watch.execute("SELECT pg_cancel_backend($1)", hand.get_server_pid())
    await commit
    return True


async def _await_standby(psql: asyncpg.Connection[Any], name: str) -> None:
    """Have commits wait for this standby from now on."""
    await psql.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{name}'")
    await psql.execute("SELECT pg_reload_conf()")
    await until(lambda: psql.fetchval("SELECT current_setting('synchronous_standby_names') = $1", name))
