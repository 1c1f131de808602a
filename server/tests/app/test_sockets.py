"""The socket options of the server, where uvicorn's defaults would cost too much."""

from __future__ import annotations

import json

from tests.app.house import House
from tests.app.people import Member
from tests.reflow.wire.peer import mutation
from websockets.asyncio.client import connect

from reflow.wire.app import FRAME


async def test_frames_are_not_compressed_also_where_a_browser_offers_it(house: House) -> None:
    address = f"{house.address.replace('http', 'ws')}/api/1.48.0/sync"
    async with connect(address, origin=house.origin, compression="deflate", proxy=None) as socket:
        assert socket.request is not None
        assert socket.response is not None
        assert "permessage-deflate" in socket.request.headers["Sec-WebSocket-Extensions"]
        assert "Sec-WebSocket-Extensions" not in socket.response.headers
        assert "Server" not in socket.response.headers


async def test_the_largest_frame_is_answered(alice: Member) -> None:
    async with alice.page() as page:
        empty = json.dumps(mutation(0, "comments:create", content=""))
        whole = json.dumps(mutation(0, "comments:create", content="x" * (FRAME - len(empty))))
        answer = await page.asks(whole, 0)

        assert "larger" in answer["result"]
