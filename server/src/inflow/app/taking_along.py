"""All that is kept of a member, for them to take along: one archive, made while it is sent."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.blocks.tables import blocks
from inflow.comments.tables import comments
from inflow.connections.tables import connections
from inflow.curators.tables import aura
from inflow.flow_requests.tables import flow_requests
from inflow.grids.tables import grids
from inflow.identity.limits import Counter, Limit
from inflow.identity.tables import accounts, sessions
from inflow.media.rules import video_name
from inflow.media.store import ORIGINAL, MediaStore
from inflow.media.tables import media, refusals
from inflow.members.tables import profiles, users
from inflow.messages.keys import KeyRing
from inflow.messages.taking import conversations_of
from inflow.niches.tables import proposal_votes, proposals
from inflow.notifications.tables import notification_settings, notifications
from inflow.posts.tables import posts
from inflow.reactions.tables import reactions
from reflow.postgres.database import Database
from reflow.statements import Statement, statement

DOWNLOADS = Counter(
    "downloads",
    # More than one: a download that was cut off on its way is tried again.
    Limit(3, timedelta(days=1)),
    message="You have downloaded your data three times today. Please wait {wait} before doing so again.",
)
_WITHHELD: Final = {"password_hash"}


def _of(column: sa.Column[Any]) -> Statement:
    """All rows whose column names the member."""
    shown = [each for each in column.table.columns if each.name not in _WITHHELD]
    return statement(sa.select(*shown).where(column == bindparam("id")))


BY_IDENTITY: Final = {
    "account": _of(accounts.c.id),
    "sessions": _of(sessions.c.account_id),
    "photos": _of(media.c.owner_id),
    "photosRefused": _of(refusals.c.owner_id),
}
BY_USER: Final = {
    "user": _of(users.c.id),
    "profile": _of(profiles.c.user_id),
    "posts": _of(posts.c.author_id),
    "grids": _of(grids.c.author_id),
    "comments": _of(comments.c.author_id),
    "reactions": _of(reactions.c.member_id),
    "connections": _of(connections.c.member_id),
    "requestsSent": _of(flow_requests.c.sender_id),
    "requestsReceived": _of(flow_requests.c.receiver_id),
    "blocked": _of(blocks.c.blocker_id),
    "notifications": _of(notifications.c.member_id),
    "notificationSettings": _of(notification_settings.c.member_id),
    "curatorProgress": _of(aura.c.user_id),
    "nookProposals": _of(proposals.c.proposed_by),
    "nookVotes": _of(proposal_votes.c.voter_id),
}
USER_OF = statement(sa.select(users.c.id).where(users.c.clerk_id == bindparam("clerk_id")))


@dataclass(frozen=True)
class Keeping:
    """Where things are kept."""

    database: Database
    store: MediaStore
    ring: KeyRing


async def count_download(keeping: Keeping, account_id: str, now: datetime) -> None:
    """Three a day.

    Raises:
        AppError: `rate_limited`.
    """
    await DOWNLOADS.take(keeping.database, hashlib.sha256(f"downloads of {account_id}".encode()).hexdigest(), now)


async def archive(keeping: Keeping, account_id: str) -> AsyncIterator[bytes]:
    """The archive, piece by piece: what is in rows as JSON, and every photo and video as it came. No more of it than
    one photo or one conversation is in memory at a time."""
    pieces = _Pieces()
    with zipfile.ZipFile(pieces, "w", zipfile.ZIP_DEFLATED) as made:
        async for _ in _all_into(made, keeping, account_id):
            for piece in pieces.taken():
                yield piece
    for piece in pieces.taken():
        yield piece


async def _all_into(made: zipfile.ZipFile, keeping: Keeping, account_id: str) -> AsyncIterator[None]:
    """Write everything into the archive; after each part, whoever sends it has their turn."""
    kept, user_id = await _rows(keeping.database, account_id)
    made.writestr("data.json", _json(kept))
    yield
    if user_id is not None:
        async for conversation in conversations_of(keeping.database, keeping.ring, user_id):
            made.writestr(f"conversations/{conversation['id']}.json", _json(conversation))
            yield
    for photo in kept["photos"]:
        content = await keeping.store.get(photo["id"], ORIGINAL)
        if content is not None:
            made.writestr(f"photos/{photo['id']}.{photo['kind']}", content, zipfile.ZIP_STORED)
        yield
        if photo["video_kind"] is not None:
            async for _ in _video_into(made, keeping.store, photo["id"], photo["video_kind"]):
                yield


async def _video_into(made: zipfile.ZipFile, store: MediaStore, media_id: str, kind: str) -> AsyncIterator[None]:
    """The same with a video."""
    size = await store.size(media_id, video_name(kind))
    if size is None:
        return
    # Videos are compressed already; what a ZipInfo describes is stored as it is.
    with made.open(zipfile.ZipInfo(f"videos/{media_id}.{kind}"), "w", force_zip64=True) as file:
        async for piece in store.pieces(media_id, video_name(kind), 0, size):
            file.write(piece)
            yield


async def _rows(database: Database, account_id: str) -> tuple[dict[str, list[dict[str, Any]]], str | None]:
    """What the tables hold, as of one moment; and the member's user, if they got so far."""
    async with database.transaction("ISOLATION LEVEL REPEATABLE READ READ ONLY") as connection:
        user = await connection.row(USER_OF, {"clerk_id": account_id})
        user_id = None if user is None else str(user.id)
        asked = [(name, each, account_id) for name, each in BY_IDENTITY.items()]
        asked += [(name, each, user_id or "") for name, each in BY_USER.items()]
        found = {name: await connection.rows(each, {"id": of}) for name, each, of in asked}
    return {name: [dict(row) for row in rows] for name, rows in found.items()}, user_id


def _json(content: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(content), indent=2)


class _Pieces(io.RawIOBase):
    """A file that is only written, and taken away as it grows."""

    def __init__(self) -> None:
        super().__init__()
        self._written: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, content: Any) -> int:
        self._written.append(bytes(content))
        return len(content)

    def taken(self) -> Iterator[bytes]:
        """What was written since the last time."""
        written, self._written = self._written, []
        yield from written
