"""The rows that an archive is made of, read in one snapshot."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.app.data_export import rows_of
from inflow.blocks.access import not_hidden
from inflow.comments.tables import comments
from inflow.connections.tables import connections
from inflow.grids.tables import grid_images, grids
from inflow.identity.tables import accounts
from inflow.media.tables import media
from inflow.members.tables import profiles, users
from inflow.moderation.encryption import CaseCipher
from inflow.posts.tables import further_fotos, posts
from inflow.reactions.tables import reactions
from inflow.saves.tables import collections, saves
from reflow import Connection, Row, statement

# Null for members whom the archive's member may not see: what they are called now is not shown to them.
_AUTHOR: Final = sa.case((not_hidden(users.c.id), users.c.username), else_=None).label("author")
_ONCE: Final = "Asked once for each archive; no query watches it."
_LOOK: Final = ("ratio", "filter", "brightness", "contrast", "saturation", "alt_text")

ACCOUNT: Final = statement(
    sa.select(accounts.c.username, accounts.c.language, sa.func.now().label("at")).where(
        accounts.c.id == bindparam("account_id")
    )
)
MEMBER: Final = statement(
    sa.select(
        *(users.c.id, users.c.username, users.c.full_name, users.c.nook, users.c.created_at),
        *(profiles.c.quote, profiles.c.picture_id),
    )
    .outerjoin(profiles, profiles.c.user_id == users.c.id)
    .where(users.c.clerk_id == bindparam("account_id"))
)
MEDIA_OF_MEMBER: Final = statement(
    sa.select(
        *(media.c.id, media.c.kind, media.c.width, media.c.height, media.c.cut, media.c.renditions),
        media.c.video_kind,
    )
    .where(media.c.owner_id == bindparam("account_id"))
    .order_by(media.c.created_at, media.c.id)
)
POSTS_OF_MEMBER: Final = statement(
    sa.select(
        *(posts.c.id, posts.c.media_id, posts.c.nook_type, posts.c.post_type, posts.c.archived_from),
        *(posts.c.is_video, posts.c.duration, posts.c.caption, posts.c.created_at, posts.c.edited_at),
        *(posts.c[name] for name in _LOOK),
    )
    .where(posts.c.author_id == bindparam("user_id"))
    .order_by(posts.c.created_at, posts.c.id)
)
FURTHER_FOTOS_OF_MEMBER: Final = statement(
    sa.select(further_fotos.c.post_id, further_fotos.c.media_id, *(further_fotos.c[name] for name in _LOOK))
    .join(posts, posts.c.id == further_fotos.c.post_id)
    .where(posts.c.author_id == bindparam("user_id"))
    .order_by(further_fotos.c.post_id, further_fotos.c.place),
    whole_table=_ONCE,
)
GRIDS_OF_MEMBER: Final = statement(
    sa.select(grids.c.id, grids.c.layout, grids.c.post_type, grids.c.created_at)
    .where(grids.c.author_id == bindparam("user_id"))
    .order_by(grids.c.created_at, grids.c.id)
)
FOTOS_OF_GRIDS: Final = statement(
    sa.select(grid_images.c.grid_id, grid_images.c.post_id)
    .join(grids, grids.c.id == grid_images.c.grid_id)
    .where(grids.c.author_id == bindparam("user_id"))
    .order_by(grid_images.c.grid_id, grid_images.c.place),
    whole_table=_ONCE,
)
COLLECTIONS_OF_MEMBER: Final = statement(
    sa.select(collections.c.id, collections.c.name, collections.c.created_at)
    .where(collections.c.member_id == bindparam("user_id"))
    .order_by(collections.c.created_at, collections.c.id)
)
SAVES_OF_MEMBER: Final = statement(
    sa.select(
        *(saves.c.collection_id, saves.c.post_id, saves.c.saved_at),
        (posts.c.author_id == saves.c.member_id).label("is_own"),
    )
    .join(posts, posts.c.id == saves.c.post_id)
    .where(saves.c.member_id == bindparam("user_id"))
    .order_by(saves.c.saved_at, saves.c.post_id)
)
COMMENTS_OF_MEMBER: Final = statement(
    sa.select(
        *(comments.c.id, comments.c.post_id, comments.c.parent_id, comments.c.content),
        *(comments.c.created_at, comments.c.edited_at, _AUTHOR),
    )
    .join(posts, posts.c.id == comments.c.post_id)
    .join(users, users.c.id == posts.c.author_id)
    .where(comments.c.author_id == bindparam("user_id"))
    .order_by(comments.c.created_at, comments.c.id),
    whole_table=_ONCE,
)
REACTIONS_OF_MEMBER: Final = statement(
    sa.select(reactions.c.post_id, reactions.c.reaction, reactions.c.reacted_at, _AUTHOR)
    .join(posts, posts.c.id == reactions.c.post_id)
    .join(users, users.c.id == posts.c.author_id)
    .where(reactions.c.member_id == bindparam("user_id"))
    .order_by(reactions.c.reacted_at, reactions.c.post_id),
    whole_table=_ONCE,
)
CONNECTIONS_OF_MEMBER: Final = statement(
    sa.select(users.c.username, connections.c.asked, connections.c.created_at)
    .join(users, users.c.id == connections.c.other_id)
    .where(connections.c.member_id == bindparam("user_id"), not_hidden(users.c.id))
    .order_by(connections.c.created_at, users.c.username),
    whole_table=_ONCE,
)


@dataclass(frozen=True, kw_only=True)
class ArchiveRows:
    """The rows of one account, of one moment.

    Attributes:
        at: That moment.
        username: The account's.
        language: The account's, as a BCP 47 tag.
        member: None for an applicant, who has an account and nothing else.
        everything: All rows by table, for `data.json`.
    """

    at: datetime
    username: str
    language: str
    member: Row | None
    media: list[Row]
    posts: list[Row]
    further_fotos: list[Row]
    grids: list[Row]
    fotos_of_grids: list[Row]
    collections: list[Row]
    saves: list[Row]
    comments: list[Row]
    reactions: list[Row]
    connections: list[Row]
    everything: dict[str, list[dict[str, Any]]]


async def read_rows(connection: Connection, cipher: CaseCipher, account_id: str) -> ArchiveRows | None:
    """Read them in the connection's transaction, which should be one snapshot; None if there is no such account."""
    account = await connection.row(ACCOUNT, {"account_id": account_id})
    if account is None:
        return None
    member = await connection.row(MEMBER, {"account_id": account_id})
    user_id = "" if member is None else str(member.id)
    of_user = {"user_id": user_id}
    seen_by_user = {"user_id": user_id, "viewer": user_id}
    return ArchiveRows(
        at=account.at,
        username=account.username,
        language=account.language,
        member=member,
        media=await connection.rows(MEDIA_OF_MEMBER, {"account_id": account_id}),
        posts=await connection.rows(POSTS_OF_MEMBER, of_user),
        further_fotos=await connection.rows(FURTHER_FOTOS_OF_MEMBER, of_user),
        grids=await connection.rows(GRIDS_OF_MEMBER, of_user),
        fotos_of_grids=await connection.rows(FOTOS_OF_GRIDS, of_user),
        collections=await connection.rows(COLLECTIONS_OF_MEMBER, of_user),
        saves=await connection.rows(SAVES_OF_MEMBER, of_user),
        comments=await connection.rows(COMMENTS_OF_MEMBER, seen_by_user),
        reactions=await connection.rows(REACTIONS_OF_MEMBER, seen_by_user),
        connections=await connection.rows(CONNECTIONS_OF_MEMBER, {"user_id": user_id, "viewer": user_id}),
        everything=await rows_of(connection, cipher, account_id, user_id),
    )
