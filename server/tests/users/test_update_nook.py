"""users:updateNook."""

from __future__ import annotations

from datetime import timedelta

import asyncpg
import pytest
from tests.members import Member
from tests.world import Person, World, refusal

from inflow.profiles.queries import me
from inflow.users.mutations import update_nook


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
    refused = await alice.send("users:updateNook", userId=alice.user_id, newNook="lifestyle")

    assert refused == {"code": "nook_locked", "message": "CANNOT CHANGE NOOK FOR 7 DAYS"}
    herself = await alice.see(me)
    assert herself is not None
    assert herself.nook == "scenic"


async def test_after_seven_days_it_may_change(alice: Member, world: World) -> None:
    psql = await asyncpg.connect(world.database.dsn)
    await psql.execute(
        "UPDATE users SET last_nook_change = last_nook_change - $2::interval WHERE id = $1",
        alice.user_id,
        timedelta(days=7),
    )
    await psql.close()

    await alice.do(update_nook, user_id=alice.user_id, new_nook="lifestyle")

    herself = await alice.see(me)
    assert herself is not None
    assert herself.nook == "lifestyle"


async def test_the_clients_own_time_counts_for_nothing(alice: Member) -> None:
    refused = await alice.send(
        "users:updateUserNook", userId=alice.user_id, nook="lifestyle", lastNookChange="2001-01-01T00:00:00Z"
    )

    assert refused is not None
    assert refused["code"] == "nook_locked"


@pytest.mark.parametrize("nook", ["sphere", "SCENIC", "", "nowhere", None, 7])
async def test_only_what_is_offered_can_be_chosen(newcomer: Member, nook: object) -> None:
    refused = await newcomer.send("users:updateNook", userId=newcomer.user_id, newNook=nook)

    assert refused is not None
    assert "newNook" in refused["message"]


async def test_nobody_chooses_for_another(newcomer: Member, bob: Member, stranger: Person) -> None:
    assert await refusal(bob.do(update_nook, user_id=newcomer.user_id, new_nook="scenic")) == "forbidden"
    assert await refusal(stranger.do(update_nook, user_id=newcomer.user_id, new_nook="scenic")) == "unauthenticated"
