"""Saving posts, and making, renaming and deleting collections."""

from __future__ import annotations

import asyncpg
import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.core.ids import new_id
from inflow.members.access import Member, require_member
from inflow.members.tables import users
from inflow.posts.access import require_visible
from inflow.posts.rules import PostId
from inflow.saves.rules import (
    IN_NO_COLLECTION,
    MOST_COLLECTIONS,
    MOST_SAVES,
    NAME_TAKEN,
    NO_COLLECTION,
    TOO_MANY_COLLECTIONS,
    TOO_MANY_SAVES,
    CollectionId,
    CollectionName,
    require_name,
)
from inflow.saves.tables import collections, saves
from reflow import DAY, MINUTE, AppError, MutationCtx, RateLimit, mutation, statement

# Does not wait for rows that refer to the member.
LOCK_MEMBER = statement(sa.select(users.c.id).where(users.c.id == bindparam("user_id")).with_for_update(key_share=True))
_IS_OWN_SAVE = sa.and_(saves.c.member_id == bindparam("member_id"), saves.c.post_id == bindparam("post_id"))
_OWN = collections.c.member_id == bindparam("member_id")
_IS_OWN_COLLECTION = sa.and_(collections.c.id == bindparam("collection_id"), _OWN)
NUMBER_OF_SAVES = statement(
    sa.select(sa.func.count()).select_from(saves).where(saves.c.member_id == bindparam("member_id"))
)
MOVE_SAVE = statement(
    sa.update(saves).where(_IS_OWN_SAVE).values(collection_id=bindparam("collection_id")).returning(saves.c.post_id)
)
ADD_SAVE = statement(
    insert(saves).values({name: bindparam(name) for name in ("member_id", "post_id", "collection_id")})
)
DELETE_SAVE = statement(sa.delete(saves).where(_IS_OWN_SAVE))
LOCK_COLLECTION = statement(sa.select(collections.c.id).where(_IS_OWN_COLLECTION).with_for_update())
NUMBER_OF_COLLECTIONS = statement(sa.select(sa.func.count()).select_from(collections).where(_OWN))
ADD_COLLECTION = statement(insert(collections).values({name: bindparam(name) for name in ("id", "member_id", "name")}))
RENAME_COLLECTION = statement(sa.update(collections).where(_IS_OWN_COLLECTION).values(name=bindparam("name")))
DELETE_COLLECTION = statement(sa.delete(collections).where(_IS_OWN_COLLECTION))
EMPTY_COLLECTION = statement(
    sa.update(saves)
    .where(saves.c.member_id == bindparam("member_id"), saves.c.collection_id == bindparam("emptied"))
    .values(collection_id=IN_NO_COLLECTION)
)


@mutation(rate_limit=RateLimit((60, MINUTE), (2_000, DAY)))
async def save(ctx: MutationCtx, *, post_id: PostId, collection_id: CollectionId | None = None) -> None:
    """Save a post that the caller sees in one of their collections, or move it there; without an id in the collection
    that every member has. No other member learns of it.
    """
    member = await require_member(ctx)
    await require_visible(ctx, post_id)
    await ctx.row(LOCK_MEMBER, user_id=member.id)
    if collection_id is not None:
        await _require_own_collection(ctx, member, collection_id)
    given = {"member_id": member.id, "post_id": post_id, "collection_id": collection_id or IN_NO_COLLECTION}
    if await ctx.row(MOVE_SAVE, **given) is not None:
        return
    # Two calls at a time must not both be the last one that fits: they wait for each other at the member's row.
    if await ctx.value(NUMBER_OF_SAVES, member_id=member.id) >= MOST_SAVES:
        raise AppError("invalid", TOO_MANY_SAVES)
    await ctx.execute(ADD_SAVE, **given)


@mutation(rate_limit=RateLimit((60, MINUTE), (2_000, DAY)))
async def unsave(ctx: MutationCtx, *, post_id: PostId) -> None:
    """Take a post out of the caller's collections. Does nothing if it is in none."""
    member = await require_member(ctx)
    await ctx.execute(DELETE_SAVE, member_id=member.id, post_id=post_id)


@mutation(rate_limit=RateLimit((30, MINUTE), (200, DAY)))
async def create_collection(ctx: MutationCtx, *, name: CollectionName) -> CollectionId:
    """Make a collection; returns its id."""
    member = await require_member(ctx)
    text = require_name(name)
    await ctx.row(LOCK_MEMBER, user_id=member.id)
    if await ctx.value(NUMBER_OF_COLLECTIONS, member_id=member.id) >= MOST_COLLECTIONS:
        raise AppError("invalid", TOO_MANY_COLLECTIONS)
    collection_id = CollectionId(new_id())
    try:
        await ctx.execute(ADD_COLLECTION, id=collection_id, member_id=member.id, name=text)
    except asyncpg.UniqueViolationError:
        raise AppError("conflict", NAME_TAKEN) from None
    return collection_id


@mutation(rate_limit=RateLimit((30, MINUTE), (200, DAY)))
async def rename_collection(ctx: MutationCtx, *, collection_id: CollectionId, name: CollectionName) -> None:
    """Give one of the caller's collections another name. Another member's counts as missing."""
    member = await require_member(ctx)
    await _require_own_collection(ctx, member, collection_id)
    try:
        await ctx.execute(RENAME_COLLECTION, collection_id=collection_id, member_id=member.id, name=require_name(name))
    except asyncpg.UniqueViolationError:
        raise AppError("conflict", NAME_TAKEN) from None


@mutation(rate_limit=RateLimit((30, MINUTE), (200, DAY)))
async def delete_collection(ctx: MutationCtx, *, collection_id: CollectionId) -> None:
    """Delete one of the caller's collections. What is in it stays saved, in the collection that every member has.
    Another member's counts as missing.
    """
    member = await require_member(ctx)
    await _require_own_collection(ctx, member, collection_id)
    await ctx.execute(EMPTY_COLLECTION, emptied=collection_id, member_id=member.id)
    await ctx.execute(DELETE_COLLECTION, collection_id=collection_id, member_id=member.id)


async def _require_own_collection(ctx: MutationCtx, member: Member, collection_id: CollectionId) -> None:
    """Check that this collection is the member's own; it stays so until the transaction ends.

    Raises:
        AppError: `not_found`, equally for another member's collection and for none.
    """
    if await ctx.row(LOCK_COLLECTION, collection_id=collection_id, member_id=member.id) is None:
        raise AppError("not_found", NO_COLLECTION)
