"""What members may do less of in their first days, where an operator sets it. By default there are no such limits."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.switches import NO, YES
from inflow.members.access import Member, require_member
from inflow.members.tables import users
from inflow.standing.rules import NO_LINKS_YET
from reflow import AppError, MutationCtx, Statement, statement

_DAY: Final = timedelta(days=1)
_DIGITS: Final = 4  # of a number of days, or of something a day
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


def new_member_rules_in(counts: dict[str, str], links: str) -> NewMemberRules:
    """The limits as an operator writes them.

    Args:
        counts: Days, fotos and requests, in this order, each under its setting's name; empty where not set.
        links: ``on``, ``off`` or one of their synonyms.

    Raises:
        ValueError: A setting is no number, or neither on nor off.
    """
    for name, value in counts.items():
        if value and not (value.isascii() and value.isdecimal() and len(value) <= _DIGITS):
            raise ValueError(f"{name}: {value!r} is no number")
    if links.lower() not in YES | NO:
        raise ValueError(f"INFLOW_NEW_MEMBER_LINKS: {links!r} is neither on nor off")
    days, posts, requests = (int(value) if value else None for value in counts.values())
    return NewMemberRules(days or 0, posts, requests, links.lower() in YES)


async def require_links_allowed(ctx: MutationCtx, text: str, writer: Member | None = None) -> None:
    """Refuse a link that a new member writes, where they may write none.

    Args:
        writer: The member who wrote it; the calling member if none is given.

    Raises:
        AppError: `invalid`; `unauthenticated`.
    """
    rules = ctx.get(NewMemberRules)
    if rules.links or not _LINK.search(text):
        return
    if await _is_new(ctx, writer or await require_member(ctx), rules):
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
