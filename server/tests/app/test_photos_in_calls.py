"""A photo as a data URL inside a call, by HTTP and by socket: as large as a profile picture may be, and larger."""

from __future__ import annotations

import base64
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from tests.app.house import House
from tests.app.people import Member
from tests.reflow.wire.peer import mutation

import photographs
from mail.mail_server import MailServer
from reflow.wire.app import FRAME

KIB, MIB = 1024, 1024 * 1024
Call = Callable[..., Awaitable[dict[str, Any]]]


@pytest.fixture
async def maya(house: House, mail_server: MailServer) -> Member:
    """A member who has uploaded nothing yet."""
    return await Member.sign_up(house, mail_server, "maya")


async def by_http(member: Member, path: str, **arguments: Any) -> dict[str, Any]:
    """Make the call as clients without a socket do; the answer."""
    answer = await member.http.post(
        "/api/mutation",
        json={"path": path, "format": "convex_encoded_json", "args": [arguments]},
        headers={"Authorization": f"Bearer {await member.token()}"},
    )
    answered: dict[str, Any] = answer.json()
    answered["success"] = answered.get("status") == "success"
    return answered


async def by_socket(member: Member, path: str, **arguments: Any) -> dict[str, Any]:
    """Make the call on an open page; the response."""
    async with member.page() as page:
        page.peer.patience = 60
        return await page.does(path, **arguments)


def data_url(size: int) -> str:
    """An ordinary photo of so many bytes."""
    photo = photographs.plain((10, 120, 40))
    rest = size - len(photo)
    padding = b"".join(
        b"\xff\xfe" + (length + 2).to_bytes(2, "big") + b"x" * length
        for length in [60_000] * (rest // 60_004) + [rest % 60_004 - 4]
    )
    return "data:image/jpeg;base64," + base64.b64encode(photo[:2] + padding + photo[2:]).decode()


@pytest.mark.parametrize("call", [by_http, by_socket])
async def test_an_ordinary_photo_is_posted_inside_the_call(maya: Member, call: Call) -> None:
    posted = await call(maya, "posts:createPost", **maya.foto(data_url(96 * KIB)))

    assert posted["success"], posted


@pytest.mark.parametrize("call", [by_http, by_socket])
async def test_a_picture_of_one_byte_less_than_5_mb_becomes_the_members(maya: Member, call: Call) -> None:
    changed = await call(maya, "profiles:updateProfileImage", userId=maya.user_id, imageUrl=data_url(5 * MIB - 1))

    assert changed["success"], changed


@pytest.mark.parametrize("call", [by_http, by_socket])
async def test_a_picture_of_5_mb_is_refused_in_the_specified_words(maya: Member, call: Call) -> None:
    refused = await call(maya, "profiles:updateProfileImage", userId=maya.user_id, imageUrl=data_url(5 * MIB))

    assert not refused["success"]
    assert refused["errorData"]["message"] == "Image size must be less than 5MB"


async def test_what_is_larger_than_any_photo_is_answered_and_the_page_goes_on(maya: Member) -> None:
    async with maya.page() as page:
        page.peer.patience = 60
        frame = json.dumps(mutation(7, "posts:createPost", **maya.foto("")))
        whole = json.dumps(mutation(7, "posts:createPost", **maya.foto("x" * (FRAME - len(frame)))))
        answer = await page.asks(whole, 7)

        assert not answer["success"]
        assert "larger than" in answer["result"]
        assert FRAME >= 16 * MIB
        await page.follows("users:me")


async def test_other_calls_stay_small_by_http(maya: Member) -> None:
    answer = await by_http(maya, "comments:create", content="x" * 100 * KIB, postId="a-post")

    assert answer["code"] == "TooLarge"


async def test_a_stranger_sends_no_photo_by_http(house: House, maya: Member) -> None:
    body = {"path": "posts:createPost", "format": "convex_encoded_json", "args": [maya.foto(data_url(96 * KIB))]}

    answer = await maya.http.post("/api/mutation", json=body)

    assert answer.status_code == 413
