"""Floors that run inside the measured server: an echo, an empty answer, a broadcast; and a profiler."""

from __future__ import annotations

import cProfile
import io
import pstats
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send


class Floors:
    """An application, with minimal endpoints beside it to compare it with.

    ``/floor/echo`` sends every frame back. ``/floor/blank`` answers an HTTP request with the number of bytes in its
    address. ``/floor/broadcast`` sends a text to all open sockets of the application, one after the other, and does
    nothing else. ``/floor/profile`` profiles the event loop's thread between two frames.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._sends: set[Send] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one connection or request."""
        path = scope.get("path", "")
        if not path.startswith("/floor/"):
            await self._through(scope, receive, send)
        elif scope["type"] == "http":
            await _blank(int(path.rpartition("/")[2]), receive, send)
        else:
            await receive()
            await send({"type": "websocket.accept"})
            await {"echo": _echo, "broadcast": self._broadcast, "profile": _profile}[path[7:]](receive, send)

    async def _through(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            self._sends.add(send)
        try:
            await self._app(scope, receive, send)
        finally:
            self._sends.discard(send)

    async def _broadcast(self, receive: Receive, _send: Send) -> None:
        """The first frame is the text; each later frame sends that text to all open sockets."""
        text = (await receive()).get("text")
        while (await receive())["type"] == "websocket.receive":
            for send_to in self._sends:
                await send_to({"type": "websocket.send", "text": text})


async def _echo(receive: Receive, send: Send) -> None:
    while (event := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": event["text"]})


async def _blank(size: int, receive: Receive, send: Send) -> None:
    while (await receive()).get("more_body"):
        pass
    headers = [(b"content-type", b"application/json"), (b"content-length", str(size).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b" " * size})


async def _profile(receive: Receive, send: Send) -> None:
    """Start profiling at the first frame, and answer the second one with the hot functions."""
    await receive()
    profile = cProfile.Profile()
    profile.enable()
    event: Any = await receive()
    profile.disable()
    if event["type"] == "websocket.receive":
        text = io.StringIO()
        stats = pstats.Stats(profile, stream=text)
        stats.sort_stats("tottime").print_stats(45)
        stats.sort_stats("cumulative").print_stats(60)
        await send({"type": "websocket.send", "text": text.getvalue()})
