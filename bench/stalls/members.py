"""The hundred members of the storm, whose pages are measured: each shows three walls and posts once a second."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import asyncpg
import msgspec

from bench.page import Page
from bench.sockets import Broken
from bench.stalls.app import SHOWN

_OWN, _NEXT, _MINE = range(3)
_SETTLED_WITHIN = 60.0


@dataclass
class Update:
    """A post and when its wall showed it.

    Attributes:
        number: Its number in the channel.
        sent_at: When its mutation was sent, in seconds of a clock that never goes back.
        answered: Seconds until its answer.
        own: Seconds until its member's page showed it.
        other: Seconds until the other page with this wall showed it.
    """

    number: int
    sent_at: float
    answered: float | None = None
    own: float | None = None
    other: float | None = None


@dataclass
class Wall:
    """A channel's posts."""

    channel: str
    number: int = SHOWN
    updates: list[Update] = field(default_factory=list)
    unseen: dict[str, list[Update]] = field(default_factory=lambda: {"own": [], "other": []})

    def posted(self) -> Update:
        """Note that the next post is sent now."""
        self.number += 1
        update = Update(self.number, time.monotonic())
        self.updates.append(update)
        for unseen in self.unseen.values():
            unseen.append(update)
        return update

    def shown(self, by: str, number: int) -> None:
        """Note that a page shows the posts up to this one."""
        unseen = self.unseen[by]
        while unseen and unseen[0].number <= number:
            setattr(unseen[0], by, time.monotonic() - unseen[0].sent_at)
            del unseen[0]


class MemberPage:
    """A member's page.

    Args:
        own: The wall that the member posts to.
        next: The wall of the next member, which this page shows as well.

    Attributes:
        closed: Why the server closed its socket; None while it is open.
        refused: How many posts the server refused. They were sent again.
        results: What the page shows, by query.
    """

    def __init__(self, own: Wall, next: Wall) -> None:  # noqa: A002  # the next member's
        self.own = own
        self.next = next
        self.closed: str | None = None
        self.refused = 0
        self.results: dict[int, Any] = {}
        self._page: Page
        self._waiting: dict[int, Update] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, port: int) -> None:
        """Connect, and wait until all walls are shown."""
        self._page = await Page.open(port, self.own.channel)
        walls = [("storm:wall", {"channel": each.channel}) for each in (self.own, self.next)]
        self._page.follow(*walls, ("storm:mine", {}))
        while len(self.results) < 3:
            self._take(await self._page.socket.next())
        self._tasks = [asyncio.create_task(self._read())]

    def begin_to_post(self) -> None:
        """Post once a second from now on, whether or not the earlier posts were shown."""
        self._tasks.append(asyncio.create_task(self._post()))

    def stop_posting(self) -> None:
        """Post no more."""
        self._tasks.pop().cancel()

    async def close(self) -> None:
        """Close the page's socket."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._page.socket.close()

    async def _post(self) -> None:
        pause = random.random()
        while self.closed is None:
            await asyncio.sleep(pause)
            self._send(self.own.posted())
            pause = random.uniform(0.9, 1.1)

    def _send(self, update: Update) -> None:
        marker = self._page.mutate("storm:post", channel=self.own.channel, number=update.number)
        self._waiting[int(marker.split(b":")[-1].rstrip(b","))] = update

    async def _read(self) -> None:
        try:
            while True:
                self._take(await self._page.socket.next())
        except Broken as error:
            self.closed = str(error)

    def _take(self, frame: bytes) -> None:
        message = msgspec.json.decode(frame)
        if message["type"] == "MutationResponse":
            self._answered(message)
        elif message["type"] == "Transition":
            for change in message["modifications"]:
                self._changed(change["queryId"], change.get("value"))

    def _answered(self, message: dict[str, Any]) -> None:
        update = self._waiting.pop(message["requestId"])
        if message["success"]:
            update.answered = time.monotonic() - update.sent_at
            return
        # As the real client does with a refusal that asks for it: the time goes on.
        self.refused += 1
        asyncio.get_running_loop().call_later(0.1, self._send, update)

    def _changed(self, query: int, rows: Any) -> None:
        self.results[query] = rows
        if rows:
            newest = round(max(row["number"] for row in rows))
            if query != _MINE:
                wall, by = (self.own, "own") if query == _OWN else (self.next, "other")
                wall.shown(by, newest)


class Members:
    """All pages, each beside the next one."""

    def __init__(self, channels: Sequence[str]) -> None:
        self.walls = [Wall(channel) for channel in channels]
        self.pages = [MemberPage(wall, self.walls[(at + 1) % len(channels)]) for at, wall in enumerate(self.walls)]

    @property
    def updates(self) -> list[Update]:
        """All posts of all members."""
        return [update for wall in self.walls for update in wall.updates]

    async def missing(self, dsn: str) -> int:
        """How many walls on pages differ from the database, once they have had a minute to become equal."""
        clock = time.monotonic
        ends = clock() + _SETTLED_WITHIN
        connection = await asyncpg.connect(dsn)
        try:
            while (wrong := await self._wrong(connection)) and clock() < ends:  # the walls have no event
                await asyncio.sleep(0.5)
        finally:
            await connection.close()
        return wrong

    async def _wrong(self, connection: asyncpg.Connection) -> int:
        posts: dict[str, list[int]] = {wall.channel: [] for wall in self.walls}
        for channel, number in await connection.fetch("SELECT channel, number FROM posts ORDER BY number DESC"):
            if len(posts[channel]) < SHOWN:
                posts[channel].append(number)
        expected = [(page, query, posts[wall.channel]) for page in self.pages for query, wall in _shown(page)]
        unsent = sum(wall.number != posts[wall.channel][0] for wall in self.walls)
        shown = [([round(row["number"]) for row in page.results[query] or ()], rows) for page, query, rows in expected]
        return unsent + sum(found != rows for found, rows in shown)


def _shown(page: MemberPage) -> list[tuple[int, Wall]]:
    return [(_OWN, page.own), (_NEXT, page.next), (_MINE, page.own)]
