"""drafts:save, drafts:list, drafts:get and drafts:remove: a member goes on with a foto on another device."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.members import Member
from tests.product import draft, post
from tests.world import Person, Watch, World, refusal, refusal_in_words

from inflow.app.erasure import erase_member
from inflow.drafts.media_references import kept_in_a_draft
from inflow.drafts.mutations import remove, save
from inflow.drafts.queries import get, list_drafts
from inflow.drafts.rules import CHANGED_ELSEWHERE, MOST_DRAFTS, TOO_MANY_DRAFTS
from inflow.drafts.views import Draft, NewDraftFoto
from inflow.media.images.crops import Crop
from inflow.media.storage.references import MediaReferences
from inflow.posts.mutations import create_post
from inflow.posts.views import Adjustments

NO_DRAFT = {"code": "not_found", "message": "This draft does not exist."}
PART = Crop(0.1, 0.2, 0.5, 0.25)


async def test_a_draft_is_on_all_devices_as_it_was_left(alice: Member) -> None:
    here, there = [await alice.watch(list_drafts) for _ in range(2)]
    media_id = await upload(alice)
    look = {"ratio": "vertical", "shape": "9:16", "crop": PART, "rotation": 90, "filter": "moon"}
    foto = NewDraftFoto(media_id=media_id, adjustments=Adjustments(contrast=120), alt_text="A bay ", **look)

    saved = await alice.do(save, caption=" Half tide", fotos=[foto])

    opened = await alice.watch(get, draft_id=saved.id)
    assert here.now == there.now == [opened.now]
    shown = opened.now
    assert shown is not None
    assert (shown.caption, shown.version, shown.publish_at, shown.failure) == ("Half tide", 1, None, None)
    (seen,) = shown.fotos
    assert (seen.media_id, seen.alt_text, seen.adjustments) == (media_id, "A bay", Adjustments(contrast=120))
    assert {name: getattr(seen, name) for name in look} == look

    changed = await alice.do(save, draft_id=saved.id, version=1, caption="High tide", fotos=[foto])

    assert changed.version == 2
    assert [each.caption for each in (*here.now, *there.now, *present(opened))] == ["High tide"] * 3


async def test_the_last_changed_draft_comes_first(alice: Member) -> None:
    first, second = [await draft(alice, caption) for caption in ("Ebb", "Flow")]
    own = await alice.watch(list_drafts)
    assert ids(own) == [second, first]

    await alice.do(save, draft_id=first, version=1, caption="Ebb again", fotos=fotos_of(own.now[1]))

    assert ids(own) == [first, second]


async def test_no_other_member_learns_of_it(alice: Member, bob: Member) -> None:
    kept = await draft(alice, "Half tide")
    theirs, opened = await bob.watch(list_drafts), await bob.watch(get, draft_id=kept)

    assert (theirs.now, opened.now) == ([], None)
    tried = {"caption": "Mine", "fotos": wire(await upload(bob))}
    for draft_id in (kept, "a" * 26):
        assert await bob.send("drafts:remove", draftId=draft_id) == NO_DRAFT
        assert await bob.send("drafts:save", draftId=draft_id, version=1, **tried) == NO_DRAFT


async def test_what_another_device_changed_is_not_overwritten(alice: Member) -> None:
    kept = await draft(alice, "Half tide")
    (shown,) = await alice.see(list_drafts)
    one, other = [
        alice.do(save, draft_id=kept, version=1, caption=caption, fotos=fotos_of(shown)) for caption in ("Ebb", "Flow")
    ]

    results = await asyncio.gather(one, other, return_exceptions=True)

    assert sorted(str(each) for each in results if isinstance(each, Exception)) == [CHANGED_ELSEWHERE]
    without = alice.do(save, draft_id=kept, caption="Neither", fotos=fotos_of(shown))
    assert await refusal_in_words(without) == ("conflict", CHANGED_ELSEWHERE)
    (now,) = await alice.see(list_drafts)
    assert (now.version, now.caption in ("Ebb", "Flow")) == (2, True)


async def test_fotos_are_the_members_own_and_in_no_post_and_no_other_draft(alice: Member, bob: Member) -> None:
    kept = await draft(alice, "Half tide")
    (shown,) = await alice.see(list_drafts)
    posted = await alice.upload()
    fixed = {"ratio": "landscape", "nook_type": "scenic", "post_type": "sphere", "caption": ""}
    await alice.do(create_post, user_id=alice.user_id, image_url=posted, **fixed)
    tries = {
        await upload(bob): ("invalid", "Please upload an image file"),
        "a" * 26: ("invalid", "Please upload an image file"),
        posted.split("/")[2]: ("conflict", "This foto has already been posted."),
        shown.fotos[0].media_id: ("conflict", "This foto is in another draft."),
    }

    for media_id, refused in tries.items():
        foto = NewDraftFoto(media_id=media_id, ratio="landscape", shape="2:1")
        assert await refusal_in_words(alice.do(save, caption="", fotos=[foto])) == refused

    assert [each.id for each in await alice.see(list_drafts)] == [kept]


@pytest.mark.parametrize(
    "look",
    [
        {"crop": {"x": 0.6, "y": 0, "width": 0.5, "height": 1}},
        {"crop": {"x": 0, "y": 0, "width": 1.1, "height": 1}},
        {"rotation": 45},
        {"altText": "ü" * 1_501},
        {"shape": "x" * 17},
        {"adjustments": {"brightness": 201, "contrast": 100, "saturation": 100}},
    ],
)
async def test_a_look_that_no_post_has_is_refused(alice: Member, look: dict[str, Any]) -> None:
    refused = await alice.send("drafts:save", caption="", fotos=[{**wire(await upload(alice))[0], **look}])

    assert refused is not None
    assert await alice.see(list_drafts) == []


async def test_texts_are_as_long_as_those_of_a_post(alice: Member) -> None:
    media_id = await upload(alice)
    foto = {**wire(media_id)[0], "altText": "ü" * 1_500}

    assert await alice.send("drafts:save", caption="ü" * 301, fotos=[foto]) is not None
    assert await alice.send("drafts:save", caption="ü" * 300, fotos=[foto]) is None


async def test_a_member_has_at_most_fifty(alice: Member, world: World) -> None:
    for number in range(MOST_DRAFTS - 1):
        kept = await draft(alice, f"Tide {number}")
    fits, exceeds = [NewDraftFoto(media_id=await upload(alice), ratio="landscape", shape="2:1") for _ in range(2)]

    tried = [alice.do(save, caption="The last", fotos=[foto]) for foto in (fits, exceeds)]
    results = await asyncio.gather(*tried, return_exceptions=True)

    assert [str(each) for each in results if isinstance(each, Exception)] == [TOO_MANY_DRAFTS]
    assert len(await alice.see(list_drafts)) == MOST_DRAFTS
    await alice.do(remove, draft_id=kept)
    await draft(alice, "Room again")


async def test_a_removed_draft_goes_with_its_foto(alice: Member, world: World) -> None:
    kept, other = [await draft(alice, caption) for caption in ("Half tide", "High tide")]
    own, opened = await alice.watch(list_drafts), await alice.watch(get, draft_id=kept)
    media_id = present(opened)[0].fotos[0].media_id
    references = MediaReferences(drafts=[kept_in_a_draft])
    async with world.database.connection() as connection:
        assert await references.includes(connection, media_id)
        assert not await references.shows(connection, media_id)

    await alice.do(remove, draft_id=kept)

    assert (ids(own), opened.now) == ([other], None)
    async with world.database.connection() as connection:
        assert not await references.includes(connection, media_id)
    assert await jobs_about(world, media_id) == ["remove_unused_media"]
    assert await alice.send("drafts:remove", draftId=kept) == NO_DRAFT


async def test_a_foto_that_was_exchanged_is_removed(alice: Member, world: World) -> None:
    kept = await draft(alice, "Half tide")
    (shown,) = await alice.see(list_drafts)
    former, media_id = shown.fotos[0].media_id, await upload(alice)

    foto = NewDraftFoto(media_id=media_id, ratio="landscape", shape="2:1")
    await alice.do(save, draft_id=kept, version=1, caption="", fotos=[foto])

    assert await jobs_about(world, former) == ["remove_unused_media"]
    assert await jobs_about(world, media_id) == []


async def test_it_goes_with_its_account(alice: Member, world: World) -> None:
    await draft(alice, "Half tide")

    async with world.database.transaction("ISOLATION LEVEL SERIALIZABLE") as connection:
        await erase_member(connection, "https://test", alice.clerk_id)

    async with world.database.connection() as connection:
        left = await connection.text("SELECT id FROM drafts WHERE author_id = $1", alice.user_id)
    assert left == []


async def test_strangers_have_none(stranger: Person) -> None:
    for attempt in (stranger.see(list_drafts), stranger.see(get, draft_id="a" * 26)):
        assert await refusal(attempt) == "unauthenticated"


async def test_a_posted_foto_is_no_draft(alice: Member) -> None:
    posted = await post(alice, "Low tide")

    assert await alice.see(get, draft_id=posted) is None
    assert await alice.send("drafts:remove", draftId=posted) == NO_DRAFT


async def upload(member: Member) -> str:
    return (await member.upload()).split("/")[2]


def wire(media_id: str) -> list[dict[str, Any]]:
    return [{"mediaId": media_id, "ratio": "landscape", "shape": "2:1"}]


def fotos_of(shown: Draft) -> list[NewDraftFoto]:
    """The fotos of a draft, to send them again."""
    fields = NewDraftFoto.__struct_fields__
    return [NewDraftFoto(**{name: getattr(foto, name) for name in fields}) for foto in shown.fotos]


def ids(watch: Watch[list[Draft]]) -> list[str]:
    return [each.id for each in watch.now]


def present(watch: Watch[Draft | None]) -> list[Draft]:
    return [] if watch.now is None else [watch.now]


async def jobs_about(world: World, media_id: str) -> list[str]:
    async with world.database.connection() as connection:
        rows = await connection.text(
            "SELECT task_name FROM procrastinate_jobs WHERE args ->> 'media_id' = $1", media_id
        )
    return [row.task_name for row in rows]
