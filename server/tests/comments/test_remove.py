"""comments:remove, and how comments look that the viewer may not read."""

from __future__ import annotations

import asyncio
import json

from tests.comments.threads import comment
from tests.members import Member
from tests.product import block, post
from tests.world import Person, refusal

from inflow.comments.mutations import remove
from inflow.comments.queries import count, list_comments, replies
from inflow.grids.mutations import delete_post
from reflow.postgres.database import Database


async def test_a_comment_without_replies_is_gone(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide")
    made = await comment(bob, foto, "soon gone")
    thread = await alice.watch(list_comments, post_id=foto)

    await bob.do(remove, comment_id=made)

    assert thread.now.page == []
    assert await refusal(bob.do(remove, comment_id=made)) == "not_found"


async def test_replies_can_still_be_reached_and_an_empty_place_goes_with_the_last(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide")
    first = await comment(bob, foto, "secret words")
    second = await comment(alice, foto, "a reply", to=first)
    third = await comment(alice, foto, "a reply to it", to=second)
    thread, number = await alice.watch(list_comments, post_id=foto), await alice.watch(count, post_id=foto)
    under = await bob.watch(replies, comment_id=first)

    await bob.do(remove, comment_id=first)
    await alice.do(remove, comment_id=second)

    (place,) = thread.now.page
    assert (place.is_unavailable, place.content, place.username, place.user_id) == (True, "", "", "")
    assert [(each.id, each.is_unavailable, each.reply_count) for each in under.now.page] == [(second, True, 1)]
    assert number.now == 1

    await alice.do(remove, comment_id=third)

    assert (thread.now.page, under.now.page, number.now) == ([], [], 0)


async def test_a_dump_has_no_word_of_a_removed_comment_or_post(alice: Member) -> None:
    """That includes the answers of calls, which are stored for clients that send the call again."""
    engine, words = alice.world.engine, "words that were taken back"
    given = {"session": "page", "identity": alice.identity}
    photo = {"imageUrl": await alice.upload(), "ratio": "landscape", "nookType": "scenic", "postType": "sphere"}
    of_post = {"userId": alice.user_id, "caption": words, **photo}
    posted = await engine.mutate(request=1, path="posts:createPost", arguments=of_post, **given)
    foto = json.loads(posted.value or "")["_id"]
    of_comment = {"postId": foto, "userId": alice.user_id, "username": alice.username, "content": words}
    said = await engine.mutate(request=2, path="comments:create", arguments=of_comment, **given)
    assert said.failure is None

    await alice.do(delete_post, post_id=foto)

    assert words not in await everything_kept(alice.world.database)
    again = await engine.mutate(request=1, path="posts:createPost", arguments=of_post, **given)
    assert again.value == posted.value


async def test_nor_has_it_one_of_a_comment_that_was_removed_alone(alice: Member, bob: Member) -> None:
    foto, words = await post(alice, "Low tide"), "words that only a comment had"
    given = {"session": "page of a commenter", "identity": bob.identity}
    arguments = {"postId": foto, "userId": bob.user_id, "username": bob.username, "content": words}
    said = await alice.world.engine.mutate(request=1, path="comments:create", arguments=arguments, **given)
    assert words in await everything_kept(alice.world.database)

    await bob.do(remove, comment_id=json.loads(said.value or "")["_id"])

    assert words not in await everything_kept(alice.world.database)


async def everything_kept(database: Database) -> str:
    """All rows of all tables, as a dump contains them."""
    async with database.connection() as connection:
        tables = await connection.text("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        dumps = [await connection.text(f'SELECT each::text FROM "{table.tablename}" each') for table in tables]
    return "\n".join(str(row[0]) for dump in dumps for row in dump)


async def test_only_ones_own(alice: Member, bob: Member, stranger: Person) -> None:
    foto = await post(alice, "Low tide")
    made = await comment(bob, foto, "mine")

    theirs = await alice.send("comments:remove", commentId=made)
    none = await alice.send("comments:remove", commentId="a" * 26)

    assert theirs == none == {"code": "not_found", "message": "This comment does not exist."}
    assert await refusal(stranger.do(remove, comment_id=made)) == "unauthenticated"
    assert await alice.see(count, post_id=foto) == 1


async def test_who_is_hidden_says_nothing_and_their_threads_go_on(alice: Member, bob: Member, carol: Member) -> None:
    foto = await post(carol, "Somebody else's foto")
    bobs, lonely = await comment(bob, foto, "bob's words"), await comment(bob, foto, "bob alone")
    reply = await comment(carol, foto, "an answer", to=bobs)
    thread, number = await alice.watch(list_comments, post_id=foto), await alice.watch(count, post_id=foto)
    assert {each.id for each in thread.now.page} == {bobs, lonely}

    await block(alice, bob)

    assert [(each.id, each.content, each.username) for each in thread.now.page] == [(bobs, "", "")]
    assert [each.id for each in (await alice.see(replies, comment_id=bobs)).page] == [reply]
    assert number.now == 1
    assert await carol.see(count, post_id=foto) == 3


async def test_whom_the_author_blocks_nobody_reads_there(alice: Member, bob: Member, carol: Member) -> None:
    foto = await post(alice, "Low tide")
    await comment(bob, foto, "rude words")
    thread = await carol.watch(list_comments, post_id=foto)

    await block(alice, bob)

    assert thread.now.page == []
    assert await carol.see(count, post_id=foto) == 0


async def test_many_who_remove_at_once_leave_a_thread_whole(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide")
    first = await comment(alice, foto, "first")
    made = await asyncio.gather(*(comment(bob, foto, f"reply {number}", to=first) for number in range(10)))

    await asyncio.gather(alice.do(remove, comment_id=first), *(bob.do(remove, comment_id=each) for each in made))

    assert (await alice.see(list_comments, post_id=foto)).page == []
    assert await alice.see(count, post_id=foto) == 0
