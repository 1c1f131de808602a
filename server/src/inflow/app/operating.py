"""Erasing members, deleting what they made, and storage used, from the command line, beside a running Inflow."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Final, Literal, NamedTuple
from urllib.parse import parse_qs, urlsplit

import asyncpg
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.app.beside import running_database
from inflow.app.moderating import member_called, note
from inflow.app.settings import BadSetting, Settings
from inflow.app.wiring import accounts_of, outbox_of
from inflow.audit.log import AuditLog
from inflow.comments.mutations import remove as remove_comment
from inflow.comments.rules import CommentId
from inflow.comments.tables import comments
from inflow.core.encryption import Secret
from inflow.grids.mutations import delete_grid, delete_post
from inflow.grids.rules import GridId
from inflow.grids.tables import grids
from inflow.identity.accounts import PATH, Accounts
from inflow.media.tables import media
from inflow.members.tables import users
from inflow.posts.rules import PostId
from inflow.posts.tables import posts
from reflow import AppError, Connection, Identity, Statement, statement
from reflow.contrib.jobs import defer
from reflow.dependencies import NO_DEPENDENCIES
from reflow.live.transaction_ctx import TransactionCtx

Kind = Literal["post", "grid", "comment"]

_MOST_ATTEMPTS: Final = 10
_NOTHING: Final = "There is no {kind} {content_id}."

CONTENT_OF: Final[dict[Kind, Statement]] = {
    "post": statement(
        sa.select(posts.c.id, posts.c.created_at, posts.c.post_type.label("audience"), posts.c.caption.label("words"))
        .where(posts.c.author_id == bindparam("user_id"))
        .order_by(posts.c.created_at)
    ),
    "grid": statement(
        sa.select(grids.c.id, grids.c.created_at, grids.c.post_type.label("audience"), sa.literal("").label("words"))
        .where(grids.c.author_id == bindparam("user_id"))
        .order_by(grids.c.created_at)
    ),
    "comment": statement(
        sa.select(
            comments.c.id, comments.c.created_at, sa.literal("").label("audience"), comments.c.content.label("words")
        )
        .where(comments.c.author_id == bindparam("user_id"))
        .order_by(comments.c.created_at),
        whole_table="Read once, from the command line.",
    ),
}
AUTHOR_OF: Final[dict[Kind, Statement]] = {
    "post": statement(
        sa.select(users.c.id, users.c.clerk_id)
        .join(posts, posts.c.author_id == users.c.id)
        .where(posts.c.id == bindparam("content_id"))
    ),
    "grid": statement(
        sa.select(users.c.id, users.c.clerk_id)
        .join(grids, grids.c.author_id == users.c.id)
        .where(grids.c.id == bindparam("content_id"))
    ),
    "comment": statement(
        sa.select(users.c.id, users.c.clerk_id)
        .join(comments, comments.c.author_id == users.c.id)
        .where(comments.c.id == bindparam("content_id")),
        whole_table="Read once, from the command line.",
    ),
}
STORED_BYTES: Final = statement(
    sa.select(
        users.c.username,
        sa.func.count().label("files"),
        sa.func.count(media.c.video_kind).label("videos"),
        sa.func.sum(media.c.byte_size).label("bytes"),
    )
    .select_from(media)
    .outerjoin(users, users.c.clerk_id == media.c.owner_id)
    .group_by(users.c.username)
    .order_by(sa.desc("bytes"), users.c.username),
    whole_table="Read once, from the command line.",
)


class Content(NamedTuple):
    """A post, a grid or a comment of a member: when it was made, who sees it, and its words."""

    kind: Kind
    id: str
    created_at: datetime
    audience: str
    words: str


class StorageUse(NamedTuple):
    """How much a member has uploaded. Only the bytes of originals are counted, neither renditions nor videos.

    Attributes:
        username: None for files whose member is deleted, which jobs remove.
    """

    username: str | None
    files: int
    videos: int
    bytes: int


async def erase(settings: Settings, username: str) -> None:
    """Erase a member and everything they made, and write that into the audit log.

    Raises:
        BadSetting: No member has this name, they are the only owner, or the database does not answer.
    """
    async with _account_of(settings, username, "member erased") as (accounts, account_id, record):
        try:
            if not await accounts.delete_for_operator(account_id, record):
                raise BadSetting(f"{username} is deleted already.")
        except AppError as refusal:
            raise BadSetting(refusal.message) from None


async def remove_second_steps(settings: Settings, username: str) -> None:
    """Remove all second steps of a member, and write that into the audit log.

    Raises:
        BadSetting: No member has this name, they have no second step, or the database does not answer.
    """
    async with _account_of(settings, username, "second steps removed") as (accounts, account_id, record):
        if not await accounts.factors.remove_for_operator(account_id, record):
            raise BadSetting(f"{username} has no second step.")


@asynccontextmanager
async def _account_of(
    settings: Settings, username: str, action: str
) -> AsyncIterator[tuple[Accounts, str, Callable[[Connection], Awaitable[None]]]]:
    """The deployment's accounts, the account of the member with this name, and what writes the action into the audit
    log, in the transaction that does it.
    """
    secret = Secret.from_file(settings.secret_path)
    log = AuditLog(secret)
    async with running_database(settings, size=2) as database:
        async with database.connection() as connection:
            found = await member_called(connection, username)
        accounts = accounts_of(settings, database, secret, outbox_of(settings, database, secret), _already_told)

        async def record(connection: Connection) -> None:
            await note(log, connection, action, found.id)

        try:
            yield accounts, found.clerk_id, record
        finally:
            accounts.close()


async def content_of(settings: Settings, username: str) -> list[Content]:
    """Everything that a member posted, the oldest of each kind first. Messages are private and not among it.

    Raises:
        BadSetting: No member has this name, or the database does not answer.
    """
    async with running_database(settings) as database, database.connection() as connection:
        found = await member_called(connection, username)
        return [
            Content(kind, *row)
            for kind in CONTENT_OF
            for row in await connection.rows(CONTENT_OF[kind], {"user_id": found.id})
        ]


async def delete_content(settings: Settings, kind: Kind, address: str) -> None:
    """Delete what a member posted, as they would delete it themselves, and write that into the audit log.

    Args:
        address: Its id, or the address of its page.

    Raises:
        BadSetting: It does not exist, or the database does not answer.
    """
    log, content_id = AuditLog(Secret.from_file(settings.secret_path)), _id_in(kind, address)
    async with running_database(settings) as database:
        for _ in range(_MOST_ATTEMPTS):
            try:
                async with database.transaction("ISOLATION LEVEL SERIALIZABLE") as connection:
                    author_id = await delete_by_author(settings, connection, kind, content_id)
                    await note(log, connection, "content deleted", author_id, kind=kind, id=content_id)
                return
            except (asyncpg.SerializationError, asyncpg.DeadlockDetectedError):
                continue
    raise BadSetting("The database is busy. Try again in a moment.")


async def storage_use(settings: Settings) -> list[StorageUse]:
    """How much each member has uploaded, those with the most first.

    Raises:
        BadSetting: The database does not answer.
    """
    async with running_database(settings) as database, database.connection() as connection:
        return [StorageUse(*row) for row in await connection.rows(STORED_BYTES, {})]


async def delete_by_author(settings: Settings, connection: Connection, kind: Kind, content_id: str) -> str:
    """Delete it by the call of its author's own page. Returns the author's id."""
    author = await connection.row(AUTHOR_OF[kind], {"content_id": content_id})
    if author is None:
        raise BadSetting(_NOTHING.format(kind=kind, content_id=content_id))
    identity = Identity(f"{settings.origin}{PATH}", author.clerk_id, None, 0)
    ctx = TransactionCtx(connection, identity, defer, b"", NO_DEPENDENCIES)
    if kind == "post":
        await delete_post.call(ctx, post_id=PostId(content_id))
    elif kind == "grid":
        await delete_grid.call(ctx, grid_id=GridId(content_id))
    else:
        await remove_comment.call(ctx, comment_id=CommentId(content_id))
    return str(author.id)


def _id_in(kind: Kind, address: str) -> str:
    """The id in the query of an address such as `/homefeed?post=…`; anything else is an id already."""
    (found,) = parse_qs(urlsplit(address).query).get(kind, [address])[:1]
    return found


async def _already_told(_session_id: str, _account_id: str) -> None:
    """Does nothing: running processes read in the database's log that a session ended."""
