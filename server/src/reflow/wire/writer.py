"""The only code that sends on a connection."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any

from reflow.wire import frames
from reflow.wire.limits import Limits

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Wake = Callable[[], None]

OVERLOADED = "TooManyConcurrentRequests"
BROKEN = "InternalServerError"
log = logging.getLogger(__name__)


class Writer:
    """Sends responses in order, and Transitions composed at the moment of sending.

    A Transition is never queued: a slow reader gets fewer of them, each with the newest state. After any exception it
    closes the connection, because a client never recovers from a lost or wrong frame.

    Args:
        send: Takes one message for the ASGI server; waits while the peer does not read.
        is_unsettled: Whether there may be pending events that belong before the next Transition.
        settle: Waits for these events.
        compose: The next Transition, if one is due, made without waiting.
    """

    def __init__(
        self,
        *,
        send: Send,
        is_unsettled: Callable[[], bool],
        settle: Callable[[], Awaitable[None]],
        compose: Callable[[], str | None],
        limits: Limits,
    ) -> None:
        self._send = send
        self._is_unsettled = is_unsettled
        self._settle = settle
        self._compose = compose
        self._limits = limits
        self._outbox: deque[str] = deque()
        self._woken = asyncio.Event()
        self._farewell: tuple[int, str] | None = None
        self._loop = asyncio.get_running_loop()
        self._said_at = self._loop.time()
        self._is_saying = False
        self._stalled = False
        self._task: asyncio.Task[Any] | None = None
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_closing(self) -> bool:
        """Whether the connection is closing, so that no more frames are sent."""
        return self._farewell is not None

    def put(self, frame: str) -> None:
        """Send this frame before any Transition that is composed later."""
        if self._farewell is None:
            self._outbox.append(frame)
            self._woken.set()

    @property
    def wake(self) -> Wake:
        """Wakes the writer because a Transition may be due."""
        return self._woken.set

    def close(self, code: int, reason: str = "") -> None:
        """Send the queued frames, and close."""
        if self._farewell is None:
            self._farewell = (code, reason[:120])
            self._woken.set()

    async def run(self) -> None:
        """Send until the connection is closed."""
        self._task = asyncio.current_task()
        self._look()
        try:
            await self._work()
        except asyncio.CancelledError:
            if not self._stalled:
                raise
            self._farewell = (1013, OVERLOADED)
        except OSError:
            return  # The peer is gone.
        except Exception:
            log.exception("a connection is closed because sending on it failed")
            self._farewell = (1011, BROKEN)
        finally:
            if self._timer:
                self._timer.cancel()
        await self._say_farewell()

    async def _work(self) -> None:
        while self._farewell is None:
            await self._woken.wait()
            self._woken.clear()
            if self._is_unsettled():
                await self._settle()
            while self._outbox:
                await self._say(self._outbox.popleft())
            # There is no await between the last response and this, so no event can come between them.
            transition = self._compose() if self._farewell is None else None
            if transition is not None:
                await self._say(transition)
        while self._outbox:
            await self._say(self._outbox.popleft())

    async def _say(self, frame: str) -> None:
        self._said_at = self._loop.time()
        self._is_saying = True
        await self._send({"type": "websocket.send", "text": frame})
        self._is_saying = False

    async def _say_farewell(self) -> None:
        assert self._farewell is not None
        code, reason = self._farewell
        with suppress(OSError, RuntimeError, TimeoutError):
            async with asyncio.timeout(self._limits.close_timeout):
                await self._send({"type": "websocket.close", "code": code, "reason": reason})

    def _look(self) -> None:
        """Send a Ping after a silence; give up if the peer does not read."""
        left = self._said_at + (self._limits.stall if self._is_saying else self._limits.ping) - self._loop.time()
        if left <= 0 and self._is_saying:
            self._give_up()
            return
        if left <= 0:
            self.put(frames.PING)
            left = self._limits.ping
        self._timer = self._loop.call_later(min(left, self._limits.stall / 2), self._look)

    def _give_up(self) -> None:
        self._stalled = True
        if self._task is not None:
            self._task.cancel()
