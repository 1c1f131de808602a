"""Starting and cancelling the caller's import."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.imports.rules import NO_IMPORT, NO_NEW_MEMBERS, NOT_READY, ImportId
from inflow.imports.tables import UNFINISHED, imports
from inflow.members.access import Member, require_member
from inflow.policies.access import require_may_write
from inflow.posts.creating import POSTS_SINCE
from inflow.posts.rules import PostType
from inflow.standing.new_members import NewMemberRules, did_enough
from reflow import HOUR, AppError, MutationCtx, RateLimit, Row, mutation, statement

JOB = "slow:continue_import"
REMOVAL = "remove_import"

_IS_OWN = sa.and_(imports.c.id == bindparam("b_id"), imports.c.user_id == bindparam("user_id"))
OWN_IMPORT_FOR_UPDATE = statement(
    sa.select(imports.c.id, imports.c.state, imports.c.done).where(_IS_OWN).with_for_update()
)
START = statement(
    sa.update(imports)
    .where(imports.c.id == bindparam("b_id"))
    .values(state="working", audience=bindparam("audience"), attempts=0)
)
CANCEL = statement(
    sa.update(imports)
    .where(imports.c.id == bindparam("b_id"), sa.text(UNFINISHED))
    .values(state="cancelled", finished_at=sa.func.now(), failure_code=None, failure_words=None)
    .returning(imports.c.id)
)


@mutation(rate_limit=RateLimit((30, HOUR)))
async def start(ctx: MutationCtx, *, import_id: ImportId, post_type: PostType = "cue") -> None:
    """Have the posts of the caller's archive arrive, at their own dates. `cue` shows all of them to the caller's cue
    only; `sphere` to all members, and those of an Inflow archive to those who saw them there. Does nothing if it was
    started already. Another member's import counts as missing.
    """
    member = await require_member(ctx)
    await require_may_write(ctx, member)
    found = await _require_own(ctx, member, import_id)
    if found.state in {"working", "done"}:
        return
    if found.state != "ready":
        raise AppError("conflict", NOT_READY)
    # An archive must not be the way around the limit of new members.
    none_at_all = None if ctx.get(NewMemberRules).posts is None else 0
    if await did_enough(ctx, member, none_at_all, POSTS_SINCE):
        raise AppError("rate_limited", NO_NEW_MEMBERS)
    await ctx.execute(START, b_id=import_id, audience=post_type)
    await ctx.defer(JOB, import_id=import_id)


@mutation(rate_limit=RateLimit((30, HOUR)))
async def cancel(ctx: MutationCtx, *, import_id: ImportId) -> int:
    """End the caller's import and delete its archive; returns how many items arrived, which stay. Does nothing if it is
    finished. Another member's import counts as missing.
    """
    member = await require_member(ctx)
    found = await _require_own(ctx, member, import_id)
    if await ctx.row(CANCEL, b_id=import_id) is not None:
        await ctx.defer(REMOVAL, import_id=import_id)
    return int(found.done)


async def _require_own(ctx: MutationCtx, member: Member, import_id: ImportId) -> Row:
    """The member's import, locked.

    Raises:
        AppError: `not_found`, equally for another member's import and for none.
    """
    row = await ctx.row(OWN_IMPORT_FOR_UPDATE, b_id=import_id, user_id=member.id)
    if row is None:
        raise AppError("not_found", NO_IMPORT)
    return row
