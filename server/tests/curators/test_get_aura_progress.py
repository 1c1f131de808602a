"""users:getAuraProgress, and the counting behind it."""

from __future__ import annotations

from tests.members import Member
from tests.world import Person, refusal

from inflow.connections.queries import get_profile
from inflow.curators.counting import count
from inflow.curators.queries import get_aura_progress
from inflow.curators.rules import GRIDS_TARGET, PHOTOS_TARGET, SYNCS_TARGET
from reflow.context import MutationCtx
from reflow.functions import mutation


@mutation(path="tests:does")
async def does(ctx: MutationCtx, *, user_id: str, photos: int = 0, grids: int = 0, syncs: int = 0) -> None:
    """Do as many things as that, or take them back."""
    await count(ctx, user_id, "photos", photos)
    await count(ctx, user_id, "grids", grids)
    await count(ctx, user_id, "syncs", syncs)


async def test_a_new_member_has_done_nothing(alice: Member) -> None:
    begun = await alice.see(get_aura_progress, user_id=alice.user_id)

    progress = begun.progress
    assert (progress.photos_uploaded, progress.grids_created, progress.sync_flowed) == (0, 0, 0)
    assert not begun.has_aura_creator_badge


async def test_the_badge_comes_with_the_last_of_all_three_and_stays(alice: Member, bob: Member) -> None:
    own = await alice.watch(get_aura_progress, user_id=alice.user_id)
    seen = await bob.watch(get_profile, user_id=alice.user_id)
    await alice.do(does, user_id=alice.user_id, photos=PHOTOS_TARGET, grids=GRIDS_TARGET, syncs=SYNCS_TARGET - 1)
    assert not own.now.has_aura_creator_badge

    await alice.do(does, user_id=alice.user_id, syncs=1)

    assert own.now.has_aura_creator_badge
    assert seen.now is not None
    assert seen.now.is_curator
    await alice.do(does, user_id=alice.user_id, photos=-PHOTOS_TARGET)
    assert own.now.has_aura_creator_badge
    assert own.now.progress.photos_uploaded == 0


async def test_what_was_not_counted_is_not_counted_back(alice: Member) -> None:
    await alice.do(does, user_id=alice.user_id, grids=-1)

    assert (await alice.see(get_aura_progress, user_id=alice.user_id)).progress.grids_created == 0


async def test_progress_is_ones_own(alice: Member, bob: Member, stranger: Person) -> None:
    assert await refusal(bob.see(get_aura_progress, user_id=alice.user_id)) == "forbidden"
    assert await refusal(stranger.see(get_aura_progress, user_id=alice.user_id)) == "unauthenticated"
