"""The notifications of a comment, and their end when the comment is gone."""

from __future__ import annotations

import pytest
from tests.comments.threads import comment
from tests.members import Member
from tests.product import block, post
from tests.world import Watch, World

from inflow.app.erasure import erase_member
from inflow.comments.mutations import remove
from inflow.grids.mutations import delete_post
from inflow.notifications.queries import get_notifications, get_unread_count
from inflow.notifications.views import Notification
from reflow.pagination import Page


class Bar:
    """A member's notifications, open on a screen."""

    def __init__(self, member: Member) -> None:
        self.member = member
        self._shown: Watch[Page[Notification]]

    async def opens(self) -> Bar:
        self._shown = await self.member.watch(get_notifications, profile_id=self.member.profile_id)
        self._counts = await self.member.watch(get_unread_count, profile_id=self.member.profile_id)
        return self

    @property
    def told(self) -> list[tuple[str | None, int]]:
        """The last commenter and the number of comments for each post, after a check that the total is the sum of
        these.
        """
        page = self._shown.now.page
        assert self._counts.now.post_comment == sum(each.count for each in page)
        return [(each.sender and each.sender.username, each.count) for each in page]


@pytest.fixture
async def bar(alice: Member) -> Bar:
    return await Bar(alice).opens()


async def test_a_comment_that_is_removed_is_not_told_any_more(
    alice: Member, bob: Member, carol: Member, bar: Bar
) -> None:
    foto = await post(alice, "Low tide")
    first = await comment(bob, foto, "a slip of the pen")
    await comment(bob, foto, "what was meant")
    last = await comment(carol, foto, "an answer", to=first)
    assert bar.told == [(carol.username, 3)]

    await bob.do(remove, comment_id=first)
    assert bar.told == [(carol.username, 2)]

    await carol.do(remove, comment_id=last)
    assert bar.told == [(bob.username, 1)]


async def test_with_a_post_goes_what_was_told_of_it(alice: Member, bob: Member, carol: Member, bar: Bar) -> None:
    foto, another = await post(alice, "Low tide"), await post(alice, "High tide")
    for each in (foto, foto, another):
        await comment(bob, each, "hello")
    await comment(carol, foto, "hello")

    await alice.do(delete_post, post_id=foto)

    assert bar.told == [(bob.username, 1)]


async def test_of_who_leaves_nothing_is_told_any_more(
    world: World, alice: Member, bob: Member, carol: Member, bar: Bar
) -> None:
    foto = await post(alice, "Low tide")
    for each in (bob, carol):
        await comment(each, foto, "hello")

    async with world.database.transaction("ISOLATION LEVEL SERIALIZABLE") as connection:
        await erase_member(connection, "https://test", bob.clerk_id)
    await world.settle()

    assert bar.told == [(carol.username, 1)]


@pytest.mark.parametrize("blocker", ["alice", "bob"])
async def test_of_who_is_hidden_nothing_is_told_any_more(
    alice: Member, bob: Member, carol: Member, bar: Bar, blocker: str
) -> None:
    foto = await post(alice, "Low tide")
    for each in (bob, carol):
        await comment(each, foto, "hello")

    await (block(alice, bob) if blocker == "alice" else block(bob, alice))

    assert bar.told == [(carol.username, 1)]


async def test_a_reply_is_told_to_the_author_of_the_post_and_to_nobody_else(
    alice: Member, bob: Member, carol: Member, bar: Bar
) -> None:
    bobs = await Bar(bob).opens()
    foto = await post(alice, "Low tide")
    first = await comment(bob, foto, "Where is that?")

    await comment(carol, foto, "In Brittany", to=first)

    assert bar.told == [(carol.username, 2)]
    assert bobs.told == []
