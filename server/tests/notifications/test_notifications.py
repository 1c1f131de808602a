"""notifications:getNotifications, getUnread, getUnreadCount, markAsRead and markAllAsRead."""

from __future__ import annotations

from typing import Literal

import pytest
from tests.members import Member
from tests.product import ask, block, in_flow
from tests.world import Person, World, refusal

from inflow.notifications.erasure import remove_notifications_of
from inflow.notifications.jobs import delete_old_notifications
from inflow.notifications.mutations import mark_all_as_read, mark_as_read
from inflow.notifications.notify import notify, withdraw
from inflow.notifications.queries import get_notifications, get_unread, get_unread_count
from reflow.context import MutationCtx
from reflow.functions import mutation
from reflow.pagination import PaginationOpts

Kind = Literal["post_comment", "sync_flow", "intexted"]


@mutation(path="tests:tell")
async def tell(ctx: MutationCtx, *, to: str, kind: Kind, sender: str, subject: str) -> None:
    """Notify another member."""
    await notify(ctx, to=to, kind=kind, sender=sender, subject=subject)


@mutation(path="tests:takeBack")
async def take_back(ctx: MutationCtx, *, to: str, kind: Kind, sender: str, subject: str) -> None:
    """Withdraw the notification."""
    await withdraw(ctx, to=to, kind=kind, sender=sender, subject=subject)


async def told(to: Member, by: Member, kind: Kind, subject: str = "a post") -> None:
    await by.do(tell, to=to.user_id, kind=kind, sender=by.user_id, subject=subject)


async def test_they_come_newest_first_each_in_its_tab(alice: Member, bob: Member) -> None:
    everything = await alice.watch(get_notifications, profile_id=alice.profile_id)
    comments = await alice.watch(get_notifications, profile_id=alice.profile_id, type="post_comment")
    counts = await alice.watch(get_unread_count, profile_id=alice.profile_id)

    await told(alice, bob, "post_comment")
    await told(alice, bob, "intexted", "a conversation")

    assert [each.type for each in everything.now.page] == ["intexted", "post_comment"]
    (comment,) = comments.now.page
    assert comment.sender is not None
    assert (comment.subject, comment.read, comment.sender.id) == ("a post", False, bob.profile_id)
    assert (counts.now.post_comment, counts.now.sync_flow, counts.now.intexted, counts.now.total) == (1, 0, 1, 2)


async def test_a_new_one_leaves_the_views_of_the_others_as_they_are(alice: Member, bob: Member) -> None:
    await told(alice, bob, "post_comment")
    everything = await alice.watch(get_notifications, profile_id=alice.profile_id)
    comments = await alice.watch(get_notifications, profile_id=alice.profile_id, type="post_comment")
    before = [*everything.now.page, *comments.now.page]

    await told(alice, bob, "post_comment", "another post")

    shown = [everything.now.page[1], comments.now.page[1]]
    assert [now is then for now, then in zip(shown, before, strict=True)] == [True, True]


async def test_a_hundred_messages_are_one_which_comes_to_the_top(alice: Member, bob: Member, carol: Member) -> None:
    shown = await alice.watch(get_notifications, profile_id=alice.profile_id)
    counts = await alice.watch(get_unread_count, profile_id=alice.profile_id)
    await told(alice, bob, "intexted", "a conversation")
    await told(alice, carol, "intexted", "another")
    first = shown.now.page[-1]

    for _ in range(100):
        await told(alice, bob, "intexted", "a conversation")

    assert [each.sender and each.sender.id for each in shown.now.page] == [bob.profile_id, carol.profile_id]
    assert shown.now.page[0].created_at > first.created_at
    assert counts.now.intexted == 2


async def test_what_was_marked_as_read_is_told_again_in_its_place(alice: Member, bob: Member) -> None:
    shown = await alice.watch(get_notifications, profile_id=alice.profile_id)
    await told(alice, bob, "intexted", "a conversation")
    (first,) = shown.now.page
    await alice.do(mark_as_read, notification_id=first.id)

    await told(alice, bob, "intexted", "a conversation")

    assert [(each.id, each.read) for each in shown.now.page] == [(first.id, False)]


async def test_every_comment_is_told(alice: Member, bob: Member) -> None:
    for _ in range(3):
        await told(alice, bob, "post_comment")

    assert (await alice.see(get_unread_count, profile_id=alice.profile_id)).post_comment == 3


async def test_what_is_previewed_is_the_newest_that_is_unread(alice: Member, bob: Member) -> None:
    for number in range(12):
        await told(alice, bob, "post_comment", str(number))
    previewed = await alice.watch(get_unread, profile_id=alice.profile_id)
    shown = await alice.see(get_notifications, profile_id=alice.profile_id)
    assert [each.subject for each in previewed.now] == ["11", "10", "9", "8", "7", "6", "5", "4", "3"]

    for each in shown.page[:9]:
        await alice.do(mark_as_read, notification_id=each.id)

    assert [each.subject for each in previewed.now] == ["2", "1", "0"]
    await told(alice, bob, "sync_flow", "asked")
    assert [each.subject for each in previewed.now] == ["asked", "2", "1", "0"]


async def test_marking_as_read_counts_at_once(alice: Member, bob: Member) -> None:
    await told(alice, bob, "post_comment")
    shown = await alice.watch(get_notifications, profile_id=alice.profile_id)
    counts = await alice.watch(get_unread_count, profile_id=alice.profile_id)

    for _ in range(2):
        await alice.do(mark_as_read, notification_id=shown.now.page[0].id)

    assert ([each.read for each in shown.now.page], counts.now.total) == ([True], 0)


async def test_marking_all_as_read_marks_one_type_and_only_ones_own(
    alice: Member, bob: Member, carol: Member, stranger: Person
) -> None:
    for number in range(3):
        await told(alice, bob, "post_comment", str(number))
        await told(carol, bob, "post_comment", str(number))
    await told(alice, bob, "intexted", "a conversation")
    shown = await alice.watch(get_notifications, profile_id=alice.profile_id, type="post_comment")
    counts = await alice.watch(get_unread_count, profile_id=alice.profile_id)

    for _ in range(2):
        await alice.do(mark_all_as_read, profile_id=alice.profile_id, type="post_comment")

    assert [each.read for each in shown.now.page] == [True, True, True]
    assert (counts.now.post_comment, counts.now.intexted) == (0, 1)
    assert (await carol.see(get_unread_count, profile_id=carol.profile_id)).total == 3
    others = {"profile_id": alice.profile_id, "type": "intexted"}
    assert await refusal(bob.do(mark_all_as_read, **others)) == "forbidden"
    assert await refusal(stranger.do(mark_all_as_read, **others)) == "unauthenticated"
    assert counts.now.intexted == 1


async def test_another_members_notification_looks_as_if_it_were_not_there(
    alice: Member, bob: Member, stranger: Person
) -> None:
    await told(alice, bob, "post_comment")
    (notification,) = (await alice.see(get_notifications, profile_id=alice.profile_id)).page

    theirs = await bob.send("notifications:markAsRead", notificationId=notification.id)
    missing = await bob.send("notifications:markAsRead", notificationId="a" * 26)

    assert theirs == missing
    assert await refusal(stranger.do(mark_as_read, notification_id=notification.id)) == "unauthenticated"
    for look in (get_notifications, get_unread, get_unread_count):
        assert await refusal(bob.see(look, profile_id=alice.profile_id)) == "forbidden"
        assert await refusal(stranger.see(look, profile_id=alice.profile_id)) == "unauthenticated"


async def test_nobody_is_told_of_themselves_or_of_whom_they_do_not_see(alice: Member, bob: Member) -> None:
    await told(alice, alice, "post_comment")
    await block(bob, alice)

    await told(alice, bob, "post_comment")
    await told(bob, alice, "intexted")

    for each in (alice, bob):
        assert (await each.see(get_notifications, profile_id=each.profile_id)).page == []


async def test_what_is_taken_back_is_gone(alice: Member, bob: Member) -> None:
    await told(alice, bob, "post_comment")
    shown = await alice.watch(get_notifications, profile_id=alice.profile_id)

    await bob.do(take_back, to=alice.user_id, kind="post_comment", sender=bob.user_id, subject="a post")

    assert shown.now.page == []


@pytest.mark.parametrize(("kind", "left"), [("post_comment", 0), ("intexted", 1)])
async def test_of_who_left_only_messages_are_still_told_and_without_a_name(
    world: World, alice: Member, bob: Member, kind: Kind, left: int
) -> None:
    await told(alice, bob, kind)
    shown = await alice.watch(get_notifications, profile_id=alice.profile_id)

    async with world.database.transaction() as connection:
        await remove_notifications_of(connection, bob.user_id)
    await world.settle()

    assert [each.sender for each in shown.now.page] == [None] * left
    assert (await alice.see(get_unread_count, profile_id=alice.profile_id)).total == left


async def test_the_newest_of_each_kind_are_kept(world: World, alice: Member, bob: Member, carol: Member) -> None:
    await in_flow(alice, carol)
    for number in range(5):
        await told(alice, bob, "post_comment", str(number))
    await ask(bob, carol)
    shown = await alice.watch(get_notifications, profile_id=alice.profile_id)

    await delete_old_notifications(world.database, most=3)
    await world.settle()

    assert [each.subject for each in shown.now.page] == ["4", "3", "2", "in_flow"]
    assert len((await carol.see(get_notifications, profile_id=carol.profile_id)).page) == 1


async def test_the_comments_on_a_post_are_shown_as_one_by_who_wrote_last(
    alice: Member, bob: Member, carol: Member
) -> None:
    await told(alice, bob, "post_comment", "a post")
    await told(alice, bob, "post_comment", "another")
    everything = await alice.watch(get_notifications, profile_id=alice.profile_id)
    comments = await alice.watch(get_notifications, profile_id=alice.profile_id, type="post_comment")
    previewed = await alice.watch(get_unread, profile_id=alice.profile_id)

    await told(alice, carol, "post_comment", "a post")

    for shown in (everything.now.page, comments.now.page, previewed.now):
        assert [(each.subject, each.count) for each in shown] == [("a post", 2), ("another", 1)]
        assert shown[0].sender is not None
        assert shown[0].sender.id == carol.profile_id


async def test_of_others_each_is_shown_by_itself(alice: Member, bob: Member, carol: Member) -> None:
    for each in (bob, carol):
        await told(alice, each, "sync_flow", "asked")

    requests = await alice.see(get_notifications, profile_id=alice.profile_id, type="sync_flow")

    assert [each.count for each in requests.page] == [1, 1]


async def test_marking_one_of_a_posts_comments_marks_them_all_and_no_others(
    alice: Member, bob: Member, carol: Member
) -> None:
    for each in (bob, carol, bob):
        await told(alice, each, "post_comment", "a post")
    await told(alice, bob, "post_comment", "another")
    await told(carol, bob, "post_comment", "a post")
    shown = await alice.watch(get_notifications, profile_id=alice.profile_id)
    counts = await alice.watch(get_unread_count, profile_id=alice.profile_id)
    previewed = await alice.watch(get_unread, profile_id=alice.profile_id)

    await alice.do(mark_as_read, notification_id=shown.now.page[1].id)

    assert [(each.subject, each.read) for each in shown.now.page] == [("another", False), ("a post", True)]
    assert (counts.now.post_comment, [each.subject for each in previewed.now]) == (1, ["another"])
    assert (await carol.see(get_unread_count, profile_id=carol.profile_id)).post_comment == 1

    await told(alice, bob, "post_comment", "a post")
    newest = shown.now.page[0]
    assert (newest.subject, newest.count, newest.read) == ("a post", 4, False)


async def test_posts_with_many_comments_come_page_by_page(alice: Member, bob: Member) -> None:
    for number in (2, 1, 0, 2, 1, 2):
        await told(alice, bob, "post_comment", str(number))
    own = {"profile_id": alice.profile_id, "type": "post_comment"}
    first = await alice.watch(get_notifications, **own, pagination_opts=PaginationOpts(num_items=2))
    then = PaginationOpts(num_items=2, cursor=first.now.continue_cursor)
    rest = await alice.watch(get_notifications, **own, pagination_opts=then)
    assert [[(each.subject, each.count) for each in page.now.page] for page in (first, rest)] == [
        [("2", 3), ("1", 2)],
        [("0", 1)],
    ]

    await told(alice, bob, "post_comment", "0")

    assert [[(each.subject, each.count) for each in page.now.page] for page in (first, rest)] == [
        [("0", 2), ("2", 3), ("1", 2)],
        [],
    ]


async def test_they_come_page_by_page(alice: Member, bob: Member) -> None:
    for number in range(3):
        await told(alice, bob, "post_comment", str(number))
    first = await alice.see(get_notifications, profile_id=alice.profile_id, pagination_opts=PaginationOpts(num_items=2))
    rest = await alice.see(
        get_notifications,
        profile_id=alice.profile_id,
        pagination_opts=PaginationOpts(num_items=2, cursor=first.continue_cursor),
    )

    assert [each.subject for page in (first, rest) for each in page.page] == ["2", "1", "0"]
