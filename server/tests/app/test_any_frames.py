"""A member and a stranger send frames of any kind: the server answers or closes their socket with a code of the
protocol, holds no more memory afterwards, and another member's page goes on.

With INFLOW_SOAK it sends 200,000 frames, others at each run; otherwise 2,000, always the same.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.app.any_frames import Frames
from tests.app.house import ROOMY, House
from tests.app.people import FEED, Browser, Member
from tests.reflow.wire.peer import Peer
from websockets.exceptions import ConnectionClosed

from mail.mail_server import MailServer

SOAKING = bool(os.environ.get("INFLOW_SOAK"))
SEED = int(os.environ.get("INFLOW_SEED") or (secrets.randbelow(2**32) if SOAKING else 11))
MANY = 200_000 if SOAKING else 2_000
AT_ONCE = 10
# 1006 is a connection that was closed without a close frame.
OF_THE_PROTOCOL = {1000, 1001, 1002, 1003, 1007, 1008, 1009, 1013}
MORE_MEMORY = 50.0

_numbers = itertools.count(10_000_000)


@pytest.fixture(scope="module")
async def house(home_to_crash_in: Path, mail_server: MailServer) -> AsyncIterator[House]:
    """An Inflow that lets one host open as many connections as these tests need."""
    async with House(home_to_crash_in, INFLOW_SMTP_URL=mail_server.url, **ROOMY) as house:
        yield house


@pytest.fixture(scope="module")
async def alice(house: House, mail_server: MailServer) -> Member:
    return await Member.sign_up(house, mail_server, "alice")


@pytest.fixture(scope="module")
async def bob(house: House, mail_server: MailServer) -> Member:
    return await Member.sign_up(house, mail_server, "bob")


@pytest.mark.timeout(7200 if SOAKING else 120)
async def test_frames_of_any_kind_close_no_other_socket_and_leave_nothing_behind(
    house: House, alice: Member, bob: Member
) -> None:
    print(f"seed {SEED}")
    (photo,) = await alice.photos_by_hand(1)
    frames = Frames(SEED, _calls(alice, photo), await alice.token())
    failures, memory = house.said.count("Traceback"), house.memory

    async with bob.page() as page:
        feed = await page.feed()
        sent, codes = 0, set()
        while sent < MANY:
            async with _socket(alice if sent % 2_000 < 1_600 else Browser(house)) as peer:
                while sent < MANY and (code := await _tried(peer, [frames.frame() for _ in range(AT_ONCE)])) is None:
                    sent += AT_ONCE
            sent += AT_ONCE
            codes.add(code)
        (another,) = await alice.photos_by_hand(1)
        await alice.does("posts:createPost", **alice.foto(another, caption="after all that"))
        await feed.shows("after all that")

    assert codes <= {None, *OF_THE_PROTOCOL}
    assert len(codes) > 2
    assert house.said.count("Traceback") == failures
    assert house.memory < memory + MORE_MEMORY


async def test_bytes_that_are_no_frames_close_no_other_socket(house: House, alice: Member, bob: Member) -> None:
    print(f"seed {SEED}")
    frames = Frames(SEED, _calls(alice, ""), await alice.token())
    failures, memory = house.said.count("Traceback"), house.memory

    async with bob.page() as page:
        feed = await page.feed()
        for _ in range(MANY // 10):
            async with Browser(house).socket() as peer:
                peer.socket.transport.write(frames.wire())
                peer.socket.transport.write(b"".join(frames.wire() for _ in range(3)))
                peer.socket.transport.abort()
        async with Browser(house).socket() as peer:
            await asyncio.gather(*(peer.socket.ping(os.urandom(8)) for _ in range(2_000)))
            await peer.follow()
            assert (await peer.hear())["type"] == "Transition"
        (photo,) = await bob.photos_by_hand(1)
        posted = await page.does("posts:createPost", **bob.foto(photo, caption="still here"))
        assert posted["success"], posted
        await feed.shows("still here")

    assert house.said.count("Traceback") == failures
    assert house.memory < memory + MORE_MEMORY


def _calls(member: Member, photo: str) -> dict[str, dict[str, Any]]:
    return {
        "users:me": {},
        "posts:getPostsByNook": FEED,
        "profiles:getProfile": {"userId": member.user_id},
        "comments:create": {"content": "x", "postId": "x", "userId": member.user_id, "username": member.username},
        "posts:createPost": member.foto(photo),
        "no:where": {},
    }


@asynccontextmanager
async def _socket(sender: Browser) -> AsyncIterator[Peer]:
    async with sender.socket() as peer:
        if isinstance(sender, Member):
            await peer.authenticate(await sender.token())
        yield peer


async def _tried(peer: Peer, frames: list[str | bytes]) -> int | None:
    """The code that the server closes the connection with; None if it still answers after these frames."""
    number = next(_numbers)
    try:
        for frame in frames:
            await peer.socket.send(frame)
        await peer.say({"type": "Action", "requestId": number, "udfPath": "no:where", "args": [{}]})
        await peer.response(number)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 1006
    peer.frames.clear()
    return None
