"""grids:deleteGrid, and posts:deletePost with a foto that is in grids."""

from __future__ import annotations

import asyncio

from tests.grids.fotos import asked, fotos, grid
from tests.members import Member
from tests.world import Person, World, refusal

from inflow.grids.mutations import create_grid, delete_grid, delete_post
from inflow.grids.queries import get_grid, get_user_grids
from inflow.posts.queries import get_post
from inflow.users.queries import get_aura_progress
from reflow.errors import AppError


async def test_it_is_gone_and_counted_back_and_its_fotos_stay(alice: Member, bob: Member) -> None:
    made, kept = await grid(alice), await grid(alice)
    wall = await bob.watch(get_user_grids, user_id=alice.user_id)
    progress = await alice.watch(get_aura_progress, user_id=alice.user_id)

    await alice.do(delete_grid, grid_id=made.id)

    assert [each.id for each in wall.now.page] == [kept.id]
    assert progress.now.progress.grids_created == 1
    assert await bob.see(get_post, post_id=made.image_ids[0]) is not None


async def test_what_is_not_ones_own_is_not_there(alice: Member, bob: Member, stranger: Person) -> None:
    made = await grid(alice)

    assert await refusal(bob.do(delete_grid, grid_id=made.id)) == "not_found"
    assert await refusal(bob.do(delete_grid, grid_id="nothing")) == "not_found"
    assert await refusal(stranger.do(delete_grid, grid_id=made.id)) == "unauthenticated"
    await alice.do(delete_grid, grid_id=made.id)
    assert await refusal(alice.do(delete_grid, grid_id=made.id)) == "not_found"


async def test_a_grid_goes_with_its_foto_and_is_counted_back(alice: Member, bob: Member) -> None:
    one, other, third = await fotos(alice, "lll")
    gone = [await grid(alice, "landscape", [one, other]), await grid(alice, "landscape", [third, one])]
    kept = await grid(alice, "landscape", [third, other])
    wall = await bob.watch(get_user_grids, user_id=alice.user_id)
    alone = await bob.watch(get_grid, grid_id=gone[0].id)

    await alice.do(delete_post, post_id=one)

    assert [each.id for each in wall.now.page] == [kept.id]
    assert alone.now is None
    progress = (await alice.see(get_aura_progress, user_id=alice.user_id)).progress
    assert (progress.grids_created, progress.photos_uploaded) == (1, 2)


async def test_a_foto_that_is_deleted_while_grids_are_made_of_it_leaves_none(alice: Member, world: World) -> None:
    made_of = await fotos(alice, "hhh")
    calls = [(create_grid, asked(alice, layout, made_of)) for layout in ("layout1", "layout2", "layout3")]
    calls.insert(1, (delete_post, {"post_id": made_of[1]}))

    async def outcome(mutation: object, given: dict[str, object]) -> str | None:
        try:
            await world.engine.run_mutation(mutation, mutation.complete(given), alice.identity)  # type: ignore[arg-type, attr-defined]  # one of two mutations
        except AppError as refused:
            return refused.code
        return None

    outcomes = await asyncio.gather(*(outcome(*call) for call in calls))

    assert outcomes[1] is None
    assert set(outcomes) <= {None, "not_found"}
    assert (await alice.see(get_user_grids, user_id=alice.user_id)).page == []
    assert (await alice.see(get_aura_progress, user_id=alice.user_id)).progress.grids_created == 0
