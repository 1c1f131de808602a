"""posts:getOwnWeek: members are reminded of their own fotos of an earlier week."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tests.members import Member
from tests.moderation.cases import reported, with_role
from tests.product import post
from tests.world import Person, refusal

from inflow.grids.mutations import archive, delete_post
from inflow.moderation.mutations import act
from inflow.posts.queries import get_own_week
from inflow.posts.rules import MOST_OF_WEEK

WEEK = datetime(2025, 11, 24, 9, tzinfo=UTC)
DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)


async def posted_at(member: Member, when: datetime, caption: str = "", **more: object) -> str:
    """Post a foto at some time; its id."""
    foto = await post(member, caption, **more)
    async with member.world.database.transaction() as connection:
        await connection.text("UPDATE posts SET created_at = $2 WHERE id = $1", foto, when)
    await member.world.settle()
    return foto


async def captions(member: Member) -> list[str]:
    return [each.caption for each in await member.see(get_own_week, since=WEEK)]


async def test_the_fotos_of_seven_days_come_oldest_first(alice: Member) -> None:
    for caption, when in {
        "before": WEEK - SECOND,
        "last": WEEK + 7 * DAY - SECOND,
        "first": WEEK,
        "after": WEEK + 7 * DAY,
        "second": WEEK + DAY,
    }.items():
        await posted_at(alice, when, caption)

    assert await captions(alice) == ["first", "second", "last"]


async def test_fotos_for_the_cue_are_among_them(alice: Member) -> None:
    await posted_at(alice, WEEK, "for the cue", post_type="cue")

    assert await captions(alice) == ["for the cue"]


async def test_others_fotos_are_not(alice: Member, bob: Member, stranger: Person) -> None:
    await posted_at(bob, WEEK, "another member's")

    assert await captions(alice) == []
    assert await refusal(stranger.see(get_own_week, since=WEEK)) == "unauthenticated"


async def test_what_is_archived_deleted_or_removed_leaves_the_open_page(
    alice: Member, bob: Member, carol: Member
) -> None:
    mod = await with_role(carol, "moderator")
    fotos = [await posted_at(alice, WEEK + number * DAY, str(number)) for number in range(4)]
    page = await alice.watch(get_own_week, since=WEEK)

    await alice.do(archive, post_id=fotos[0])
    await alice.do(delete_post, post_id=fotos[1])
    await mod.do(act, case_id=await reported(bob, "post", fotos[2]), measure="remove", reason="spam")

    assert [each.caption for each in page.now] == ["3"]


async def test_twelve_at_most(alice: Member) -> None:
    for number in range(MOST_OF_WEEK - 1):
        await posted_at(alice, WEEK + number * SECOND, str(number))
    assert len(await captions(alice)) == MOST_OF_WEEK - 1

    for number in (MOST_OF_WEEK - 1, MOST_OF_WEEK):
        await posted_at(alice, WEEK + number * SECOND, str(number))
    assert await captions(alice) == [str(number) for number in range(MOST_OF_WEEK)]


async def test_the_end_of_time_is_a_week_without_fotos(alice: Member) -> None:
    assert await alice.see(get_own_week, since=datetime.max.replace(tzinfo=UTC)) == []
