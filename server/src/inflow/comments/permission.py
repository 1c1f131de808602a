"""Who may comment on a post: its author chooses."""

from __future__ import annotations

from inflow.comments.rules import BY_NO_ONE, ONLY_IN_FLOW, MayComment
from inflow.connections.access import are_connected
from inflow.members.access import Member
from inflow.members.rules import UserId
from inflow.safety.access import commenters_of
from reflow import AppError, ReadCtx


async def may_comment(ctx: ReadCtx, member: Member, author: UserId) -> MayComment:
    """Whether a member may comment on posts by this author, and if not, for which reason."""
    if member.id == author:
        return "author"
    commenters = await ctx.run(commenters_of, user_id=author)
    if commenters == "everyone" or (commenters == "in_flow" and await are_connected(ctx, member.id, author)):
        return "yes"
    return commenters


async def require_may_comment(ctx: ReadCtx, member: Member, author: UserId) -> None:
    """Check that a member may comment on posts by this author.

    Raises:
        AppError: `forbidden`.
    """
    answer = await may_comment(ctx, member, author)
    if answer == "in_flow":
        raise AppError("forbidden", ONLY_IN_FLOW)
    if answer == "no_one":
        raise AppError("forbidden", BY_NO_ONE)
