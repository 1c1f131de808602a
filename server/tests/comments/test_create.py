"""comments:create."""

from __future__ import annotations

import pytest
from tests.comments.threads import comment
from tests.members import Member
from tests.product import block, in_flow, post
from tests.world import Person, refusal

from inflow.comments.mutations import create
from inflow.comments.queries import count, list_comments, replies
from inflow.notifications.queries import get_notifications
from reflow.results import Outcome

STILL = 1e9
"""A time that does not go on."""


async def test_it_appears_in_threads_already_open_with_its_counts(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide")
    thread = await alice.watch(list_comments, post_id=foto)
    number = await alice.watch(count, post_id=foto)

    first = await comment(bob, foto, "  Where is that?  ")
    under = await alice.watch(replies, comment_id=first)
    answer = await comment(alice, foto, "In Brittany", to=first)
    await comment(bob, foto, "A second thread")

    assert [each.content for each in thread.now.page] == ["A second thread", "Where is that?"]
    top = thread.now.page[1]
    assert (top.user_id, top.profile_id, top.username) == (bob.user_id, bob.profile_id, bob.username)
    assert (top.depth, top.reply_to_id, top.reply_count, top.is_unavailable) == (0, None, 1, False)
    assert [(each.id, each.depth, each.reply_to_id) for each in under.now.page] == [(answer, 1, first)]
    assert number.now == 3


async def test_the_author_of_the_post_is_told_and_nobody_of_themselves(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide")
    told = await alice.watch(get_notifications, profile_id=alice.profile_id)

    await comment(alice, foto, "Mine")
    await comment(bob, foto, "Nice")

    assert [(each.type, each.sender.username) for each in told.now.page] == [("post_comment", bob.username)]


async def test_a_thread_is_fifteen_replies_deep(alice: Member) -> None:
    foto = await post(alice, "Low tide")
    deepest = await comment(alice, foto, "0")
    for depth in range(1, 16):
        deepest = await comment(alice, foto, str(depth), to=deepest)

    refused = await alice.send("comments:create", **_given(alice, foto, replyToId=deepest))

    assert refused == {
        "code": "invalid",
        "message": "Maximum reply depth reached. Please start a new comment thread.",
    }
    assert await alice.see(count, post_id=foto) == 16


@pytest.mark.parametrize(
    ("content", "code"), [("", "invalid"), (" \n ", "invalid"), ("x" * 101, "invalid"), ("x" * 1001, None), (7, None)]
)
async def test_what_is_no_comment_is_refused(alice: Member, content: object, code: str | None) -> None:
    foto = await post(alice, "Low tide")

    refused = await alice.send("comments:create", **_given(alice, foto, content=content))

    assert refused is not None
    assert refused["code"] == code
    assert await alice.see(count, post_id=foto) == 0


async def test_a_hundred_characters_fit(alice: Member) -> None:
    foto = await post(alice, "Low tide")

    assert await alice.send("comments:create", **_given(alice, foto, content=f" {'ü' * 100} ")) is None


async def test_nobody_comments_in_another_members_name(alice: Member, bob: Member, stranger: Person) -> None:
    foto = await post(alice, "Low tide")
    as_alice = _given(alice, foto)

    refusals = [
        await bob.send("comments:create", **as_alice),
        await bob.send("comments:create", **{**as_alice, "userId": bob.user_id}),
        await bob.send("comments:create", **{**as_alice, "username": bob.username}),
        await stranger.send("comments:create", **as_alice),
        await bob.send("comments:create", **_given(bob, foto, createdAt="1999-01-01")),
    ]

    assert [each and each["code"] for each in refusals] == ["forbidden"] * 3 + ["unauthenticated", None]
    assert await alice.see(count, post_id=foto) == 0


async def test_a_reply_stays_on_its_post(alice: Member) -> None:
    here, there = await post(alice, "here"), await post(alice, "there")
    first = await comment(alice, here, "first")

    for target in (first, "a" * 26):
        refused = await alice.send("comments:create", **_given(alice, there, replyToId=target))
        assert refused == {"code": "not_found", "message": "This comment does not exist."}


async def test_a_post_that_is_not_to_be_seen_is_as_good_as_none(alice: Member, bob: Member, carol: Member) -> None:
    cue, sphere = await post(alice, "for friends", post_type="cue"), await post(alice, "for all")
    await in_flow(alice, carol)
    assert await carol.send("comments:create", **_given(carol, cue)) is None
    await block(alice, bob)

    answers = [await bob.send("comments:create", **_given(bob, each)) for each in (cue, sphere, "a" * 26)]

    assert answers[0] == answers[1] == answers[2] == {"code": "not_found", "message": "This post does not exist."}
    assert [await bob.see(count, post_id=each) for each in (cue, sphere)] == [0, 0]
    assert (await bob.see(list_comments, post_id=cue)).page == []


async def test_thirty_in_a_minute_are_enough(alice: Member, bob: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    # A slow machine takes so long for thirty that one more is allowed.
    monkeypatch.setattr(create.rate_limit, "_now", lambda: STILL)
    foto = await post(alice, "Low tide")
    for _ in range(30):
        assert await bob.send("comments:create", **_given(bob, foto)) is None

    refused = await bob.send("comments:create", **_given(bob, foto))

    assert refused is not None
    assert (refused["code"], refused["retryAfter"] > 0) == ("rate_limited", True)
    assert await alice.send("comments:create", **_given(alice, foto)) is None
    assert await alice.see(count, post_id=foto) == 31


async def test_what_is_sent_again_is_answered_as_before_whatever_the_pace(alice: Member) -> None:
    foto = await post(alice, "Low tide")

    async def sent(request: int) -> Outcome:
        given = {"path": "comments:create", "arguments": _given(alice, foto), "identity": alice.identity}
        return await alice.world.engine.mutate(session=f"session of {foto}", request=request, **given)

    first = await sent(0)
    for request in range(1, 30):
        await sent(request)

    assert (await sent(30)).failure is not None
    assert (await sent(0)).value == first.value
    assert await alice.see(count, post_id=foto) == 30


async def test_a_stranger_sees_no_comments(alice: Member, stranger: Person) -> None:
    foto = await post(alice, "Low tide")

    assert await refusal(stranger.see(list_comments, post_id=foto)) == "unauthenticated"
    assert await refusal(stranger.see(count, post_id=foto)) == "unauthenticated"
    assert await refusal(stranger.see(replies, comment_id="a" * 26)) == "unauthenticated"


def _given(member: Member, post_id: str, **more: object) -> dict[str, object]:
    return {"content": "Nice", "postId": post_id, "userId": member.user_id, "username": member.username, **more}
