"""users:updateNook."""

from __future__ import annotations

import asyncio

import pytest
from tests.clock import Clock
from tests.members import Member
from tests.product import days_since_nook, on_the_edge, post
from tests.world import Person, World, refusal

from inflow.members.views import iso
from inflow.profiles.queries import get_profile
from inflow.users.mutations import update_nook
from inflow.users.queries import get_aura_progress, me
from inflow.users.views import AuraProgress, Progress
from reflow.errors import AppError


@pytest.fixture
async def newcomer(world: World) -> Member:
    return await Member.sign_up(world, "newcomer")


async def test_the_first_choice_shows_at_once_and_starts_the_lock(newcomer: Member) -> None:
    herself = await newcomer.watch(me)
    assert herself.now is not None
    assert (herself.now.nook, herself.now.last_nook_change) == ("sphere", None)

    await newcomer.do(update_nook, user_id=newcomer.user_id, new_nook="lifestyle")

    assert herself.now.nook == "lifestyle"
    assert herself.now.last_nook_change is not None


async def test_a_change_within_seven_days_is_refused(alice: Member) -> None:
    await days_since_nook(alice, 6)

    refused = await alice.send("users:updateNook", userId=alice.user_id, newNook="lifestyle")

    assert refused == {"code": "nook_locked", "message": "CANNOT CHANGE NOOK FOR 7 DAYS"}
    herself = await alice.see(me)
    assert herself is not None
    assert herself.nook == "scenic"


async def test_after_seven_days_it_may_change(alice: Member) -> None:
    await days_since_nook(alice, 7)

    await alice.do(update_nook, user_id=alice.user_id, new_nook="lifestyle")

    herself = await alice.see(me)
    assert herself is not None
    assert herself.nook == "lifestyle"


async def test_the_lock_opens_after_seven_days_to_the_second(clock: Clock, newcomer: Member) -> None:
    herself = await newcomer.watch(me)
    await newcomer.do(update_nook, user_id=newcomer.user_id, new_nook="scenic")

    await clock.waits(days=7, seconds=-1)
    refused = await newcomer.send("users:updateNook", userId=newcomer.user_id, newNook="lifestyle")
    assert refused == {"code": "nook_locked", "message": "CANNOT CHANGE NOOK FOR 7 DAYS"}
    await clock.waits(seconds=1)
    await newcomer.do(update_nook, user_id=newcomer.user_id, new_nook="lifestyle")

    assert herself.now is not None
    assert herself.now.nook == "lifestyle"
    assert herself.now.last_nook_change == iso(clock.now)
    await clock.waits(days=7, seconds=-1)
    assert await refusal(newcomer.do(update_nook, user_id=newcomer.user_id, new_nook="scenic")) == "nook_locked"


async def test_a_change_costs_badge_and_progress_at_once(alice: Member, bob: Member) -> None:
    await on_the_edge(alice)
    await post(alice, "counted")
    progress = await alice.watch(get_aura_progress, user_id=alice.user_id)
    seen = await bob.watch(get_profile, user_id=alice.user_id)
    assert seen.now is not None
    assert seen.now.is_curator
    await days_since_nook(alice, 7)

    await alice.do(update_nook, user_id=alice.user_id, new_nook="lifestyle")

    assert progress.now == AuraProgress(progress=Progress(), has_aura_creator_badge=False)
    assert seen.now is not None
    assert not seen.now.is_curator


async def test_neither_the_first_choice_nor_the_same_nook_again_costs_anything(newcomer: Member) -> None:
    await on_the_edge(newcomer)
    progress = await newcomer.watch(get_aura_progress, user_id=newcomer.user_id)

    await newcomer.do(update_nook, user_id=newcomer.user_id, new_nook="scenic")
    await days_since_nook(newcomer, 7)
    await newcomer.do(update_nook, user_id=newcomer.user_id, new_nook="scenic")

    assert progress.now.has_aura_creator_badge
    await newcomer.do(update_nook, user_id=newcomer.user_id, new_nook="lifestyle")
    assert not progress.now.has_aura_creator_badge


async def test_of_fifty_changes_at_once_one_is_made(alice: Member, world: World) -> None:
    await days_since_nook(alice, 7)

    async def change(number: int) -> str | None:
        given = {"user_id": alice.user_id, "new_nook": ("lifestyle", "randomized")[number % 2]}
        try:
            await world.engine.run_mutation(update_nook, update_nook.complete(given), alice.identity)
        except AppError as refused:
            return refused.code
        return None

    outcomes = await asyncio.gather(*(change(number) for number in range(50)))

    assert outcomes.count(None) == 1
    assert set(outcomes) == {None, "nook_locked"}
    herself = await alice.see(me)
    assert herself is not None
    assert herself.nook == ("lifestyle", "randomized")[outcomes.index(None) % 2]


async def test_the_clients_own_time_counts_for_nothing(alice: Member) -> None:
    refused = await alice.send(
        "users:updateUserNook", userId=alice.user_id, nook="lifestyle", lastNookChange="2001-01-01T00:00:00Z"
    )

    assert refused is not None
    assert refused["code"] == "nook_locked"


@pytest.mark.parametrize("nook", ["sphere", "SCENIC", "", "nowhere"])
async def test_only_what_is_offered_can_be_chosen(newcomer: Member, nook: str) -> None:
    refused = await newcomer.send("users:updateNook", userId=newcomer.user_id, newNook=nook)

    assert refused == {"code": "invalid", "message": "There is no such nook."}


@pytest.mark.parametrize("nook", ["n" * 21, None, 7])
async def test_only_a_name_can_be_chosen(newcomer: Member, nook: object) -> None:
    refused = await newcomer.send("users:updateNook", userId=newcomer.user_id, newNook=nook)

    assert refused is not None
    assert "newNook" in refused["message"]


async def test_nobody_chooses_for_another(newcomer: Member, bob: Member, stranger: Person) -> None:
    assert await refusal(bob.do(update_nook, user_id=newcomer.user_id, new_nook="scenic")) == "forbidden"
    assert await refusal(stranger.do(update_nook, user_id=newcomer.user_id, new_nook="scenic")) == "unauthenticated"
