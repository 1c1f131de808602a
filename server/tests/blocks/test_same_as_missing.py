"""To who is blocked, the other one's things look as if they were not there: the same refusal, word for word."""

from __future__ import annotations

from typing import Any

import pytest
from tests.members import Member
from tests.product import block, in_flow, post

NOBODY = "a" * 26

OWN_AND_OTHER = {
    "flowRequests:requestSync": ("sender_id", "receiver_id"),
    "profiles:blockUser": ("blockerId", "blockedId"),
    "profiles:unblockUser": ("blockerId", "blockedId"),
    "profiles:breakFlow": ("profileId", "otherId"),
}


@pytest.fixture
async def blocked(alice: Member, bob: Member) -> Member:
    """Bob, who was in flow with Alice until she blocked him."""
    await in_flow(alice, bob)
    await block(alice, bob)
    return bob


@pytest.mark.parametrize("path", OWN_AND_OTHER)
async def test_a_member(alice: Member, blocked: Member, path: str) -> None:
    own, other = OWN_AND_OTHER[path]

    answers = [
        await blocked.send(path, **{own: blocked.profile_id, other: each}) for each in (alice.profile_id, NOBODY)
    ]

    assert answers[0] == answers[1]


@pytest.mark.parametrize("path", ["comments:create", "reactions:react", "posts:deletePost"])
async def test_a_post(alice: Member, blocked: Member, path: str) -> None:
    foto = await post(alice, "Low tide")
    more: dict[str, dict[str, Any]] = {
        "comments:create": {"content": "Nice", "userId": blocked.user_id, "username": blocked.username},
        "reactions:react": {"reaction": "ciao"},
        "posts:deletePost": {},
    }

    answers = [await blocked.send(path, postId=each, **more[path]) for each in (foto, NOBODY)]

    assert answers[0] == answers[1]
    assert answers[0] is not None
    assert answers[0]["code"] == "not_found"
