"""posts:editLook: authors change filter and adjustments of their fotos, and every open page follows."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import UNSET
from tests.members import Member
from tests.moderation.cases import reported, with_role
from tests.posts.edited_looks import (
    MISSING,
    REVEALING,
    UNTOUCHED,
    WARM,
    cut,
    discarded,
    edit,
    foto,
    pipeline,
    seen,
    shown_as,
    world,
)
from tests.posts.test_checked_as_posted import REFUSED, UNVERIFIED, Gate, gate, refusals, workers
from tests.world import Person

import photographs
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.moderation.mutations import act, reverse
from inflow.posts.queries import get_cut, get_edits, get_posts_by_nook, get_strips, get_user_posts
from inflow.posts.rules import ADJUSTMENT_MAX

__all__ = ["gate", "pipeline", "workers", "world"]


async def test_filter_and_adjustments_change_on_open_pages_and_are_marked(
    alice: Member, bob: Member, pipeline: MediaPipeline
) -> None:
    posted = await foto(alice, pipeline)
    pages = [
        await bob.watch(get_posts_by_nook, nook_type="scenic"),
        await bob.watch(get_user_posts, user_id=alice.user_id),
    ]
    strip = await bob.watch(get_strips, user_ids=[alice.user_id])

    assert await edit(alice, posted, **WARM) is None

    await bob.world.settle()
    shown = [each for page in pages for each in page.now.page if each.id == posted.id] + [strip.now[0]]
    assert len(shown) == 3
    assert {each.filter for each in shown} == {"juno"}
    assert all(each.adjustments.saturation == 150 and each.edited_at is not UNSET for each in shown)
    assert await alice.see(get_edits, post_id=posted.id) == []


@pytest.mark.parametrize("is_cut", [False, True])
async def test_what_the_check_refuses_as_it_would_be_shown_changes_nothing(
    alice: Member, bob: Member, pipeline: MediaPipeline, gate: Gate, is_cut: bool
) -> None:
    posted = await foto(alice, pipeline)
    url = await cut(alice, pipeline, posted) if is_cut else posted.image_url
    gate.allows_below = 60

    assert await edit(alice, posted, imageUrl=url, **REVEALING) == REFUSED

    assert shown_as(await seen(bob, posted)) == shown_as(posted)
    assert (await seen(bob, posted)).edited_at is UNSET
    assert [row["kind"] for row in await refusals(alice)] == ["explicit"]
    gate.is_down = True
    assert await edit(alice, posted, imageUrl=url, **REVEALING) == UNVERIFIED
    assert shown_as(await seen(bob, posted)) == shown_as(posted)


async def test_another_members_foto_counts_as_missing(
    alice: Member, bob: Member, stranger: Person, pipeline: MediaPipeline, gate: Gate
) -> None:
    posted = await foto(alice, pipeline)
    gate.judged.clear()

    assert await edit(bob, posted, **WARM) == MISSING
    assert await edit(bob, msgspec.structs.replace(posted, id="a" * 26), **WARM) == MISSING
    with pytest.raises(Exception, match="There is no such image"):
        await cut(bob, pipeline, posted)
    given = {"postId": posted.id, "imageUrl": posted.image_url, "ratio": "landscape", **WARM}
    refused = await stranger.send("posts:editLook", **given)
    assert refused is not None
    assert refused["code"] == "unauthenticated"
    assert gate.judged == []
    assert shown_as(await seen(alice, posted)) == shown_as(posted)


async def test_what_a_moderator_removed_cannot_be_changed_and_what_is_unlisted_can(
    alice: Member, bob: Member, pipeline: MediaPipeline
) -> None:
    moderator = await with_role(await Member.sign_up(alice.world, "mod"), "moderator")
    posted = await foto(alice, pipeline)
    url = await cut(alice, pipeline, posted)
    case = await reported(bob, "post", posted.id)
    measure = await moderator.do(act, case_id=case, measure="remove", reason="harassment")

    assert await edit(alice, posted, imageUrl=url, **WARM) == MISSING
    assert await alice.see(get_cut, post_id=posted.id) is None

    await moderator.do(reverse, measure_id=measure)
    assert shown_as(await seen(bob, posted)) == shown_as(posted)
    case = await reported(bob, "post", posted.id)
    await moderator.do(act, case_id=case, measure="unlist", reason="harassment")
    assert await edit(alice, posted, **WARM) is None


async def test_a_restricted_member_changes_no_look(alice: Member, bob: Member, pipeline: MediaPipeline) -> None:
    moderator = await with_role(await Member.sign_up(alice.world, "mod"), "moderator")
    posted = await foto(alice, pipeline)
    case = await reported(bob, "post", posted.id)
    await moderator.do(act, case_id=case, measure="restrict", reason="harassment", days=1)

    refused = await edit(alice, posted, **WARM)

    assert refused["code"] == "restricted"
    assert shown_as(await seen(bob, posted)) == shown_as(posted)


@pytest.mark.parametrize("name", ["brightness", "contrast", "saturation"])
async def test_adjustments_go_from_0_to_200(alice: Member, pipeline: MediaPipeline, gate: Gate, name: str) -> None:
    gate.allows_below = 256
    posted = await foto(alice, pipeline)
    for value in (0, 1, ADJUSTMENT_MAX - 1, ADJUSTMENT_MAX):
        assert await edit(alice, posted, adjustments={**UNTOUCHED, name: value}) is None
        assert msgspec.to_builtins((await seen(alice, posted)).adjustments)[name] == value

    for value in (-1, ADJUSTMENT_MAX + 1):
        refused = await edit(alice, posted, adjustments={**UNTOUCHED, name: value})
        assert refused is not None
        assert name in refused["message"]
    assert msgspec.to_builtins((await seen(alice, posted)).adjustments)[name] == ADJUSTMENT_MAX


async def test_the_same_look_is_no_edit(alice: Member, pipeline: MediaPipeline) -> None:
    posted = await foto(alice, pipeline)

    assert await edit(alice, posted) is None
    assert (await seen(alice, posted)).edited_at is UNSET

    assert await edit(alice, posted, **WARM) is None
    once = (await seen(alice, posted)).edited_at
    assert await edit(alice, posted, **WARM) is None
    assert (await seen(alice, posted)).edited_at == once


@pytest.mark.parametrize("is_cut", [False, True])
async def test_the_full_size_is_withdrawn_with_the_look_in_which_it_was_judged(
    alice: Member, pipeline: MediaPipeline, is_cut: bool
) -> None:
    posted = await foto(alice, pipeline, photographs.plain((40, 40, 40), width=2600, height=1800))
    assert await alice.send("posts:setFullSize", postId=posted.id, allowed=True) is None
    full = (await seen(alice, posted)).variants[-1]
    assert full.width == 2600

    look = {"imageUrl": await cut(alice, pipeline, posted)} if is_cut else WARM
    assert await edit(alice, posted, **look) is None

    assert all(each.width < 2600 for each in (await seen(alice, posted)).variants)
    assert full.url.rpartition("/")[2] in await discarded(alice.world, posted)


async def test_a_full_size_that_was_judged_in_another_look_is_not_shown(
    alice: Member, pipeline: MediaPipeline, gate: Gate
) -> None:
    posted = await foto(alice, pipeline, photographs.plain((40, 40, 40), width=2600, height=1800))
    judge = pipeline.moderator

    async def meanwhile(jpeg: bytes) -> Any:
        object.__setattr__(pipeline, "moderator", judge)
        assert await edit(alice, posted, **WARM) is None
        return await judge(jpeg)

    object.__setattr__(pipeline, "moderator", meanwhile)
    await alice.send("posts:setFullSize", postId=posted.id, allowed=True)

    assert (await seen(alice, posted)).filter == "juno"
    assert all(each.width < 2600 for each in (await seen(alice, posted)).variants)


async def test_a_flick_has_no_look(alice: Member, pipeline: MediaPipeline) -> None:
    posted = await foto(alice, pipeline)
    async with alice.world.database.transaction() as connection:
        await connection.text("UPDATE posts SET is_video = true, duration = 3 WHERE id = $1", posted.id)

    refused = {"code": "unsupported", "message": "Only fotos have a filter and a crop."}
    assert await edit(alice, posted, **WARM) == refused
    with pytest.raises(Exception, match="already been posted"):
        await cut(alice, pipeline, posted)
