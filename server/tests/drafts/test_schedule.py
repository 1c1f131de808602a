"""drafts:schedule, drafts:unschedule and drafts:publish: what a member decides about a draft."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.clock import Clock
from tests.drafts.test_save import fotos_of
from tests.members import Member
from tests.moderation.cases import reported, with_role
from tests.product import draft, in_flow, post
from tests.world import Person, refusal, refusal_in_words

from inflow.drafts.mutations import publish, save, schedule, unschedule
from inflow.drafts.queries import get, list_drafts
from inflow.moderation.mutations import act
from inflow.posts.mutations import create_post
from inflow.posts.queries import get_cue_posts, get_post, get_posts_by_nook, get_user_posts
from inflow.users.mutations import update_nook
from inflow.users.queries import get_aura_progress

NO_DRAFT = {"code": "not_found", "message": "This draft does not exist."}
CHANGED = ("conflict", "This draft was changed on another device.")
A_YEAR = timedelta(days=365)


async def test_a_scheduled_foto_is_in_the_queue_by_its_time(alice: Member, clock: Clock) -> None:
    kept, late, soon = [await draft(alice, caption) for caption in ("Never", "Late", "Soon")]
    own = await alice.watch(list_drafts)

    for draft_id, hours in ((late, 5), (soon, 2)):
        at = clock.now + timedelta(hours=hours)
        scheduled = await alice.do(schedule, draft_id=draft_id, version=1, publish_at=at, post_type="cue")
        assert scheduled.version == 2

    assert [each.id for each in own.now] == [soon, late, kept]
    first = own.now[0]
    assert (first.post_type, first.publish_at) == ("cue", stamp(clock.now + timedelta(hours=2)))
    again = clock.now + timedelta(hours=9)
    await alice.do(schedule, draft_id=soon, version=2, publish_at=again, post_type="sphere")
    assert [each.id for each in own.now] == [late, soon, kept]
    await alice.do(unschedule, draft_id=soon)
    assert next((each.id, each.publish_at is None) for each in own.now) == (late, False)
    assert {each.id: each.version for each in own.now}[soon] == 4
    assert await refusal(alice.do(unschedule, draft_id=soon)) == "conflict"


@pytest.mark.parametrize(
    ("ahead", "refused"),
    [
        (timedelta(days=-1), "Choose a time that is at least a minute away."),
        (timedelta(seconds=59), "Choose a time that is at least a minute away."),
        (timedelta(seconds=60), None),
        (timedelta(seconds=61), None),
        (A_YEAR - timedelta(seconds=1), None),
        (A_YEAR, None),
        (A_YEAR + timedelta(seconds=1), "Choose a time within the next year."),
    ],
)
async def test_a_time_is_a_minute_to_a_year_ahead(
    alice: Member, clock: Clock, ahead: timedelta, refused: str | None
) -> None:
    kept = await draft(alice, "Half tide")
    attempt = alice.send(
        "drafts:schedule", draftId=kept, version=1, publishAt=(clock.now + ahead).isoformat(), postType="sphere"
    )

    assert await attempt == (None if refused is None else {"code": "invalid", "message": refused})


async def test_a_changed_foto_leaves_the_schedule(alice: Member, clock: Clock) -> None:
    kept = await draft(alice, "Half tide")
    await _scheduled(alice, clock, kept)
    (shown,) = await alice.see(list_drafts)

    await alice.do(save, draft_id=kept, version=2, caption="High tide", fotos=fotos_of(shown))

    (now,) = await alice.see(list_drafts)
    assert (now.publish_at, now.post_type, now.version) == (None, None, 3)


async def test_only_the_version_that_its_member_saw_is_scheduled_or_posted(alice: Member, clock: Clock) -> None:
    kept = await draft(alice, "Half tide")
    at = clock.now + timedelta(hours=1)

    for version in (2, 2**31 - 1):
        later = alice.do(schedule, draft_id=kept, version=version, publish_at=at, post_type="sphere")
        assert await refusal_in_words(later) == CHANGED
        assert await refusal_in_words(alice.do(publish, draft_id=kept, version=version, post_type="sphere")) == CHANGED


async def test_it_is_posted_now_under_its_own_id(alice: Member, bob: Member) -> None:
    await in_flow(alice, bob)
    wall, cue = (
        await bob.watch(get_posts_by_nook, nook_type="scenic"),
        await bob.watch(get_cue_posts),
    )
    progress = await alice.watch(get_aura_progress, user_id=alice.user_id)
    first, second = [await draft(alice, caption, alt_text="A bay", filter="sparkle") for caption in ("Sea", "Friends")]
    own = await alice.watch(list_drafts)

    posted = await alice.do(publish, draft_id=first, version=1, post_type="sphere")
    await alice.do(publish, draft_id=second, version=1, post_type="cue")

    assert posted == first
    assert own.now == []
    assert progress.now.progress.photos_uploaded == 2
    (newest,) = [each for each in wall.now.page if each.user_id == alice.user_id]
    assert (newest.id, newest.caption, newest.alt_text, newest.filter) == (first, "Sea", "A bay", "sparkle")
    assert second in [each.id for each in cue.now.page]


async def test_two_devices_post_it_once(alice: Member) -> None:
    kept = await draft(alice, "Half tide")

    both = [alice.do(publish, draft_id=kept, version=1, post_type="sphere") for _ in range(2)]

    assert await asyncio.gather(*both) == [kept, kept]
    assert [each.id for each in (await alice.see(get_user_posts, user_id=alice.user_id)).page] == [kept]


async def test_it_is_posted_in_the_nook_that_its_member_is_in_by_then(alice: Member, clock: Clock) -> None:
    kept = await draft(alice, "Half tide")
    await clock.waits(days=8)
    await alice.do(update_nook, user_id=alice.user_id, new_nook="lifestyle")

    await alice.do(publish, draft_id=kept, version=1, post_type="sphere")

    shown = await alice.see(get_post, post_id=kept)
    assert shown is not None
    assert shown.nook_type == "lifestyle"


async def test_a_foto_that_was_posted_otherwise_is_not_posted_again(alice: Member, clock: Clock) -> None:
    kept = await draft(alice, "Half tide")
    (shown,) = await alice.see(list_drafts)
    fixed: dict[str, Any] = {"ratio": "landscape", "nook_type": "scenic", "post_type": "sphere", "caption": ""}
    await alice.do(create_post, user_id=alice.user_id, image_url=shown.fotos[0].image_url, **fixed)
    already = ("conflict", "This foto has already been posted.")
    at = clock.now + timedelta(hours=1)

    later = alice.do(schedule, draft_id=kept, version=1, publish_at=at, post_type="sphere")

    assert await refusal_in_words(later) == already
    assert await refusal_in_words(alice.do(publish, draft_id=kept, version=1, post_type="sphere")) == already
    assert await alice.see(get, draft_id=kept) == shown


async def test_a_restricted_member_schedules_and_posts_nothing(alice: Member, bob: Member, clock: Clock) -> None:
    kept = await draft(alice, "Half tide")
    mona = await Member.sign_up(alice.world, "mona")
    await with_role(mona, "moderator")
    case = await reported(bob, "post", await post(alice, "Harsh words"))
    await mona.do(act, case_id=case, measure="restrict", reason="harassment", days=7)
    at = clock.now + timedelta(hours=1)

    assert await refusal(alice.do(publish, draft_id=kept, version=1, post_type="sphere")) == "restricted"
    later = alice.do(schedule, draft_id=kept, version=1, publish_at=at, post_type="sphere")
    assert await refusal(later) == "restricted"
    (shown,) = await alice.see(list_drafts)
    assert (shown.version, shown.publish_at) == (1, None)


async def test_another_members_draft_is_as_good_as_none(alice: Member, bob: Member, stranger: Person) -> None:
    kept = await draft(alice, "Half tide")
    at = {"publishAt": (datetime.now(UTC) + timedelta(days=1)).isoformat(), "postType": "sphere"}

    for draft_id in (kept, "a" * 26):
        assert await bob.send("drafts:schedule", draftId=draft_id, version=1, **at) == NO_DRAFT
        assert await bob.send("drafts:publish", draftId=draft_id, version=1, postType="sphere") == NO_DRAFT
        assert await bob.send("drafts:unschedule", draftId=draft_id) == NO_DRAFT
    refused = await stranger.send("drafts:publish", draftId=kept, version=1, postType="sphere")
    assert refused is not None
    assert refused["code"] == "unauthenticated"


async def _scheduled(member: Member, clock: Clock, draft_id: str, **ahead: float) -> datetime:
    at = clock.now + timedelta(**(ahead or {"hours": 1}))
    await member.do(schedule, draft_id=draft_id, version=1, publish_at=at, post_type="sphere")
    return at


def stamp(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
