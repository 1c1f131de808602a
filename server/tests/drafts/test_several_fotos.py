"""Drafts with several fotos become one post with all of them, in their order."""

from __future__ import annotations

from datetime import datetime

import pytest
from tests.clock import Clock
from tests.drafts.scheduled_work import Work, posts_of, tomorrow, work
from tests.drafts.test_save import upload
from tests.members import Member
from tests.posts.test_several_fotos import several
from tests.world import World, refusal, refusal_in_words

from inflow.app.wiring import MEDIA_REFERENCES
from inflow.drafts.mutations import publish, remove, save, schedule
from inflow.drafts.queries import list_drafts
from inflow.drafts.rules import DraftId
from inflow.drafts.views import NewDraftFoto
from inflow.posts.queries import get_further_fotos, get_post
from inflow.posts.rules import MOST_FOTOS

__all__ = ["tomorrow", "work"]


async def fotos(member: Member, count: int) -> list[NewDraftFoto]:
    return [
        NewDraftFoto(media_id=await upload(member), ratio="landscape", shape="2:1", alt_text=f"Foto {number}")
        for number in range(1, count + 1)
    ]


async def drafted(member: Member, count: int = 3) -> DraftId:
    return (await member.do(save, caption="A walk", fotos=await fotos(member, count))).id


async def alt_texts(member: Member, post_id: str) -> list[str]:
    first = await member.see(get_post, post_id=post_id)
    assert first is not None
    return [first.alt_text, *(each.alt_text for each in await member.see(get_further_fotos, post_id=post_id))]


@pytest.mark.parametrize("count", [1, MOST_FOTOS - 1, MOST_FOTOS])
async def test_up_to_ten_fotos_are_kept_in_their_order(alice: Member, count: int) -> None:
    await drafted(alice, count)

    (kept,) = await alice.see(list_drafts)
    assert [each.alt_text for each in kept.fotos] == [f"Foto {number}" for number in range(1, count + 1)]


async def test_none_and_eleven_are_refused(alice: Member) -> None:
    assert await refusal_in_words(alice.do(save, caption="", fotos=[])) == ("invalid", "A draft needs a foto.")
    eleven = [{"mediaId": each.media_id, "ratio": "landscape", "shape": "2:1"} for each in await fotos(alice, 11)]

    assert await alice.send("drafts:save", caption="", fotos=eleven) is not None
    assert await alice.see(list_drafts) == []


async def test_the_same_foto_twice_is_refused(alice: Member) -> None:
    (foto,) = await fotos(alice, 1)

    refused = await refusal_in_words(alice.do(save, caption="", fotos=[foto, foto]))

    assert refused == ("invalid", "The same foto is in this post twice.")


async def test_they_are_posted_together_now(alice: Member, bob: Member) -> None:
    kept = await drafted(alice)

    await alice.do(publish, draft_id=kept, version=1, post_type="sphere")

    assert await alt_texts(bob, kept) == ["Foto 1", "Foto 2", "Foto 3"]
    assert await alice.see(list_drafts) == []


async def test_they_are_posted_together_at_their_time_whatever_is_killed(
    alice: Member, bob: Member, work: Work, clock: Clock, tomorrow: datetime
) -> None:
    kept = await drafted(alice)
    await alice.do(schedule, draft_id=kept, version=1, publish_at=tomorrow, post_type="sphere")
    await clock.stands_at(tomorrow)

    for step in range(20):
        await work.is_killed_at(step, kept)
    await work.publishes(kept)

    assert await posts_of(alice) == [kept]
    assert await alt_texts(bob, kept) == ["Foto 1", "Foto 2", "Foto 3"]


async def test_another_order_replaces_the_former(alice: Member) -> None:
    own = await fotos(alice, 3)
    saved = await alice.do(save, caption="", fotos=own)

    await alice.do(save, draft_id=saved.id, version=1, caption="", fotos=[own[2], own[0]])

    (kept,) = await alice.see(list_drafts)
    assert [each.alt_text for each in kept.fotos] == ["Foto 3", "Foto 1"]


async def test_a_further_foto_of_a_post_cannot_be_drafted(alice: Member) -> None:
    posted = await several(alice, 2)
    (second,) = await alice.see(get_further_fotos, post_id=posted.id)
    foto = NewDraftFoto(media_id=second.image_url.split("/")[2], ratio="landscape", shape="2:1")

    assert await refusal(alice.do(save, caption="", fotos=[foto])) == "conflict"


async def test_the_uploads_of_all_of_them_stay_and_go_with_the_draft(alice: Member, world: World) -> None:
    kept = await drafted(alice)
    (shown,) = await alice.see(list_drafts)
    uploads = {each.media_id for each in shown.fotos}
    async with world.database.connection() as connection:
        assert all([await MEDIA_REFERENCES.includes(connection, each) for each in uploads])

    await alice.do(remove, draft_id=kept)

    async with world.database.connection() as connection:
        jobs = await connection.text(
            "SELECT args ->> 'media_id' AS medium FROM procrastinate_jobs WHERE task_name = 'remove_unused_media'"
        )
    assert uploads <= {job.medium for job in jobs}
