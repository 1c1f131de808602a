"""Comments and reactions of a member who deletes their account."""

from __future__ import annotations

from tests.comments.threads import comment
from tests.members import Member
from tests.product import post

from inflow.app.erasure import erase_member
from inflow.comments.queries import count, list_comments, replies
from inflow.profiles.queries import search
from inflow.reactions.mutations import react
from inflow.reactions.queries import counts


async def test_their_words_go_and_others_replies_stay_where_they_are(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide")
    first = await comment(bob, foto, "words of one who leaves")
    second = await comment(bob, foto, "more words", to=first)
    third = await comment(alice, foto, "an answer that stays", to=second)
    alone = await comment(alice, foto, "under this")
    await comment(bob, foto, "last words", to=alone)
    await bob.do(react, post_id=foto, reaction="ciao")
    thread, number = await alice.watch(list_comments, post_id=foto), await alice.watch(count, post_id=foto)
    chosen, found = await alice.watch(counts, post_id=foto), await alice.watch(search, text=bob.username)

    async with alice.world.database.transaction("ISOLATION LEVEL SERIALIZABLE") as connection:
        await erase_member(connection, "https://test", bob.clerk_id)
    await alice.world.settle()

    assert [(each.id, each.is_unavailable, each.reply_count) for each in thread.now.page] == [
        (alone, False, 0),
        (first, True, 1),
    ]
    assert [each.id for each in (await alice.see(replies, comment_id=second)).page] == [third]
    assert (number.now, chosen.now.ciao, found.now.page) == (2, 0, [])
    async with alice.world.database.connection() as connection:
        kept = await connection.text("SELECT t::text AS text FROM comments t WHERE post_id = $1", foto)
    assert not any(bob.user_id in row.text or "words" in row.text for row in kept)
