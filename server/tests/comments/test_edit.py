"""comments:edit: the writer of a comment changes its words within fifteen minutes, and readers see that."""

from __future__ import annotations

import pytest
from msgspec import UNSET
from tests.clock import Clock
from tests.comments.threads import comment
from tests.members import Member
from tests.moderation.cases import reported, with_role
from tests.product import block, post
from tests.world import Person, refusal, refusal_in_words

from inflow.comments.mutations import edit, remove
from inflow.comments.queries import list_comments, replies
from inflow.comments.rules import COMMENT_MAX
from inflow.moderation.mutations import act, reverse
from inflow.notifications.queries import get_notifications

MISSING = {"code": "not_found", "message": "This comment does not exist."}


async def test_it_changes_on_open_pages_and_is_marked(alice: Member, bob: Member, carol: Member) -> None:
    foto = await post(alice, "Low tide")
    first = await comment(bob, foto, "Nise")
    reply = await comment(bob, foto, "Vary", to=first)
    threads = [await each.watch(list_comments, post_id=foto) for each in (alice, carol)]
    under = await carol.watch(replies, comment_id=first)
    told = await alice.watch(get_notifications, profile_id=alice.profile_id)
    before, news = threads[0].now.page[0], len(told.now.page)
    assert before.edited_at is UNSET

    await bob.do(edit, comment_id=first, content="  Nice\n")
    await bob.do(edit, comment_id=reply, content="Very")

    for thread in threads:
        (now,) = thread.now.page
        assert (now.content, now.created_at, now.reply_count) == ("Nice", before.created_at, 1)
        assert now.edited_at is not UNSET
    assert [each.content for each in under.now.page] == ["Very"]
    assert len(told.now.page) == news, "no second notification"


async def test_the_same_words_are_no_edit(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide")
    made = await comment(bob, foto, "Nice")
    thread = await alice.watch(list_comments, post_id=foto)

    await bob.do(edit, comment_id=made, content=" Nice ")

    assert thread.now.page[0].edited_at is UNSET


async def test_it_can_be_edited_for_fifteen_minutes(alice: Member, bob: Member, clock: Clock) -> None:
    foto = await post(alice, "Low tide")
    made = await comment(bob, foto, "Nise")

    await clock.waits(minutes=14, seconds=50)
    await bob.do(edit, comment_id=made, content="Nice")
    await clock.waits(seconds=20)

    said = await refusal_in_words(bob.do(edit, comment_id=made, content="Rude"))
    assert said == ("conflict", "A comment can be edited for 15 minutes.")
    thread = await alice.see(list_comments, post_id=foto)
    assert [each.content for each in thread.page] == ["Nice"]


@pytest.mark.parametrize(
    ("content", "words"),
    [(" \u200b ", "Please write a comment."), ("x" * (COMMENT_MAX + 1), "A comment has at most 100 characters.")],
)
async def test_the_rules_are_those_of_a_new_comment(alice: Member, content: str, words: str) -> None:
    made = await comment(alice, await post(alice, "Low tide"), "Nice")

    assert await refusal_in_words(alice.do(edit, comment_id=made, content=content)) == ("invalid", words)

    await alice.do(edit, comment_id=made, content="ü" * COMMENT_MAX)


async def test_another_members_comment_counts_as_missing(alice: Member, bob: Member, stranger: Person) -> None:
    foto = await post(alice, "Low tide")
    made = await comment(bob, foto, "Nice")
    gone = await comment(bob, foto, "Gone")
    await bob.do(remove, comment_id=gone)

    assert await alice.send("comments:edit", commentId=made, content="Rude") == MISSING
    assert await alice.send("comments:edit", commentId="a" * 26, content="Rude") == MISSING
    assert await bob.send("comments:edit", commentId=gone, content="Back") == MISSING
    assert await refusal(stranger.do(edit, comment_id=made, content="Rude")) == "unauthenticated"
    thread = await alice.see(list_comments, post_id=foto)
    assert [each.content for each in thread.page] == ["Nice"]


async def test_under_a_post_that_one_no_longer_sees_nothing_can_be_edited(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide")
    made = await comment(bob, foto, "Nice")

    await block(alice, bob)

    assert await refusal(bob.do(edit, comment_id=made, content="Rude")) == "not_found"


async def test_a_removed_comment_comes_back_marked_as_it_was(alice: Member, bob: Member) -> None:
    moderator = await with_role(await Member.sign_up(alice.world, "mod"), "moderator")
    foto = await post(alice, "Low tide")
    made = await comment(bob, foto, "Nise")
    await bob.do(edit, comment_id=made, content="Nice")
    case = await reported(alice, "comment", made)
    measure = await moderator.do(act, case_id=case, measure="remove", reason="harassment")

    assert await bob.send("comments:edit", commentId=made, content="Back") == MISSING
    await moderator.do(reverse, measure_id=measure)

    (back,) = (await alice.see(list_comments, post_id=foto)).page
    assert back.content == "Nice"
    assert back.edited_at is not UNSET
