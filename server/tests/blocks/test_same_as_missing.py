"""For a blocked member, the other member's data looks as if it did not exist: the same refusal, word for word."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.comments.threads import comment
from tests.members import Member
from tests.messages.conftest import begun
from tests.product import block, in_scenic, post
from tests.world import Watch

from inflow.app.erasure import erase_member
from inflow.comments.queries import count, list_comments, replies
from inflow.profiles.queries import search
from reflow.values import encode

NOBODY = "a" * 26
OF_ONE_THING = re.compile(r'[0-9a-z]{26}|\d{4}-\d\d-\d\dT[0-9:.]+Z|"continueCursor":"[^"]+"')
"""Parts that differ between any two things: an id, a time, and cursors, which are encrypted for one list."""

OWN_AND_OTHER = {
    "flowRequests:requestSync": ("sender_id", "receiver_id"),
    "profiles:blockUser": ("blockerId", "blockedId"),
    "profiles:unblockUser": ("blockerId", "blockedId"),
    "profiles:breakFlow": ("profileId", "otherId"),
    "messages:openConversation": ("profileId", "otherId"),
}


@pytest.fixture
async def blocked(alice: Member, bob: Member) -> Member:
    """Bob, who was in flow with Alice and exchanged messages with her until she blocked him."""
    chat = await begun(alice, bob)
    await chat.say(bob, "Low tide?")
    await block(alice, bob)
    return bob


@pytest.mark.parametrize("path", OWN_AND_OTHER)
async def test_a_member(alice: Member, blocked: Member, path: str) -> None:
    own, other = OWN_AND_OTHER[path]

    answers = [
        await blocked.send(path, **{own: blocked.profile_id, other: each}) for each in (alice.profile_id, NOBODY)
    ]

    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    "path",
    [
        *("comments:create", "reactions:react"),
        *("posts:archive", "posts:unarchive", "saves:save"),
        *("posts:deletePost", "posts:edit", "posts:editCaption", "posts:setAudience"),
    ],
)
async def test_a_post(alice: Member, blocked: Member, path: str) -> None:
    foto = await post(alice, "Low tide")
    more: dict[str, dict[str, Any]] = {
        "comments:create": {"content": "Nice", "userId": blocked.user_id, "username": blocked.username},
        "reactions:react": {"reaction": "ciao"},
        "posts:archive": {},
        "saves:save": {},
        "posts:unarchive": {},
        "posts:deletePost": {},
        "posts:edit": {"caption": "High tide", "altText": "A bay"},
        "posts:editCaption": {"caption": "High tide"},
        "posts:setAudience": {"postType": "cue"},
    }

    answers = [await blocked.send(path, postId=each, **more[path]) for each in (foto, NOBODY)]

    assert answers[0] == answers[1]
    assert answers[0] is not None
    assert answers[0]["code"] == "not_found"


async def test_whoever_erased_their_account(alice: Member, bob: Member, carol: Member) -> None:
    dora = await in_scenic(await Member.sign_up(alice.world, "dora"))
    of_alice, of_dora = [await _screens(bob, each, carol) for each in (alice, dora)]
    assert _reads(of_alice[0]) != _reads(of_dora[0])

    await block(alice, bob)
    async with dora.world.database.transaction("ISOLATION LEVEL SERIALIZABLE") as connection:
        await erase_member(connection, "https://test", dora.clerk_id)
    await dora.world.settle()

    assert [_reads(each) for each in of_alice] == [_reads(each) for each in of_dora]
    answers = [
        await bob.send("messages:openConversation", profileId=bob.profile_id, otherId=each.profile_id)
        for each in (alice, dora)
    ]
    assert answers[0] == answers[1]


async def _screens(bob: Member, other: Member, carol: Member) -> list[Watch[Any]]:
    """Bob's open screens that concern a member who alone commented under a foto of Carol's. `tests/messages` covers
    chats.
    """
    foto = await post(carol, "Low tide")
    first = await comment(other, foto, "Where is that?")
    second = await comment(other, foto, "In Brittany", to=first)
    return [
        await bob.watch(search, text=other.username),
        await bob.watch(count, post_id=foto),
        await bob.watch(list_comments, post_id=foto),
        await bob.watch(replies, comment_id=first),
        await bob.watch(replies, comment_id=second),
    ]


def _reads(screen: Watch[Any]) -> str:
    return f"{screen.function.path} {OF_ONE_THING.sub('·', encode(screen.now))}"
