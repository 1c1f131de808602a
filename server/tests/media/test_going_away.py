"""Members who cancel, or whose connection breaks, while the server processes their upload."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from tests.reflow.wire.conftest import Served, served

import photographs
from inflow.media.pipeline.moderation import ModerationResult
from media.conftest import WHOLE, Gallery

SMALL = photographs.plain((10, 120, 40))
CUT = b'{"ratio": "horizontal", "crop": {"x": 0, "y": 0, "width": 0.5, "height": 1}}'


class Moment:
    """A step that does not end until the test releases it."""

    def __init__(self) -> None:
        self.has_begun, self.may_end = asyncio.Event(), asyncio.Event()

    async def __call__(self, *_given: object) -> None:
        self.has_begun.set()
        await self.may_end.wait()

    async def thinking(self, _jpeg: bytes) -> ModerationResult:
        await self()
        return ModerationResult(allowed=True)


@pytest.fixture
async def server(gallery: Gallery) -> AsyncIterator[Served]:
    async with served(gallery.app) as serving:
        yield serving


async def leave_during(moment: Moment, server: Served, path: str, body: bytes, content_type: str) -> None:
    """Send a request, and close the connection when the step has begun; return when the server has noticed."""
    host, port = server.address.split(":")
    _, page = await asyncio.open_connection(host, int(port))
    head = f"POST {path} HTTP/1.1\r\nHost: here\r\nX-Member: alice\r\nContent-Type: {content_type}\r\n"
    page.write(head.encode() + b"Content-Length: %d\r\n\r\n" % len(body) + body)
    await moment.has_begun.wait()
    page.close()
    await page.wait_closed()
    while server.connections:  # noqa: ASYNC110  # the server removes a connection that was closed
        await asyncio.sleep(0.005)


async def until_not_refused(ask: Any) -> httpx.Response:
    """Send a request again until the server no longer refuses it because of the one before."""
    async with asyncio.timeout(60):
        while (answer := await ask()).status_code == 429:  # noqa: ASYNC110  # no event says when it may be sent again
            await asyncio.sleep(0.005)
    assert isinstance(answer, httpx.Response)
    return answer


async def test_who_cancels_while_it_is_judged_may_send_another_at_once(gallery: Gallery, server: Served) -> None:
    judging, moderator = Moment(), gallery.pipeline.moderator
    object.__setattr__(gallery.pipeline, "moderator", judging.thinking)
    await leave_during(judging, server, "/api/media/uploads", SMALL, "image/jpeg")
    object.__setattr__(gallery.pipeline, "moderator", moderator)

    answer = await until_not_refused(lambda: gallery.upload(SMALL))

    assert answer.status_code == 201
    assert [row["id"] for row in await gallery.rows()] == [answer.json()["mediaId"]]
    assert len(gallery.stored()) == 2


async def test_what_was_cancelled_while_it_was_stored_takes_up_no_room(gallery: Gallery, server: Served) -> None:
    storing, schedule = Moment(), gallery.pipeline.schedule
    object.__setattr__(gallery.pipeline, "schedule", storing)
    await leave_during(storing, server, "/api/media/uploads", SMALL, "image/jpeg")
    object.__setattr__(gallery.pipeline, "schedule", schedule)
    assert len(gallery.stored()) == 2
    storing.may_end.set()

    answer = await until_not_refused(lambda: gallery.upload(SMALL))

    assert [row["id"] for row in await gallery.rows()] == [answer.json()["mediaId"]]
    assert len(gallery.stored()) == 2


async def test_a_cut_that_nobody_waits_for_is_not_in_the_way_of_the_next(gallery: Gallery, server: Served) -> None:
    media_id = (await gallery.upload(SMALL)).json()["mediaId"]
    judging, moderator = Moment(), gallery.pipeline.moderator
    object.__setattr__(gallery.pipeline, "moderator", judging.thinking)
    await leave_during(judging, server, f"/api/media/{media_id}/cuts", CUT, "application/json")
    object.__setattr__(gallery.pipeline, "moderator", moderator)

    answer = await until_not_refused(lambda: gallery.cut(media_id, crop=WHOLE))

    assert (answer.status_code, answer.json()["width"]) == (201, 400)


async def test_a_cut_whose_storing_had_begun_is_whole(gallery: Gallery, server: Served) -> None:
    media_id = (await gallery.upload(SMALL)).json()["mediaId"]
    storing, schedule = Moment(), gallery.pipeline.schedule
    object.__setattr__(gallery.pipeline, "schedule", storing)
    await leave_during(storing, server, f"/api/media/{media_id}/cuts", CUT, "application/json")
    object.__setattr__(gallery.pipeline, "schedule", schedule)
    storing.may_end.set()
    await until_not_refused(lambda: gallery.cut(media_id, ratio="round"))

    (row,) = await gallery.rows()
    assert row["width"] == 200
    for each in row["renditions"]:
        assert (await gallery.see(f"/media/{media_id}/{each['name']}")).status_code == 200
