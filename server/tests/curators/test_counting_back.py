"""Actions from before a change of nook that are taken back: they no longer count, and taking them back subtracts
nothing.
"""

from __future__ import annotations

from tests.grids.fotos import fotos, grid
from tests.members import Member
from tests.product import days_since_nook, in_flow, post

from inflow.grids.mutations import delete_grid, delete_post
from inflow.profiles.mutations import break_flow
from inflow.users.mutations import update_nook
from inflow.users.queries import get_aura_progress


async def test_a_foto_of_before_costs_none_of_those_since(alice: Member) -> None:
    before = await post(alice, "before")
    await _changes_nook(alice)
    since = await post(alice, "since", nook_type="lifestyle")

    await alice.do(delete_post, post_id=before)

    assert await _progress(alice) == (1, 0, 0)
    await alice.do(delete_post, post_id=since)
    assert await _progress(alice) == (0, 0, 0)


async def test_a_grid_of_before_costs_none_of_those_since(alice: Member) -> None:
    before = await grid(alice)
    await _changes_nook(alice)
    since = await grid(alice, "landscape", before.image_ids[::-1])

    await alice.do(delete_grid, grid_id=before.id)

    assert await _progress(alice) == (0, 1, 0)
    await alice.do(delete_grid, grid_id=since.id)
    assert await _progress(alice) == (0, 0, 0)


async def test_of_the_grids_that_go_with_a_foto_those_since_are_counted_back(alice: Member) -> None:
    one, *others = await fotos(alice, "lll")
    await grid(alice, "landscape", [one, others[0]])
    await _changes_nook(alice)
    await grid(alice, "landscape", [one, others[1]])
    await grid(alice, "landscape", others)

    await alice.do(delete_post, post_id=one)

    assert await _progress(alice) == (0, 1, 0)


async def test_a_flow_of_before_costs_only_the_one_who_stayed(alice: Member, bob: Member, carol: Member) -> None:
    await in_flow(alice, bob)
    await _changes_nook(alice)
    await in_flow(alice, carol)

    await bob.do(break_flow, profile_id=bob.profile_id, other_id=alice.profile_id)

    assert await _progress(alice) == (0, 0, 1)
    assert await _progress(bob) == (0, 0, 0)
    await alice.do(break_flow, profile_id=alice.profile_id, other_id=carol.profile_id)
    assert await _progress(alice) == (0, 0, 0)


async def _changes_nook(member: Member) -> None:
    await days_since_nook(member, 7)
    await member.do(update_nook, user_id=member.user_id, new_nook="lifestyle")


async def _progress(member: Member) -> tuple[int, int, int]:
    shown = (await member.see(get_aura_progress, user_id=member.user_id)).progress
    return shown.photos_uploaded, shown.grids_created, shown.sync_flowed
