"""What members may do less of in their first days, where an operator sets it. By default there are no such limits."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.members.access import Member, require_member
from inflow.members.tables import users
from inflow.standing.rules import NO_LINKS_YET
from reflow import AppError, MutationCtx, Statement, statement

_DAY: Final = timedelta(days=1)
_LINK: Final = re.compile(r"\bhttps?://|\bwww\.", re.IGNORECASE)

JOINED_AT = statement(sa.select(users.c.created_at).where(users.c.id == bindparam("user_id")))


@dataclass
class NewMemberRules:
    """The limits of one deployment.

    Attributes:
        days: How long a member counts as new; 0 for no limits at all.
        posts: The most fotos in 24 hours; None for no limit.
        requests: The most flow requests in 24 hours; None for no limit.
        links: Whether new members may write links.
    """

    days: int = 0
    posts: int | None = None
    requests: int | None = None
    links: bool = True


async def require_links_allowed(ctx: MutationCtx, text: str) -> None:
    """Refuse a link that a new member writes, where they may write none.

    Raises:
        AppError: `invalid`; `unauthenticated`.
    """
    rules = ctx.get(NewMemberRules)
    if rules.links or not _LINK.search(text):
        return
    if await _is_new(ctx, await require_member(ctx), rules):
        raise AppError("invalid", NO_LINKS_YET)


async def did_enough(ctx: MutationCtx, member: Member, most: int | None, counted: Statement) -> bool:
    """Whether a new member has done something as often as they may in 24 hours.

    Args:
        most: The limit, of this deployment's `NewMemberRules`.
        counted: Counts it, by a `user_id` and from a `since` on.
    """
    if most is None or not await _is_new(ctx, member, ctx.get(NewMemberRules)):
        return False
    count: int = await ctx.value(counted, user_id=member.id, since=await ctx.now() - _DAY)
    return count >= most


async def _is_new(ctx: MutationCtx, member: Member, rules: NewMemberRules) -> bool:
    if rules.days == 0:
        return False
    joined_at = await ctx.value(JOINED_AT, user_id=member.id)
    return bool(joined_at > await ctx.now() - timedelta(days=rules.days))
