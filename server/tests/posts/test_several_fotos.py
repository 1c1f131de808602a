"""Several fotos in one post: they are one post everywhere, in their order, and each has its own words."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET
from tests.grids.fotos import grid
from tests.members import Member
from tests.moderation.cases import reported, with_role
from tests.product import block, in_flow, post
from tests.world import Person, World, refusal

from inflow.grids.mutations import archive, delete_post, set_audience
from inflow.moderation.mutations import act, reverse
from inflow.posts.further_fotos import NewFoto
from inflow.posts.mutations import create_post, edit
from inflow.posts.queries import (
    get_archived,
    get_cue_posts,
    get_edits,
    get_further_fotos,
    get_post,
    get_posts_by_nook,
    get_user_posts,
)
from inflow.posts.rules import ALT_TEXT_MAX, MOST_FOTOS
from inflow.posts.views import Post
from inflow.posts.visibility import may_see
from inflow.users.queries import get_aura_progress

ALREADY = {"code": "conflict", "message": "This foto has already been posted."}
MISSING = {"code": "not_found", "message": "This post does not exist."}
NO_UPLOAD = {"code": "invalid", "message": "Please upload an image file"}


async def several(member: Member, count: int = 3, **more: Any) -> Post:
    """Post so many fotos at once; the alternative texts of the second and further ones are `Foto 2` and so on."""
    given = {"ratio": "landscape", "nook_type": "scenic", "post_type": "sphere", "caption": "A walk", **more}
    further = [await another(member, alt_text=f"Foto {number}") for number in range(2, count + 1)]
    return await member.do(
        create_post,
        user_id=member.user_id,
        image_url=await member.upload(),
        further_fotos=tuple(further),
        **given,
    )


async def another(member: Member, **more: Any) -> NewFoto:
    return NewFoto(image_url=await member.upload(), **{"ratio": "horizontal", **more})


async def alt_texts(viewer: Member, of: Post) -> list[str]:
    return [each.alt_text for each in await viewer.see(get_further_fotos, post_id=of.id)]


def medium(foto: Any) -> str:
    return foto.image_url.split("/")[2]


async def test_they_are_one_post_with_their_own_words_in_their_order(alice: Member, bob: Member) -> None:
    wall = await bob.watch(get_posts_by_nook, nook_type="scenic")
    bay, gull = await another(alice, alt_text=" A bay "), await another(alice, ratio="vertical")
    given = {"ratio": "landscape", "nook_type": "scenic", "post_type": "sphere", "caption": "A walk"}

    first = await alice.upload()
    made = await alice.do(
        create_post, user_id=alice.user_id, image_url=first, further_fotos=(bay, gull), alt_text="Dunes", **given
    )

    (shown,) = [each for each in wall.now.page if each.user_id == alice.user_id]
    assert (shown.id, shown.foto_count, shown.image_url, shown.alt_text) == (made.id, 3, first, "Dunes")
    second, third = await bob.see(get_further_fotos, post_id=made.id)
    assert [(each.image_url, each.alt_text, each.ratio) for each in (second, third)] == [
        (bay.image_url, "A bay", "horizontal"),
        (gull.image_url, "", "vertical"),
    ]
    assert second.variants != []


async def test_a_single_foto_is_what_it_was(alice: Member) -> None:
    single = await alice.see(get_post, post_id=await post(alice, "Low tide"))

    assert single is not None
    assert single.foto_count is UNSET
    assert await alice.see(get_further_fotos, post_id=single.id) == []


async def test_they_count_as_one_foto_for_the_badge(alice: Member) -> None:
    progress = await alice.watch(get_aura_progress, user_id=alice.user_id)

    made = await several(alice, 4)
    assert progress.now.progress.photos_uploaded == 1

    await alice.do(delete_post, post_id=made.id)
    assert progress.now.progress.photos_uploaded == 0


@pytest.mark.parametrize("count", [MOST_FOTOS - 1, MOST_FOTOS])
async def test_up_to_ten_fotos(alice: Member, count: int) -> None:
    made = await several(alice, count)

    assert made.foto_count == count
    assert await alt_texts(alice, made) == [f"Foto {number}" for number in range(2, count + 1)]


async def test_an_eleventh_foto_is_refused_and_nothing_is_posted(alice: Member) -> None:
    urls = [await alice.upload() for _ in range(MOST_FOTOS + 1)]
    further = [{"imageUrl": url, "ratio": "landscape"} for url in urls[1:]]

    refused = await alice.send("posts:createPost", **_given(alice, urls[0]), furtherFotos=further)

    assert refused is not None
    assert (await alice.see(get_user_posts, user_id=alice.user_id)).page == []


async def test_a_foto_can_be_in_one_post_only(alice: Member) -> None:
    made = await several(alice, 2)
    (second,) = await alice.see(get_further_fotos, post_id=made.id)
    unposted = await alice.upload()

    async def create(first: str, *further: str) -> Any:
        fotos = [{"imageUrl": url, "ratio": "landscape"} for url in further]
        return await alice.send("posts:createPost", **_given(alice, first), furtherFotos=fotos)

    assert await create(second.image_url) == ALREADY
    assert await create(unposted, made.image_url) == ALREADY
    assert await create(unposted, second.image_url) == ALREADY
    twice = await create(unposted, unposted)
    assert twice == {"code": "invalid", "message": "The same foto is in this post twice."}
    assert len((await alice.see(get_user_posts, user_id=alice.user_id)).page) == 1


async def test_each_must_be_an_own_upload(alice: Member, bob: Member) -> None:
    for wrong in (await bob.upload(), "https://example.org/a.jpg", "/media/aaaa/1080.jpg"):
        fotos = [{"imageUrl": wrong, "ratio": "landscape"}]
        refused = await alice.send("posts:createPost", **_given(alice, await alice.upload()), furtherFotos=fotos)
        assert refused == NO_UPLOAD

    assert (await alice.see(get_user_posts, user_id=alice.user_id)).page == []


async def test_others_see_all_of_them_or_none(
    alice: Member, bob: Member, carol: Member, stranger: Person, world: World
) -> None:
    await in_flow(alice, bob)
    made = await several(alice, post_type="cue")
    fotos = await bob.watch(get_further_fotos, post_id=made.id)
    addresses = [medium(made), *(medium(each) for each in fotos.now)]
    assert len(fotos.now) == 2
    assert await carol.see(get_further_fotos, post_id=made.id) == []
    assert await refusal(stranger.see(get_further_fotos, post_id=made.id)) == "unauthenticated"
    assert [await may_see(world.database, carol.clerk_id, each) for each in addresses] == [False] * 3
    assert [await may_see(world.database, bob.clerk_id, each) for each in addresses] == [True] * 3

    await block(alice, bob)

    assert fotos.now == []
    assert [await may_see(world.database, bob.clerk_id, each) for each in addresses] == [False] * 3


async def test_a_narrower_audience_withdraws_all_of_them_from_open_pages(
    alice: Member, bob: Member, world: World
) -> None:
    made = await several(alice)
    fotos = await bob.watch(get_further_fotos, post_id=made.id)
    addresses = [medium(each) for each in fotos.now]

    await alice.do(set_audience, post_id=made.id, post_type="cue")

    assert fotos.now == []
    assert [await may_see(world.database, bob.clerk_id, each) for each in addresses] == [False, False]


async def test_in_the_archive_only_the_author_sees_them(alice: Member, bob: Member) -> None:
    made = await several(alice)
    fotos = await bob.watch(get_further_fotos, post_id=made.id)

    await alice.do(archive, post_id=made.id)

    (archived,) = (await alice.see(get_archived)).page
    assert archived.foto_count == 3
    assert await alt_texts(alice, made) == ["Foto 2", "Foto 3"]
    assert fotos.now == []


async def test_deleting_the_post_deletes_all_of_them(alice: Member, bob: Member, world: World) -> None:
    made = await several(alice)
    fotos = await bob.watch(get_further_fotos, post_id=made.id)
    addresses = {medium(made), *(medium(each) for each in fotos.now)}

    await alice.do(delete_post, post_id=made.id)

    assert fotos.now == []
    async with world.database.connection() as connection:
        jobs = await connection.text(
            "SELECT args ->> 'media_id' AS medium FROM procrastinate_jobs WHERE task_name = 'remove_unused_media'"
        )
    assert addresses <= {job.medium for job in jobs}


async def test_a_grid_shows_the_first_one(alice: Member) -> None:
    made = await several(alice, 2)
    other = await post(alice, "Low tide")

    collage = await grid(alice, "landscape", [made.id, other])

    assert collage.images[0].image_url == made.image_url


async def test_its_alternative_texts_are_edited_together_and_kept(alice: Member, bob: Member) -> None:
    await in_flow(alice, bob)
    made = await several(alice, post_type="cue")
    page, fotos = await bob.watch(get_cue_posts), await bob.watch(get_further_fotos, post_id=made.id)

    await alice.do(edit, post_id=made.id, caption="A walk", alt_text="", further_alt_texts=["Foto 2", " A gull "])

    assert [each.alt_text for each in fotos.now] == ["Foto 2", "A gull"]
    assert page.now.page[0].edited_at is not UNSET
    (earlier,) = await alice.see(get_edits, post_id=made.id)
    assert earlier.further_alt_texts == ["Foto 2", "Foto 3"]


async def test_without_alternative_texts_they_stay(alice: Member) -> None:
    made = await several(alice)

    await alice.do(edit, post_id=made.id, caption="Another walk", alt_text="Dunes")

    assert await alt_texts(alice, made) == ["Foto 2", "Foto 3"]


async def test_an_edit_names_as_many_alternative_texts_as_there_are_fotos(alice: Member) -> None:
    made = await several(alice)
    wrong_number = {"code": "invalid", "message": "This post has another number of fotos."}

    for texts in ([], ["one"], ["one", "two", "three"]):
        given = {"postId": made.id, "caption": "", "altText": "", "furtherAltTexts": texts}
        assert await alice.send("posts:edit", **given) == wrong_number

    longest = ["x" * ALT_TEXT_MAX, ""]
    await alice.do(edit, post_id=made.id, caption="A walk", alt_text="", further_alt_texts=longest)
    assert await alt_texts(alice, made) == longest
    too_long = {"postId": made.id, "caption": "", "altText": "", "furtherAltTexts": ["x" * (ALT_TEXT_MAX + 1), ""]}
    assert await alice.send("posts:edit", **too_long) is not None


async def test_a_report_keeps_all_of_them_and_a_removal_takes_all_away(
    alice: Member, bob: Member, carol: Member, world: World
) -> None:
    mod = await with_role(carol, "moderator")
    made = await several(alice)
    fotos = await bob.watch(get_further_fotos, post_id=made.id)
    addresses = [medium(each) for each in fotos.now]
    case = await reported(bob, "post", made.id)
    async with world.database.transaction() as connection:
        kept = await connection.text("SELECT media_id FROM case_photos WHERE case_id = $1 ORDER BY place", case)
        for number, media_id in enumerate([medium(made), *addresses]):
            await connection.text("UPDATE media SET fingerprint = $2 WHERE id = $1", media_id, f"{number:064x}")
    assert [each.media_id for each in kept] == addresses

    measure = await mod.do(act, case_id=case, measure="remove", reason="spam")

    assert fotos.now == []
    assert [await may_see(world.database, bob.clerk_id, each) for each in addresses] == [False, False]
    assert await _remembered(world, measure) == 3
    await mod.do(reverse, measure_id=measure, words="A mistake")
    assert len(fotos.now) == 2
    assert await _remembered(world, measure) == 0


async def test_another_members_post_counts_as_missing(alice: Member, bob: Member) -> None:
    made = await several(alice)
    given = {"postId": made.id, "caption": "", "altText": "", "furtherAltTexts": ["", ""]}

    assert await bob.send("posts:edit", **given) == MISSING


async def _remembered(world: World, measure: str) -> int:
    async with world.database.connection() as connection:
        (row,) = await connection.text("SELECT count(*) AS n FROM removed_photos WHERE measure_id = $1", measure)
    return int(row.n)


def _given(member: Member, image_url: str) -> dict[str, Any]:
    of = {"userId": member.user_id, "imageUrl": image_url, "nookType": "scenic", "postType": "sphere"}
    return {**of, "ratio": "landscape", "caption": ""}
