"""What members, messages and photos take: memory of the server, database and disk. The sizing table says it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncpg

from bench.measured import Row
from bench.member import Member
from bench.page import Page
from bench.rows.messages import End, in_touch
from bench.rows.photos import FEED, add_photos, post
from bench.rows.upload import photo_of_twelve_megapixels
from bench.stage import Server

_MEMBERS = 40
_PAGES_EACH = 5
_PAIRS = 16
_MESSAGES_EACH = 60
_POSTS = 200
_PHOTOS = 5  # a member may upload six in a minute
_A_MEMBERS_PACE = 0.21  # seconds; a member may send five messages a second
_QUIET = 12.0  # seconds in which the server frees what it needed for the answers
_UNFINISHED = "SELECT count(*) FROM media WHERE state <> 'finished'"
_CONNECTIONS = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
_BYTES = "SELECT sum(pg_total_relation_size(oid))::bigint FROM pg_class WHERE relname = ANY($1::text[])"
_OF_MESSAGES = ["messages", "conversations", "conversation_sides"]
_OF_POSTS = ["posts"]
_OF_CALLS = ["reflow_requests_0", "reflow_requests_1", "reflow_requests_2"]


async def measure(server: Server) -> list[Row]:
    """One after the other: an idle process, open pages, messages, posts, photos."""
    connection = await asyncpg.connect(server.dsn)
    idle, imaging = server.memory(), await asyncio.to_thread(_memory_of_children, server.process.pid)
    members = [await Member.sign_up(server) for _ in range(_MEMBERS)]
    pages = await _pages(server, members)
    connections = str(await connection.fetchval(_CONNECTIONS))
    rows = [
        _row("memory of a serving process without pages", _mb(idle)),
        _row("memory of its worker for images", _mb(imaging)),
        pages,
        _row("connections to PostgreSQL of one process, with these pages", connections),
        *await _messages(server, connection),
        await _posts(server, connection, members[0]),
        await _photos(server, connection, members[1]),
    ]
    await connection.close()
    return rows


async def _pages(server: Server, members: list[Member]) -> Row:
    """Pages with what a screen of Inflow follows: the member, the feed, the inbox, what is unread."""
    tokens = [await each.token() for each in members]
    early = [await open_screen(server, member, token) for member, token in zip(members, tokens, strict=True)]
    before = server.memory()
    pages = [
        await open_screen(server, member, token)
        for _ in range(_PAGES_EACH)
        for member, token in zip(members, tokens, strict=True)
    ]
    await asyncio.sleep(_QUIET)
    each = (server.memory() - before) / len(pages)
    for page in (*early, *pages):
        page.socket.close()
    return _row(f"memory of an open page, of {len(pages)} of {len(members)} members", f"{each / 1e3:.0f} kB")


async def open_screen(server: Server, member: Member, token: str) -> Page:
    """A page that follows what a screen of Inflow follows, once all of it is answered."""
    page = await Page.open(server.port, token)
    profile = {"profileId": member.user["profileId"]}
    queries = [
        ("users:me", {}),
        FEED,
        ("messages:getConversations", profile),
        ("messages:getUnread", profile),
        ("notifications:getUnreadCount", profile),
        ("notifications:getPreferences", profile),
        ("niches:getActiveProposal", {}),
        ("moderation:getStanding", {}),
    ]
    page.follow(*queries)
    answered = 0
    while answered < len(queries):
        frame = await page.socket.next()
        answered += frame.count(b'"QueryUpdated"') + frame.count(b'"QueryFailed"')
    return page


async def _messages(server: Server, connection: asyncpg.Connection) -> list[Row]:
    ends = [end for _ in range(_PAIRS) for end in await in_touch(server)]
    before = await connection.fetchval(_BYTES, _OF_MESSAGES), await connection.fetchval(_BYTES, _OF_CALLS)
    await asyncio.gather(*(_write(end) for end in ends))
    after = await connection.fetchval(_BYTES, _OF_MESSAGES), await connection.fetchval(_BYTES, _OF_CALLS)
    count = len(ends) * _MESSAGES_EACH
    for end in ends:
        end.page.socket.close()
    return [
        _row(f"database of a message of 60 letters, of {count:,}", f"{(after[0] - before[0]) / count:,.0f} B"),
        _row("database of a call's stored answer, for 14 to 21 days", f"{(after[1] - before[1]) / count:,.0f} B"),
    ]


async def _write(end: End) -> None:
    for turn in range(_MESSAGES_EACH):
        started = time.perf_counter()
        text = f"message {turn:06} {started:020.6f}".ljust(60, ".")
        response = end.page.mutate("messages:sendMessage", content=text, clientId=text, **end.given)
        await end.page.socket.until(response + b'"success":true')
        await asyncio.sleep(max(0.0, started + _A_MEMBERS_PACE - time.perf_counter()))


async def _posts(server: Server, connection: asyncpg.Connection, member: Member) -> Row:
    photos = await add_photos(server.dsn, member.user["clerkId"], _POSTS)
    page = await Page.open(server.port, await member.token())
    before = await connection.fetchval(_BYTES, _OF_POSTS)
    for photo in photos:
        await page.socket.until(page.mutate("posts:createPost", **post(member.user["_id"], photo, "Low tide")))
    after = await connection.fetchval(_BYTES, _OF_POSTS)
    page.socket.close()
    return _row(f"database of a post, of {_POSTS}", f"{(after - before) / _POSTS:,.0f} B")


async def _photos(server: Server, connection: asyncpg.Connection, member: Member) -> Row:
    photo = await asyncio.to_thread(photo_of_twelve_megapixels)
    folder = server.home / "media"
    before = await asyncio.to_thread(_stored, folder)
    for _ in range(_PHOTOS):
        answer = await member.http.post("/api/media/uploads", content=photo, headers={"Content-Type": "image/jpeg"})
        assert answer.status_code == 201, answer.text
        await _until(lambda: connection.fetchval(_UNFINISHED))
    each = (await asyncio.to_thread(_stored, folder) - before) / _PHOTOS
    return Row(
        what="disk of a photo of 12 megapixels with its renditions",
        floor="its file",
        floor_text=f"{len(photo) / 1e6:.2f} MB",
        ours_text=f"{each / 1e6:.2f} MB",
        ratio=each / len(photo),
        target="–",
        met=None,
    )


async def _until(unfinished: Callable[[], Awaitable[int]]) -> None:
    while await unfinished():
        await asyncio.sleep(0.05)


def _stored(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def _memory_of_children(pid: int) -> int:
    """The memory of a process's children and theirs, shared pages divided among those that have them."""
    found = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            rollup = Path(f"/proc/{child}/smaps_rollup").read_text()
            found += int(rollup.partition("\nPss:")[2].split()[0]) * 1024 + _memory_of_children(int(child))
    return found


def _mb(size: int) -> str:
    return f"{size / 1e6:.0f} MB"


def _row(what: str, text: str) -> Row:
    return Row(what=what, floor="–", floor_text="–", ours_text=text, ratio=None, target="–", met=None)
