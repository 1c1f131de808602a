"""comments:hide and comments:unhide: a post's author hides a comment from all but its writer."""

from __future__ import annotations

from msgspec import UNSET
from tests.comments.threads import comment
from tests.members import Member
from tests.moderation.cases import reported, with_role
from tests.product import block, in_scenic, post
from tests.world import Person, refusal

from inflow.comments.mutations import hide, remove, unhide
from inflow.comments.queries import count, list_comments, replies
from inflow.moderation.mutations import act, reverse
from inflow.notifications.queries import get_notifications

MISSING = {"code": "not_found", "message": "This comment does not exist."}


async def test_it_goes_from_open_pages_of_all_but_its_writer_and_comes_back(
    alice: Member, bob: Member, carol: Member
) -> None:
    foto = await post(alice, "Low tide")
    dave = await in_scenic(await Member.sign_up(alice.world, "dave"))
    nice = await comment(carol, foto, "Nice")
    rude = await comment(bob, foto, "Rude")
    everyone = (alice, bob, carol, dave)
    threads = {each.name: await each.watch(list_comments, post_id=foto) for each in everyone}
    counts = {each.name: await each.watch(count, post_id=foto) for each in everyone}
    told = await alice.watch(get_notifications, profile_id=alice.profile_id)
    before = threads["bob"].now

    await alice.do(hide, comment_id=rude)
    await alice.do(hide, comment_id=rude)

    assert {name: [each.id for each in shown.now.page] for name, shown in threads.items()} == {
        "alice": [rude, nice],
        "bob": [rude, nice],
        "carol": [nice],
        "dave": [nice],
    }
    assert {name: shown.now for name, shown in counts.items()} == {"alice": 2, "bob": 2, "carol": 1, "dave": 1}
    assert [each.is_hidden for each in threads["alice"].now.page] == [True, UNSET]
    assert threads["bob"].now == before, "its writer sees nothing different"
    assert [each.sender.username for each in told.now.page] == [carol.username]

    await alice.do(unhide, comment_id=rude)
    await alice.do(unhide, comment_id=rude)

    assert [each.id for each in threads["carol"].now.page] == [rude, nice]
    assert {name: shown.now for name, shown in counts.items()} == dict.fromkeys(counts, 2)
    assert threads["alice"].now.page[0].is_hidden is UNSET


async def test_its_place_stays_while_others_read_a_reply_under_it(alice: Member, bob: Member, carol: Member) -> None:
    foto = await post(alice, "Low tide")
    rude = await comment(bob, foto, "Rude")
    own = await comment(bob, foto, "Very", to=rude)
    thread = await carol.watch(list_comments, post_id=foto)
    under = await carol.watch(replies, comment_id=rude)
    await alice.do(hide, comment_id=rude)
    assert [(each.is_unavailable, each.content) for each in thread.now.page] == [(True, "")]
    assert [each.id for each in under.now.page] == [own]

    await alice.do(hide, comment_id=own)

    assert (thread.now.page, under.now.page) == ([], [])
    assert [each.id for each in (await bob.see(replies, comment_id=rude)).page] == [own]

    answer = await comment(alice, foto, "Please", to=own)

    assert [(each.is_unavailable, each.reply_count) for each in thread.now.page] == [(True, 1)]
    await alice.do(remove, comment_id=answer)
    assert thread.now.page == []


async def test_others_neither_answer_nor_report_a_comment_that_they_do_not_read(
    alice: Member, bob: Member, carol: Member
) -> None:
    foto = await post(alice, "Low tide")
    rude = await comment(bob, foto, "Rude")
    await alice.do(hide, comment_id=rude)
    report = {"kind": "comment", "subjectId": rude, "reason": "harassment"}
    answer = {"content": "Yes", "postId": foto, "replyToId": rude, "userId": carol.user_id, "username": carol.username}

    assert await carol.send("comments:create", **answer) == MISSING
    refused = await carol.send("moderation:report", **report)
    assert refused is not None
    assert refused["code"] == "not_found"
    assert await alice.send("moderation:report", **report) is None


async def test_only_the_posts_author_hides_and_only_comments_of_others(
    alice: Member, bob: Member, carol: Member, stranger: Person
) -> None:
    foto = await post(alice, "Low tide")
    nice, own = await comment(bob, foto, "Nice"), await comment(alice, foto, "Mine")
    for path in ("comments:hide", "comments:unhide"):
        for person in (bob, carol):
            assert await person.send(path, commentId=nice) == MISSING
        assert await alice.send(path, commentId="a" * 26) == MISSING
        refused = await alice.send(path, commentId=own)
        assert refused is not None
        assert refused["code"] == "invalid"
    assert await refusal(stranger.do(hide, comment_id=nice)) == "unauthenticated"
    assert await carol.see(count, post_id=foto) == 2

    await block(alice, bob)
    assert await alice.send("comments:hide", commentId=nice) == MISSING


async def test_a_comment_of_a_blocked_member_is_taken_off_the_count_once(
    alice: Member, bob: Member, carol: Member
) -> None:
    foto = await post(alice, "Low tide")
    await comment(carol, foto, "Nice")
    rude = await comment(bob, foto, "Rude")
    shown = await carol.watch(count, post_id=foto)
    await alice.do(hide, comment_id=rude)

    await block(carol, bob)

    assert shown.now == 1


async def test_what_its_writer_removed_counts_no_more(alice: Member, bob: Member, carol: Member) -> None:
    foto = await post(alice, "Low tide")
    rude = await comment(bob, foto, "Rude")
    await comment(carol, foto, "Why?", to=rude)
    await alice.do(hide, comment_id=rude)
    shown = {each.name: await each.watch(count, post_id=foto) for each in (alice, bob, carol)}
    assert {name: each.now for name, each in shown.items()} == {"alice": 2, "bob": 2, "carol": 1}

    await bob.do(remove, comment_id=rude)

    assert {name: each.now for name, each in shown.items()} == {"alice": 1, "bob": 1, "carol": 1}


async def test_a_comment_that_moderators_restore_is_hidden_as_before(alice: Member, bob: Member, carol: Member) -> None:
    mod = await with_role(await Member.sign_up(alice.world, "mod"), "moderator")
    foto = await post(alice, "Low tide")
    rude = await comment(bob, foto, "Rude")
    await alice.do(hide, comment_id=rude)
    case = await reported(alice, "comment", rude)
    shown = {each.name: await each.watch(count, post_id=foto) for each in (alice, carol)}

    measure = await mod.do(act, case_id=case, measure="remove", reason="harassment")
    assert {name: each.now for name, each in shown.items()} == {"alice": 0, "carol": 0}
    await mod.do(reverse, measure_id=measure)

    assert {name: each.now for name, each in shown.items()} == {"alice": 1, "carol": 0}
