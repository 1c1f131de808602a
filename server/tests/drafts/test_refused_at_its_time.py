"""What a refusal, a restore or the end of an account does to scheduled fotos, and what their time decides."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from tests.clock import Clock
from tests.drafts.scheduled_work import (
    Work,
    failure_of,
    is_restricted,
    next_attempt,
    posts_of,
    scheduled,
    tomorrow,
    work,
)
from tests.drafts.test_save import fotos_of
from tests.members import Member
from tests.product import block
from tests.world import World

from inflow.app.erasure import erase_member
from inflow.drafts.after_restore import empty_schedule, forget_drafts
from inflow.drafts.mutations import remove, save
from inflow.drafts.queries import list_drafts
from inflow.drafts.rules import MOST_ATTEMPTS
from inflow.posts.mutations import create_post
from inflow.posts.queries import get_posts_by_nook, get_user_posts
from inflow.standing.new_members import NewMemberRules
from inflow.users.mutations import update_nook
from reflow import AppError
from reflow.contrib.jobs import defer
from reflow.dependencies import NO_DEPENDENCIES
from reflow.live.transaction_ctx import TransactionCtx

__all__ = ["tomorrow", "work"]


async def test_a_refused_one_leaves_the_schedule_and_says_why(
    alice: Member, bob: Member, work: Work, clock: Clock, tomorrow: datetime
) -> None:
    kept = await scheduled(alice, tomorrow)
    own = await alice.watch(list_drafts)
    await is_restricted(alice, bob)
    await clock.stands_at(tomorrow)

    await work.publishes(kept)

    (shown,) = own.now
    assert shown.failure is not None
    assert (shown.publish_at, shown.post_type, shown.failure.code) == (None, None, "restricted")
    assert shown.failure.words.startswith("You can't post")
    await clock.waits(days=1)
    await work.sweeps()
    assert (await posts_of(alice), own.now) == ([], [shown])
    await alice.do(save, draft_id=kept, version=2, caption="Again", fotos=fotos_of(shown))
    assert own.now[0].failure is None


async def test_a_suspended_member_posts_nothing(alice: Member, work: Work, clock: Clock, tomorrow: datetime) -> None:
    kept = await scheduled(alice, tomorrow)
    async with alice.world.database.transaction() as connection:
        await connection.text("SET LOCAL session_replication_role = replica")
        await connection.text("INSERT INTO identity_suspensions (account_id) VALUES ($1)", alice.clerk_id)
    await clock.stands_at(tomorrow)

    await work.publishes(kept)

    assert await failure_of(alice) == ("suspended", "Your account is suspended.")


async def test_one_that_was_posted_otherwise_says_so(
    alice: Member, work: Work, clock: Clock, tomorrow: datetime
) -> None:
    kept = await scheduled(alice, tomorrow)
    (shown,) = await alice.see(list_drafts)
    fixed: dict[str, Any] = {"ratio": "landscape", "nook_type": "scenic", "post_type": "sphere", "caption": ""}
    await alice.do(create_post, user_id=alice.user_id, image_url=shown.fotos[0].image_url, **fixed)
    await clock.stands_at(tomorrow)

    await work.publishes(kept)

    assert await failure_of(alice) == ("conflict", "This foto has already been posted.")


async def test_new_members_rules_hold_at_its_time(
    alice: Member, work: Work, clock: Clock, tomorrow: datetime, world: World
) -> None:
    rules = world.engine.dependencies.of(NewMemberRules)
    kept = await scheduled(alice, tomorrow, caption="See www.example.org")
    await clock.stands_at(tomorrow)
    rules.days, rules.links = 7, False
    try:
        await work.publishes(kept)
    finally:
        rules.days, rules.links = 0, True

    failure = await failure_of(alice)
    assert failure is not None
    assert failure[0] == "invalid"


async def test_it_is_posted_in_the_nook_of_that_day(
    alice: Member, work: Work, clock: Clock, tomorrow: datetime
) -> None:
    at = tomorrow + timedelta(days=8)
    kept = await scheduled(alice, at)
    await clock.stands_at(at - timedelta(hours=1))
    await alice.do(update_nook, user_id=alice.user_id, new_nook="lifestyle")
    await clock.stands_at(at)

    await work.publishes(kept)

    shown = (await alice.see(get_user_posts, user_id=alice.user_id)).page
    assert [(each.id, each.nook_type) for each in shown] == [(kept, "lifestyle")]


async def test_a_block_hides_it_like_any_foto(
    alice: Member, bob: Member, work: Work, clock: Clock, tomorrow: datetime
) -> None:
    wall = await bob.watch(get_posts_by_nook, nook_type="scenic")
    kept = await scheduled(alice, tomorrow)
    await block(alice, bob)
    await clock.stands_at(tomorrow)

    await work.publishes(kept)

    assert await posts_of(alice) == [kept]
    assert kept not in [each.id for each in wall.now.page]


async def test_what_passes_is_tried_again_after_growing_pauses_for_an_hour(
    alice: Member, work: Work, clock: Clock, tomorrow: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = await scheduled(alice, tomorrow)
    async with alice.world.database.transaction() as connection:  # as if another crop came between check and post
        await connection.text("UPDATE draft_fotos SET rotation = 90 WHERE draft_id = $1", kept)
    monkeypatch.setattr("inflow.drafts.preparing.store_cut", _no_room)
    await clock.stands_at(tomorrow)

    pauses = []
    for _ in range(MOST_ATTEMPTS):
        assert await failure_of(alice) is None
        await work.publishes(kept)
        if moment := await next_attempt(alice, kept):
            pauses.append((moment - clock.now).total_seconds())
            await clock.stands_at(moment)

    assert pauses == [5, 10, 20, 40, 80, 160, *[300] * 11]
    assert 3_600 <= sum(pauses) < 3_660
    assert await failure_of(alice) == ("no_room", "There is no room.")
    await clock.waits(days=1)
    await work.sweeps()
    assert await posts_of(alice) == []


async def test_one_that_waited_for_the_server_is_posted_late(
    alice: Member, work: Work, clock: Clock, tomorrow: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = await scheduled(alice, tomorrow)
    await clock.stands_at(tomorrow)
    with monkeypatch.context() as broken:
        broken.setattr("inflow.drafts.jobs.prepare_fotos", _lost)
        await work.publishes(kept)
    assert (await posts_of(alice), await failure_of(alice)) == ([], None)

    await clock.waits(seconds=8)
    await work.sweeps()

    assert await posts_of(alice) == [kept]


async def test_after_a_restore_nothing_is_posted_by_itself(
    alice: Member, work: Work, clock: Clock, tomorrow: datetime, world: World
) -> None:
    kept, deleted = [await scheduled(alice, tomorrow) for _ in range(2)]

    async with world.database.transaction() as connection:
        ctx: Any = TransactionCtx(connection, None, defer, b"", NO_DEPENDENCIES)
        await forget_drafts(ctx, [deleted])
        await empty_schedule(ctx)
    await clock.stands_at(tomorrow + timedelta(hours=1))
    await work.sweeps()

    assert await posts_of(alice) == []
    (shown,) = await alice.see(list_drafts)
    assert (shown.id, shown.version) == (kept, 3)
    assert await failure_of(alice) == (
        "expired",
        "The server was restored from a backup. Please schedule this foto again.",
    )


async def test_the_ledger_knows_deleted_drafts_and_not_those_that_became_posts(
    alice: Member, work: Work, clock: Clock, tomorrow: datetime, world: World
) -> None:
    posted, removed = [await scheduled(alice, tomorrow) for _ in range(2)]
    await alice.do(remove, draft_id=removed)
    await clock.stands_at(tomorrow)
    await work.publishes(posted)

    async with world.database.connection() as connection:
        rows = await connection.text(
            """SELECT each.id FROM erasures JOIN unnest($1::text[]) AS each (id)
               ON subject = encode(sha256(convert_to(each.id, 'UTF8')), 'hex') WHERE kind = 'draft'""",
            [posted, removed],
        )
    assert [row.id for row in rows] == [removed]


async def test_nothing_is_left_to_post_of_a_member_who_left(
    alice: Member, work: Work, clock: Clock, tomorrow: datetime, world: World
) -> None:
    kept = await scheduled(alice, tomorrow)
    async with world.database.transaction("ISOLATION LEVEL SERIALIZABLE") as connection:
        await erase_member(connection, "https://test", alice.clerk_id)
    await clock.stands_at(tomorrow + timedelta(seconds=5))

    await work.publishes(kept)
    await work.sweeps()

    async with world.database.connection() as connection:
        assert await connection.text("SELECT id FROM posts WHERE id = $1", kept) == []


async def _no_room(*_: object) -> None:
    raise AppError("no_room", "There is no room.")


async def _lost(*_: object) -> None:
    raise ConnectionError("gone")
