"""grids:createGrid."""

from __future__ import annotations

import asyncio

import pytest
from tests.grids.fotos import asked, fotos, grid
from tests.members import Member
from tests.product import in_flow, post
from tests.world import Person, World, refusal

from inflow.grids.mutations import create_grid
from inflow.grids.queries import get_grid, get_user_grids
from inflow.posts.queries import get_post
from inflow.profiles.mutations import block_user, break_flow
from inflow.users.queries import get_aura_progress
from reflow.errors import AppError

SEVERAL = "Choose 2 horizontal and 1 vertical, 3 horizontal, 3 vertical, or 2 landscape fotos."
NOT_LIKE_THIS = "This layout does not fit these fotos."


@pytest.mark.parametrize(
    ("ratios", "layouts"),
    [
        ("hhv", ("layout1", "layout2", "layout3")),
        ("vhh", ("layout2",)),
        ("hhh", ("layout1", "layout2", "layout3")),
        ("vvv", ("vertical1", "vertical2", "vertical3")),
        ("ll", ("landscape",)),
    ],
)
async def test_these_fotos_make_these_grids(alice: Member, ratios: str, layouts: tuple[str, ...]) -> None:
    made_of = await fotos(alice, ratios)

    for layout in layouts:
        made = await grid(alice, layout, made_of)
        assert (made.layout, made.image_ids) == (layout, made_of)


@pytest.mark.parametrize(
    ("ratios", "layout", "message"),
    [
        ("hhvv", "layout1", "Maximum 3 images can be selected"),
        ("lll", "landscape", "Maximum 2 landscape images allowed"),
        ("", "layout1", SEVERAL),
        ("l", "landscape", SEVERAL),
        ("hh", "layout1", SEVERAL),
        ("hvv", "layout1", SEVERAL),
        ("llh", "layout1", SEVERAL),
        ("vvv", "layout1", NOT_LIKE_THIS),
        ("hhv", "vertical1", NOT_LIKE_THIS),
        ("ll", "layout1", NOT_LIKE_THIS),
    ],
)
async def test_these_do_not(alice: Member, ratios: str, layout: str, message: str) -> None:
    image_ids = await fotos(alice, ratios)

    refused = await alice.send(
        "grids:createGrid", userId=alice.user_id, layout=layout, imageIds=image_ids, imageUrls=[]
    )

    assert refused == {"code": "invalid", "message": message}
    assert (await alice.see(get_user_grids, user_id=alice.user_id)).page == []


async def test_it_shows_at_once_what_its_fotos_show_whatever_urls_were_given(alice: Member, bob: Member) -> None:
    wall = await bob.watch(get_user_grids, user_id=alice.user_id)
    progress = await alice.watch(get_aura_progress, user_id=alice.user_id)
    made_of = [await post(alice, "At low tide", alt_text="A pier", filter="sparkle"), *await fotos(alice, "l")]
    stranger_urls = ["https://elsewhere.example/pixel.gif", "data:image/jpeg;base64,AAAA"]

    refused = await alice.send(
        "grids:createGrid", userId=alice.user_id, layout="landscape", imageIds=made_of, imageUrls=stranger_urls
    )

    assert refused is None
    (shown,) = wall.now.page
    first = await bob.see(get_post, post_id=made_of[0])
    assert first is not None
    assert shown.image_ids == made_of
    assert shown.image_urls == [image.image_url for image in shown.images]
    image = shown.images[0]
    assert (image.image_url, image.variants, image.caption, image.alt_text, image.filter, image.ratio) == (
        first.image_url,
        first.variants,
        "At low tide",
        "A pier",
        "sparkle",
        "landscape",
    )
    assert progress.now.progress.grids_created == 1


async def test_a_foto_is_in_a_grid_once(alice: Member) -> None:
    (one,) = await fotos(alice, "l")

    refused = await alice.send(
        "grids:createGrid", userId=alice.user_id, layout="landscape", imageIds=[one, one], imageUrls=[]
    )

    assert refused == {"code": "invalid", "message": "A foto can be in a grid only once."}


async def test_only_ones_own_fotos(alice: Member, bob: Member, stranger: Person) -> None:
    own, others = await fotos(alice, "l"), await fotos(bob, "l")
    answers = [
        await alice.send(
            "grids:createGrid", userId=alice.user_id, layout="landscape", imageIds=[*own, each], imageUrls=[]
        )
        for each in (others[0], "nothing")
    ]

    assert answers == [{"code": "not_found", "message": "This foto does not exist."}] * 2
    given = asked(alice, "landscape", await fotos(alice, "ll"))
    assert await refusal(bob.do(create_grid, **given)) == "forbidden"
    assert await refusal(stranger.do(create_grid, **given)) == "unauthenticated"


async def test_of_the_same_grid_fifty_times_at_once_there_is_one(alice: Member, world: World) -> None:
    given = asked(alice, "landscape", await fotos(alice, "ll"))

    async def create() -> str | None:
        try:
            await world.engine.run_mutation(create_grid, create_grid.complete(given), alice.identity)
        except AppError as refused:
            return refused.code
        return None

    outcomes = await asyncio.gather(*(create() for _ in range(50)))

    assert outcomes.count(None) == 1
    assert set(outcomes) - {None} <= {"conflict", "rate_limited"}
    assert len((await alice.see(get_user_grids, user_id=alice.user_id)).page) == 1
    assert (await alice.see(get_aura_progress, user_id=alice.user_id)).progress.grids_created == 1


async def test_many_different_ones_at_once_are_all_counted(alice: Member, world: World) -> None:
    made_of = await fotos(alice, "hhh")
    orders = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    calls = [
        asked(alice, layout, [made_of[each] for each in order])
        for layout in ("layout1", "layout2", "layout3")
        for order in orders
    ]

    await asyncio.gather(
        *(world.engine.run_mutation(create_grid, create_grid.complete(given), alice.identity) for given in calls)
    )

    assert (await alice.see(get_aura_progress, user_id=alice.user_id)).progress.grids_created == len(calls)


async def test_with_a_cue_foto_in_it_it_is_for_ones_cues(alice: Member, bob: Member, carol: Member) -> None:
    await in_flow(alice, bob)
    walls = [await each.watch(get_user_grids, user_id=alice.user_id) for each in (alice, bob, carol)]

    made = await grid(alice, "landscape", [*await fotos(alice, "l", post_type="cue"), *await fotos(alice, "l")])

    assert made.post_type == "cue"
    assert [len(wall.now.page) for wall in walls] == [1, 1, 0]
    assert await bob.see(get_grid, grid_id=made.id) == made
    assert await carol.see(get_grid, grid_id=made.id) is None
    await bob.do(break_flow, profile_id=bob.profile_id, other_id=alice.profile_id)
    assert [len(wall.now.page) for wall in walls] == [1, 0, 0]


async def test_it_is_hidden_where_its_author_is(alice: Member, bob: Member) -> None:
    made = await grid(alice)
    wall = await bob.watch(get_user_grids, user_id=alice.user_id)
    alone = await bob.watch(get_grid, grid_id=made.id)
    assert (wall.now.page, alone.now) == ([made], made)

    await alice.do(block_user, blocker_id=alice.profile_id, blocked_id=bob.profile_id)

    assert (wall.now.page, alone.now) == ([], None)
