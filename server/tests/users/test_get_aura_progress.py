"""users:getAuraProgress, and the counting behind it."""

from __future__ import annotations

import pytest
from tests.curators.deeds import does, takes_back
from tests.members import Member
from tests.world import Person, refusal

from inflow.profiles.queries import get_profile
from inflow.users.queries import get_aura_progress

PHOTOS, GRIDS, SYNCS = 120, 30, 250
"""The counts that earn the badge, by the specification."""


async def test_a_new_member_has_done_nothing(alice: Member) -> None:
    begun = await alice.see(get_aura_progress, user_id=alice.user_id)

    progress = begun.progress
    assert (progress.photos_uploaded, progress.grids_created, progress.sync_flowed) == (0, 0, 0)
    assert not begun.has_aura_creator_badge


async def test_the_badge_comes_with_the_last_of_all_three_and_stays(alice: Member, bob: Member) -> None:
    own = await alice.watch(get_aura_progress, user_id=alice.user_id)
    seen = await bob.watch(get_profile, user_id=alice.user_id)
    await alice.do(does, user_id=alice.user_id, photos=PHOTOS, grids=GRIDS, syncs=SYNCS - 1)
    assert not own.now.has_aura_creator_badge

    await alice.do(does, user_id=alice.user_id, syncs=1)

    assert own.now.has_aura_creator_badge
    assert seen.now is not None
    assert seen.now.is_curator
    await alice.do(takes_back, user_id=alice.user_id, photos=PHOTOS)
    assert own.now.has_aura_creator_badge
    assert own.now.progress.photos_uploaded == 0


@pytest.mark.parametrize(
    "done",
    [(PHOTOS - 1, GRIDS, SYNCS), (PHOTOS, GRIDS - 1, SYNCS), (PHOTOS, GRIDS, SYNCS - 1)],
    ids=["a photo", "a grid", "a sync"],
)
async def test_whoever_lacks_one_of_anything_has_no_badge(alice: Member, done: tuple[int, int, int]) -> None:
    photos, grids, syncs = done
    await alice.do(does, user_id=alice.user_id, photos=photos, grids=grids, syncs=syncs)

    assert not (await alice.see(get_aura_progress, user_id=alice.user_id)).has_aura_creator_badge


async def test_what_was_not_counted_is_not_counted_back(alice: Member) -> None:
    await alice.do(does, user_id=alice.user_id, photos=1)

    await alice.do(takes_back, user_id=alice.user_id, grids=1)

    assert (await alice.see(get_aura_progress, user_id=alice.user_id)).progress.grids_created == 0


async def test_progress_is_ones_own(alice: Member, bob: Member, stranger: Person) -> None:
    assert await refusal(bob.see(get_aura_progress, user_id=alice.user_id)) == "forbidden"
    assert await refusal(stranger.see(get_aura_progress, user_id=alice.user_id)) == "unauthenticated"
