"""profiles:limit, unlimit, isLimited and getLimited: a member's comments reach only the post's author."""

from __future__ import annotations

from msgspec import UNSET
from tests.comments.threads import comment
from tests.members import Member
from tests.product import block, in_scenic, post
from tests.world import Person, refusal

from inflow.app.erasure import erase_member
from inflow.comments.mutations import unhide
from inflow.comments.queries import count, list_comments, replies
from inflow.notifications.queries import get_notifications, get_unread_count
from inflow.profiles.mutations import limit, unlimit
from inflow.profiles.queries import get_limited, get_profile_by_id, is_limited

LEFT = "SELECT count(*) AS number FROM limited_members WHERE limiter_id = $1 OR limited_id = $1"


async def test_their_comments_reach_only_the_author_of_the_post_who_can_show_each(
    alice: Member, bob: Member, carol: Member
) -> None:
    foto = await post(alice, "Low tide")
    earlier = await comment(bob, foto, "Before")
    threads = {each.name: await each.watch(list_comments, post_id=foto) for each in (alice, bob, carol)}
    counts = {each.name: await each.watch(count, post_id=foto) for each in (alice, bob, carol)}
    told = await alice.watch(get_notifications, profile_id=alice.profile_id)
    unread = await alice.watch(get_unread_count, profile_id=alice.profile_id)
    limited = await alice.watch(get_limited)
    marked = await alice.watch(is_limited, profile_id=bob.profile_id)
    told_before, unread_before = told.now, unread.now

    await alice.do(limit, profile_id=bob.profile_id)
    await alice.do(limit, profile_id=bob.profile_id)
    rude = await comment(bob, foto, "Rude")

    assert {name: [each.id for each in shown.now.page] for name, shown in threads.items()} == {
        "alice": [rude, earlier],
        "bob": [rude, earlier],
        "carol": [earlier],
    }
    assert {name: shown.now for name, shown in counts.items()} == {"alice": 2, "bob": 2, "carol": 1}
    assert [each.is_hidden for each in threads["alice"].now.page] == [True, UNSET]
    assert (told.now, unread.now) == (told_before, unread_before)
    assert ([each.username for each in limited.now.page], marked.now) == ([bob.username], True)

    await alice.do(unhide, comment_id=rude)
    assert [each.id for each in threads["carol"].now.page] == [rude, earlier]

    await alice.do(unlimit, profile_id=bob.profile_id)
    await alice.do(unlimit, profile_id=bob.profile_id)
    later = await comment(bob, foto, "Better")

    assert [each.id for each in threads["carol"].now.page] == [later, rude, earlier]
    assert told.now != told_before
    assert (limited.now.page, marked.now) == ([], False)


async def test_the_limited_member_reads_what_a_member_without_a_limit_reads(
    alice: Member, bob: Member, carol: Member
) -> None:
    fotos = {each.name: await post(alice, "Low tide") for each in (bob, carol)}
    await alice.do(limit, profile_id=bob.profile_id)

    for writer in (bob, carol):
        foto = fotos[writer.name]
        first = await comment(writer, foto, "First")
        await comment(writer, foto, "Second", to=first)

    shown = {
        each.name: (
            [
                (line.content, line.reply_count, line.is_hidden, line.is_unavailable)
                for line in (await each.see(list_comments, post_id=fotos[each.name])).page
            ],
            await each.see(count, post_id=fotos[each.name]),
            await each.see(is_limited, profile_id=alice.profile_id),
            (await each.see(get_limited)).page,
        )
        for each in (bob, carol)
    }
    assert shown["bob"] == shown["carol"]
    assert [line[:2] for line in shown["bob"][0]] == [("First", 1)]
    assert await bob.see(get_profile_by_id, profile_id=alice.profile_id) == await carol.see(
        get_profile_by_id, profile_id=alice.profile_id
    )


async def test_a_reply_of_theirs_is_hidden_too_and_their_comments_elsewhere_are_not(
    alice: Member, bob: Member, carol: Member
) -> None:
    foto, of_carol = await post(alice, "Low tide"), await post(carol, "High tide")
    await alice.do(limit, profile_id=bob.profile_id)
    thread = await comment(carol, foto, "Nice")
    answer = await comment(bob, foto, "No", to=thread)
    elsewhere = await comment(bob, of_carol, "Nice")

    assert [each.id for each in (await carol.see(replies, comment_id=thread)).page] == []
    assert [each.id for each in (await alice.see(replies, comment_id=thread)).page] == [answer]
    assert [each.id for each in (await alice.see(list_comments, post_id=of_carol)).page] == [elsewhere]


async def test_nobody_limits_themselves_or_a_member_whom_they_do_not_see(
    alice: Member, bob: Member, stranger: Person
) -> None:
    own = await alice.send("profiles:limit", profileId=alice.profile_id)
    await alice.do(limit, profile_id=bob.profile_id)
    limited = await alice.watch(get_limited)
    await block(bob, alice)
    refused = [await alice.send("profiles:limit", profileId=each) for each in (bob.profile_id, "a" * 26)]

    assert own == {"code": "invalid", "message": "You cannot limit yourself."}
    assert refused[0] == refused[1] == {"code": "not_found", "message": "Profile not found"}
    assert limited.now.page == []
    assert await refusal(stranger.do(limit, profile_id=bob.profile_id)) == "unauthenticated"
    assert await refusal(stranger.do(unlimit, profile_id=bob.profile_id)) == "unauthenticated"
    assert await refusal(stranger.see(get_limited)) == "unauthenticated"
    assert await refusal(stranger.see(is_limited, profile_id=bob.profile_id)) == "unauthenticated"


async def test_a_member_who_leaves_takes_their_limits_along(alice: Member, bob: Member) -> None:
    carol = await in_scenic(await Member.sign_up(alice.world, "carol"))
    await alice.do(limit, profile_id=bob.profile_id)
    await carol.do(limit, profile_id=alice.profile_id)

    async with alice.world.database.transaction("ISOLATION LEVEL SERIALIZABLE") as connection:
        await erase_member(connection, "https://test", alice.clerk_id)
    await alice.world.settle()

    async with alice.world.database.connection() as connection:
        (row,) = await connection.text(LEFT, alice.user_id)
    assert row.number == 0
    assert (await carol.see(get_limited)).page == []
