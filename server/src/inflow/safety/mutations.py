"""Making choices."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.members.access import require_member
from inflow.members.tables import users
from inflow.safety.rules import (
    FILTERED_ALREADY,
    FILTERED_MOST,
    TOO_MANY_WORDS,
    Commenters,
    FilteredWord,
    Requesters,
    compared,
    require_word,
)
from inflow.safety.tables import filtered_words, safety_settings
from reflow import MINUTE, AppError, MutationCtx, RateLimit, mutation, statement

_choosing = insert(safety_settings).values(user_id=bindparam("user_id"), commenters=bindparam("commenters"))
SET_COMMENTERS = statement(
    _choosing.on_conflict_do_update(index_elements=["user_id"], set_={"commenters": _choosing.excluded.commenters})
)

_limiting = insert(safety_settings).values(user_id=bindparam("user_id"), requesters=bindparam("requesters"))
SET_REQUESTERS = statement(
    _limiting.on_conflict_do_update(index_elements=["user_id"], set_={"requesters": _limiting.excluded.requesters})
)

# Does not wait for rows that refer to the member.
LOCK_MEMBER = statement(sa.select(users.c.id).where(users.c.id == bindparam("user_id")).with_for_update(key_share=True))
NUMBER_OF_WORDS = statement(
    sa.select(sa.func.count()).select_from(filtered_words).where(filtered_words.c.user_id == bindparam("user_id"))
)
ADD_WORD = statement(
    insert(filtered_words)
    .values({name: bindparam(name) for name in ("user_id", "compared", "word")})
    .on_conflict_do_nothing()
    .returning(filtered_words.c.word)
)
REMOVE_WORD = statement(
    sa.delete(filtered_words).where(
        filtered_words.c.user_id == bindparam("user_id"), filtered_words.c.compared == bindparam("compared")
    )
)


@mutation(rate_limit=RateLimit((60, MINUTE)))
async def set_commenters(ctx: MutationCtx, *, commenters: Commenters) -> None:
    """Choose who may comment on the caller's fotos and flicks from now on. Comments that are there stay."""
    member = await require_member(ctx)
    await ctx.execute(SET_COMMENTERS, user_id=member.id, commenters=commenters)


@mutation(rate_limit=RateLimit((60, MINUTE)))
async def set_requesters(ctx: MutationCtx, *, requesters: Requesters) -> None:
    """Choose who may send the caller requests to syncflow from now on. Requests that were sent stay."""
    member = await require_member(ctx)
    await ctx.execute(SET_REQUESTERS, user_id=member.id, requesters=requesters)


@mutation(rate_limit=RateLimit((120, MINUTE)))
async def filter_word(ctx: MutationCtx, *, word: FilteredWord) -> None:
    """Add a word or phrase to those that the caller filters."""
    member = await require_member(ctx)
    text = require_word(word)
    # Two calls at a time must not both be the last one that fits.
    await ctx.row(LOCK_MEMBER, user_id=member.id)
    if await ctx.value(NUMBER_OF_WORDS, user_id=member.id) >= FILTERED_MOST:
        raise AppError("invalid", TOO_MANY_WORDS)
    if await ctx.row(ADD_WORD, user_id=member.id, compared=compared(text), word=text) is None:
        raise AppError("conflict", FILTERED_ALREADY)


@mutation(rate_limit=RateLimit((120, MINUTE)))
async def unfilter_word(ctx: MutationCtx, *, word: FilteredWord) -> None:
    """Take a word off the caller's list. Where it is not on the list, this does nothing."""
    member = await require_member(ctx)
    await ctx.execute(REMOVE_WORD, user_id=member.id, compared=compared(word))
