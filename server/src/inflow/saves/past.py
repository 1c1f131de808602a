"""Collections and saves at a time of the past, which a member brings along from another place."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.core.ids import new_id
from inflow.core.tables import INSTANT
from inflow.members.access import Member
from inflow.posts.rules import PostId
from inflow.saves.mutations import LOCK_MEMBER, NUMBER_OF_COLLECTIONS, NUMBER_OF_SAVES
from inflow.saves.rules import (
    MOST_COLLECTIONS,
    MOST_SAVES,
    TOO_MANY_COLLECTIONS,
    TOO_MANY_SAVES,
    CollectionId,
    require_name,
)
from inflow.saves.tables import collections, saves
from reflow import AppError, MutationCtx, statement

COLLECTION_CALLED = statement(
    sa.select(collections.c.id).where(
        collections.c.member_id == bindparam("member_id"), collections.c.name == bindparam("name")
    )
)
ADD_PAST_COLLECTION = statement(
    sa.insert(collections).values(
        {name: bindparam(name) for name in ("id", "member_id", "name")}
        | {"created_at": bindparam("created_at", type_=INSTANT)}
    )
)
ADD_PAST_SAVE = statement(
    insert(saves)
    .values(
        {name: bindparam(name) for name in ("member_id", "post_id", "collection_id")}
        | {"saved_at": bindparam("saved_at", type_=INSTANT)}
    )
    .on_conflict_do_nothing()
)


async def past_collection(ctx: MutationCtx, member: Member, name: str, created_at: datetime) -> CollectionId:
    """The member's collection of this name, which is made if there is none.

    Raises:
        AppError: `invalid`, the name cannot be used, or there are too many.
    """
    text = require_name(name)
    await ctx.row(LOCK_MEMBER, user_id=member.id)
    found = await ctx.row(COLLECTION_CALLED, member_id=member.id, name=text)
    if found is not None:
        return CollectionId(found.id)
    if await ctx.value(NUMBER_OF_COLLECTIONS, member_id=member.id) >= MOST_COLLECTIONS:
        raise AppError("invalid", TOO_MANY_COLLECTIONS)
    collection_id = CollectionId(new_id())
    await ctx.execute(ADD_PAST_COLLECTION, id=collection_id, member_id=member.id, name=text, created_at=created_at)
    return collection_id


async def add_past_save(
    ctx: MutationCtx, member: Member, post_id: PostId, collection_id: str, saved_at: datetime
) -> None:
    """Save one of the member's own posts, if it is not saved already.

    Raises:
        AppError: `invalid`, there are too many.
    """
    await ctx.row(LOCK_MEMBER, user_id=member.id)
    if await ctx.value(NUMBER_OF_SAVES, member_id=member.id) >= MOST_SAVES:
        raise AppError("invalid", TOO_MANY_SAVES)
    await ctx.execute(
        ADD_PAST_SAVE, member_id=member.id, post_id=post_id, collection_id=collection_id, saved_at=saved_at
    )
