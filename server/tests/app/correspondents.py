"""Pages of members who write to each other while the server fails, as the web's pages do."""

from __future__ import annotations

import asyncio
import secrets
import sys
from collections import deque
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from tests.app.history import History
from tests.app.house import House, until
from tests.app.people import Member, Page
from tests.reflow.wire.peer import mutation
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from mail.mail_server import MailServer

AWAY = (OSError, TimeoutError, ConnectionClosed, InvalidHandshake, httpx.TransportError)
NEWEST = {"numItems": 30, "cursor": None, "id": 0}
_AT_ONCE = 3
_LATE = 3.0
# At least as long as browsers wait for a message: a page that gives up on a busy server makes it busier.
_PATIENCE = 30.0


@dataclass(frozen=True)
class Correspondence:
    """A conversation between two members who signed up.

    Attributes:
        id: The conversation's id.
        profiles: The members' profile ids, by their user ids.
    """

    id: str
    one: Member
    other: Member
    profiles: dict[str, str]

    @classmethod
    async def between(cls, one: Member, other: Member) -> Correspondence:
        """Put them in flow and open their conversation."""
        profiles = {}
        for member in (one, other):
            async with member.page() as page:
                profiles[member.user_id] = page.peer.results[await page.follows("users:me")]["profileId"]
        hers, his = profiles.values()
        async with one.page() as page:
            asked = await page.does("flowRequests:requestSync", sender_id=hers, receiver_id=his)
        async with other.page() as page:
            await _done(page, "flowRequests:accept", requestId=asked["result"]["id"])
            opened = await _done(page, "messages:openConversation", profileId=his, otherId=hers)
        return cls(opened, one, other, profiles)

    def message(self, sender: Member, name: str) -> dict[str, Any]:
        """The arguments of `messages:sendMessage` for a message with this client id."""
        receiver = self.other if sender.user_id == self.one.user_id else self.one
        return {
            "conversationId": self.id,
            "senderId": self.profiles[sender.user_id],
            "receiverId": self.profiles[receiver.user_id],
            "content": f"Message {name}",
            "type": "text",
            "clientId": name,
        }

    async def whole(self, member: Member) -> list[tuple[int, str]]:
        """Number and client id of all messages, as a member pages through them, oldest first."""
        while True:
            with suppress(httpx.TransportError):  # the connection that was kept led to a process that was killed
                return await self._paged_through(member)

    async def _paged_through(self, member: Member) -> list[tuple[int, str]]:
        found: list[tuple[int, str]] = []
        cursor: str | None = None
        async with member.page() as page:
            while True:
                opts = {"numItems": 100, "cursor": cursor, "id": 1}
                query = await page.follows("messages:getMessages", conversationId=self.id, paginationOpts=opts)
                part = page.peer.results[query]
                found += [(message["seq"], message["clientId"]) for message in part["page"]]
                cursor = part["continueCursor"]
                if part["isDone"]:
                    return found[::-1]


class Gap(NamedTuple):
    """When a page lost its connection, and when it was current again, on the loop's clock."""

    lost_at: float
    current_at: float


class Correspondent:
    """One page of one of the two members. It reconnects until the server has acknowledged all of its messages.

    Args:
        count: How many messages it has to send.
        every: Seconds between two messages; with 0 it sends them as fast as the server answers.
        address: The address that it connects to, if that is not the house itself.

    Attributes:
        away: How often it lost its connection.
        gaps: One entry for each lost connection.
        waits: How many seconds each message waited for its acknowledgement, from the first time that the page sent it.
    """

    def __init__(
        self,
        about: Correspondence,
        member: Member,
        history: History,
        count: int,
        *,
        every: float = 0.0,
        address: str | None = None,
    ) -> None:
        self.name = f"{member.username} {secrets.token_hex(3)}"
        self.away = 0
        self.gaps: list[Gap] = []
        self.waits: list[float] = []
        self._about = about
        self._member = member
        self._address = address
        self._every = every
        self._due_at = 0.0
        self._history = history
        self._unsaid = deque(secrets.token_hex(8) for _ in range(count))
        # Sent and not acknowledged, by the request numbers that the page sends them with again.
        self._in_flight: dict[int, str] = {}
        self._invoked: dict[str, float] = {}
        self._next = 0
        self._connections = 0
        self._observed = 0
        self._shown: list[str] = []
        self._lost_at: float | None = None

    async def talk(self) -> None:
        """Send all messages."""
        while self._unsaid or self._in_flight:
            try:
                async with self._page() as page:
                    await self._follow(page)
                    while self._unsaid or self._in_flight:
                        await self._say_some(page)
            except AWAY:
                if self._lost_at is None:
                    self.away += 1
                    self._lost_at = _now()
                await asyncio.sleep(0.05)

    def hush(self) -> None:
        """Send no new messages."""
        self._unsaid.clear()

    @asynccontextmanager
    async def _page(self) -> AsyncIterator[Page]:
        answer = await self._member.ask("/token")
        if answer.status_code >= 500:
            raise ConnectionError(answer.text)  # its database is away; browsers try again
        given: dict[str, Any] = {"session": self.name, "count": self._connections, "address": self._address}
        if self._observed:
            given["observed"] = self._observed
        async with self._member.socket(**given) as peer:
            self._connections += 1
            peer.patience = _PATIENCE
            await peer.authenticate(answer.json()["token"])
            try:
                yield Page(peer)
            finally:
                self._observed = max(self._observed, peer.ts)

    async def _follow(self, page: Page) -> None:
        # As the web's client does: the first Transition waits for the calls that were not answered before.
        for number, name in self._in_flight.items():
            await self._send(page, number, name)
        await page.follows("messages:getMessages", conversationId=self._about.id, paginationOpts=NEWEST)
        self._look(page)
        if self._lost_at is not None:
            self.gaps.append(Gap(self._lost_at, _now()))
            self._lost_at = None

    async def _say_some(self, page: Page) -> None:
        """Send the next messages, and wait for the answers to all that were sent."""
        await self._until_due(page)
        while self._unsaid and len(self._in_flight) < _AT_ONCE and self._due_at <= _now():
            number, name = self._next, self._unsaid.popleft()
            self._in_flight[number] = name
            self._next += 1
            self._due_at += self._every
            if name not in self._invoked:
                self._invoked[name] = _now()
                self._history.invoked(self.name, self._about.id, name)
            await self._send(page, number, name)
        for number in list(self._in_flight):
            answer = await page.peer.settled(number)
            await self._answered(page, number, answer)
        page.peer.frames.clear()  # nothing waits for them any more, and a long conversation has very many

    async def _send(self, page: Page, number: int, name: str) -> None:
        await page.peer.say(mutation(number, "messages:sendMessage", **self._about.message(self._member, name)))

    async def _until_due(self, page: Page) -> None:
        """Show what the others write meanwhile. A page that is late sends the messages of at most `_LATE` seconds at
        once.
        """
        self._due_at = max(self._due_at, _now() - _LATE) if self._every else 0.0
        while self._unsaid and not self._in_flight and self._due_at > _now():
            with suppress(TimeoutError):
                async with asyncio.timeout_at(self._due_at):
                    await page.peer.hear()
            self._look(page)

    async def _answered(self, page: Page, number: int, answer: dict[str, Any]) -> None:
        name = self._in_flight.pop(number)
        self._look(page)
        if answer["success"]:
            self._history.acknowledged(self.name, self._about.id, name)
            self.waits.append(_now() - self._invoked[name])
            return
        # Where the server failed, the page does not know whether the message was stored. Its client id prevents a
        # second copy.
        self._unsaid.appendleft(name)
        refusal = answer.get("errorData", {"code": "rate_limited", "retryAfter": 1})
        assert refusal["code"] in {"rate_limited", "busy"}, answer
        wait = _now() + refusal.get("retryAfter", 1)
        while _now() < wait:  # noqa: ASYNC110  # the refusal says how long to wait
            await asyncio.sleep(0.2)

    def _look(self, page: Page) -> None:
        """Note what the page shows, if that has changed. It may say for a moment that it took too long."""
        answer = page.peer.results[0]
        if answer.get("type") == "QueryFailed":
            assert answer["errorData"]["code"] in {"busy", "timed_out"}, answer
            return
        # Interned, since a long history has each of them a hundred times.
        shown = [sys.intern(message["clientId"]) for message in reversed(answer["page"])]
        if shown != self._shown:
            self._shown = shown
            self._history.read(self.name, self._about.id, shown)


async def two_pairs(
    house: House, mail_server: MailServer, history: History, each: int
) -> tuple[list[Correspondence], list[Correspondent]]:
    """Two pairs of new members and their four pages, on each of which so many messages will be written."""
    four = [await Member.sign_up(house, mail_server, name) for name in ("alice", "bob", "carol", "dave")]
    chats = [await Correspondence.between(*four[:2]), await Correspondence.between(*four[2:])]
    pages = [
        Correspondent(chat, member, history, each, every=0.2) for chat in chats for member in (chat.one, chat.other)
    ]
    return chats, pages


async def judged(history: History, chats: Iterable[Correspondence], path: Path | None = None) -> list[str]:
    """All errors in these conversations: in the messages as both members have them, and in what their pages showed.

    Args:
        path: Where the history is written to, with the messages that there are.
    """
    found: list[str] = []
    final: dict[str, list[str]] = {}
    try:
        for chat in chats:
            one, other = await chat.whole(chat.one), await chat.whole(chat.other)
            if one != other:
                found.append(f"the sides differ: {chat.id}")
            final[chat.id] = [name for _, name in one]
    finally:
        if path is not None:
            history.write(path, final)
    return found + history.anomalies(final)


async def acknowledged(history: History, count: int, *, seconds: float) -> None:
    """Wait until so many further messages are acknowledged."""
    enough = history.count("acknowledged") + count

    async def reached() -> bool:
        return history.count("acknowledged") >= enough

    await until(reached, seconds=seconds)


def _now() -> float:
    return asyncio.get_running_loop().time()


async def _done(page: Page, path: str, **given: Any) -> Any:
    answer = await page.does(path, **given)
    assert answer["success"], answer
    return answer["result"]
