"""comments:count: one count for all viewers, less the comments of members whom the viewer does not see."""

from __future__ import annotations

from tests.comments.threads import comment
from tests.members import Member
from tests.product import block, in_scenic, post

from inflow.comments.mutations import remove
from inflow.comments.queries import count
from inflow.profiles.mutations import unblock_user


async def test_everybody_counts_what_they_can_read(alice: Member, bob: Member, carol: Member) -> None:
    dave = await in_scenic(await Member.sign_up(alice.world, "dave"))
    eve = await in_scenic(await Member.sign_up(alice.world, "eve"))
    foto = await post(alice, "Low tide")
    counts = {each.name: await each.watch(count, post_id=foto) for each in (alice, bob, carol, dave)}
    await comment(dave, foto, "Nice")
    assert {name: shown.now for name, shown in counts.items()} == dict.fromkeys(counts, 1)

    await block(alice, dave)  # no viewer sees the comments of members whom the post's author does not see
    await block(bob, eve)
    for each in (alice, bob, carol, eve, eve):
        await comment(each, foto, "Nice")

    assert {name: shown.now for name, shown in counts.items()} == {"alice": 5, "bob": 3, "carol": 5, "dave": 0}
    assert await eve.see(count, post_id=foto) == 4

    await bob.do(unblock_user, blocker_id=bob.profile_id, blocked_id=eve.profile_id)

    assert (counts["bob"].now, await eve.see(count, post_id=foto)) == (5, 5)


async def test_whom_both_the_reader_and_the_author_hide_is_taken_off_once(
    alice: Member, bob: Member, carol: Member
) -> None:
    foto = await post(alice, "Low tide")
    shown = await bob.watch(count, post_id=foto)
    await comment(carol, foto, "Nice")
    await comment(bob, foto, "Thanks")

    await block(alice, carol)
    await block(bob, carol)

    assert shown.now == 1


async def test_removed_comments_do_not_count_though_their_places_stay(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide")
    shown = await bob.watch(count, post_id=foto)
    first = await comment(alice, foto, "Where is that?")
    await comment(bob, foto, "In Brittany", to=first)

    await alice.do(remove, comment_id=first)

    assert shown.now == 1
