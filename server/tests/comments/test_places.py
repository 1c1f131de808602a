"""The places of comments that a viewer may not read: they stay only while there are readable replies under them."""

from __future__ import annotations

import random

from tests.comments.threads import comment
from tests.members import Member
from tests.product import block, in_scenic, post

from inflow.comments.mutations import remove
from inflow.comments.queries import count, list_comments, replies
from inflow.comments.rules import CommentId
from inflow.comments.views import Comment
from inflow.profiles.mutations import unblock_user
from reflow.errors import AppError


async def test_who_is_hidden_leaves_no_place_where_only_they_replied(alice: Member, bob: Member, carol: Member) -> None:
    foto = await post(carol, "Low tide")
    first = await comment(alice, foto, "Where is that?")
    second = await comment(alice, foto, "I see", to=first)
    third = await comment(alice, foto, "In Brittany", to=second)
    thread = await bob.watch(list_comments, post_id=foto)
    under = [await bob.watch(replies, comment_id=each) for each in (first, second)]

    await block(alice, bob)

    assert [thread.now.page, *(each.now.page for each in under)] == [[], [], []]
    assert [(each.id, each.reply_count) for each in (await carol.see(list_comments, post_id=foto)).page] == [(first, 1)]

    answer = await comment(carol, foto, "Yes", to=third)

    assert [(each.id, each.is_unavailable, each.reply_count) for each in thread.now.page] == [(first, True, 1)]
    assert [[each.id for each in page.now.page] for page in under] == [[second], [third]]

    await carol.do(remove, comment_id=answer)
    assert thread.now.page == []
    await alice.do(unblock_user, blocker_id=alice.profile_id, blocked_id=bob.profile_id)
    assert [(each.id, each.is_unavailable) for each in thread.now.page] == [(first, False)]


async def test_a_removed_comment_leaves_no_place_where_only_hidden_members_replied(
    alice: Member, bob: Member, carol: Member
) -> None:
    foto = await post(carol, "Low tide")
    first = await comment(bob, foto, "Where is that?")
    await comment(alice, foto, "In Brittany", to=first)
    threads = [await each.watch(list_comments, post_id=foto) for each in (bob, carol)]
    await bob.do(remove, comment_id=first)
    assert [[each.id for each in thread.now.page] for thread in threads] == [[first], [first]]

    await block(bob, alice)

    assert [[each.id for each in thread.now.page] for thread in threads] == [[], [first]]


async def test_whom_the_author_blocks_leaves_nobody_an_empty_place(alice: Member, bob: Member, carol: Member) -> None:
    foto = await post(carol, "Low tide")
    first = await comment(bob, foto, "Where is that?")
    await comment(alice, foto, "In Brittany", to=first)
    mixed = await comment(bob, foto, "Nice")
    await comment(alice, foto, "And warm", to=mixed)
    thread = await carol.watch(list_comments, post_id=foto)

    await block(carol, bob)
    assert [(each.id, each.reply_count) for each in thread.now.page] == [(mixed, 1), (first, 1)]
    await block(carol, alice)

    assert thread.now.page == []


async def test_everybody_reaches_as_many_as_they_count_whatever_was_hidden_and_removed(
    alice: Member, bob: Member, carol: Member
) -> None:
    chance = random.Random(3)
    members = [alice, bob, carol, await in_scenic(await Member.sign_up(alice.world, "dave"))]
    foto = await post(alice, "Low tide")
    written: list[tuple[Member, str]] = []
    for each in members[1:]:
        await each.watch(list_comments, post_id=foto)

    for _ in range(40):
        await _something(chance, members, foto, written)

    for each in members:
        reached = await _reached(each, foto)
        assert sum(not one.is_unavailable for one in reached) == await each.see(count, post_id=foto)
        assert all(one.reply_count for one in reached if one.is_unavailable)


async def _something(
    chance: random.Random, members: list[Member], foto: str, written: list[tuple[Member, str]]
) -> None:
    """A random member comments, replies to a visible comment, removes a comment of theirs, or blocks or unblocks
    another.
    """
    one, other = chance.sample(members, 2)
    pair = {"blocker_id": one.profile_id, "blocked_id": other.profile_id}
    deed = chance.choices(["write", "remove", "block", "unblock"], [8, 1, 1, 1])[0]
    try:
        if deed == "write":
            to = chance.choice([None, *(made for _, made in written)])
            written.append((one, await comment(one, foto, "Nice", to=to)))
        elif deed == "remove" and written:
            author, made = written.pop(chance.randrange(len(written)))
            await author.do(remove, comment_id=made)
        elif deed == "block":
            await block(one, other)
        else:
            await one.do(unblock_user, **pair)
    except AppError as refused:
        assert refused.code == "not_found"  # the comment or the member is hidden from them


async def _reached(reader: Member, foto: str) -> list[Comment]:
    """All comments and places that a reader reaches from the top."""
    open_ones = list((await reader.see(list_comments, post_id=foto)).page)
    reached = []
    while open_ones:
        each = open_ones.pop()
        reached.append(each)
        below = (await reader.see(replies, comment_id=CommentId(each.id))).page
        assert len(below) == each.reply_count
        open_ones += below
    return reached
