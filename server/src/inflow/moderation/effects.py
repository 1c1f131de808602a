"""What measures change, and how each change is taken back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.blocks.pairs import hide_from_everyone, show_to_everyone
from inflow.comments.rules import CommentId
from inflow.comments.withholding import WithheldComment, restore_comment, withhold_comment
from inflow.grids.rules import GridId
from inflow.grids.withholding import restore_grid, restore_grids_with, withhold_grid, withhold_grids_with
from inflow.identity.suspensions import lift_suspension, suspend
from inflow.media.tables import media
from inflow.members.rules import ProfileId, UserId
from inflow.members.tables import profiles, users
from inflow.members.updates import clear_picture, set_picture, set_quote
from inflow.messages.rules import MessageId
from inflow.messages.withholding import WithheldMessage, restore_message, withhold_message
from inflow.moderation.rules import NOTHING_TO_REMOVE, ONLY_ON_MEMBER, ONLY_POSTS, WITHOUT_REPORT, CaseKind, MeasureKind
from inflow.niches.rules import ProposalId
from inflow.niches.withholding import reopen_proposal, withdraw_proposal
from inflow.posts.rules import PostId
from inflow.posts.withholding import Audience, audience_of, set_audience
from inflow.standing.updates import lift_restriction, restrict
from reflow import AppError, MutationCtx, Row, statement

CLERK_ID_OF = statement(sa.select(users.c.clerk_id).where(users.c.id == bindparam("user_id")))
PROFILE_FOR_UPDATE = statement(
    sa.select(profiles.c.id, profiles.c.user_id, profiles.c.quote, profiles.c.picture_id, users.c.image_url)
    .join(users, users.c.id == profiles.c.user_id)
    .where(profiles.c.id == bindparam("profile_id"))
    .with_for_update(of=profiles)
)
MEDIUM_BY_ID = statement(sa.select(media.c.id).where(media.c.id == bindparam("media_id")).with_for_update(read=True))


class About(NamedTuple):
    """What a measure is about: the case's subject and its member."""

    kind: CaseKind
    subject_id: str
    member_id: str


class Before(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a measure changed, as it was before."""

    audience: Audience | None = None
    comment: WithheldComment | None = None
    message: WithheldMessage | None = None
    picture_id: str | None = None
    image_url: str = ""
    quote: str = ""


async def apply(ctx: MutationCtx, about: About, kind: MeasureKind, until: datetime | None) -> Before | None:
    """Make a measure's change; returns what it changed.

    Raises:
        AppError: `not_found`, there is nothing left to remove; `invalid`.
    """
    if kind in ("remove", "unlist"):
        return await _withhold(ctx, about, kind)
    if kind == "restrict" and until is not None:
        await restrict(ctx.rows, about.member_id, until)
    elif kind in ("suspend", "ban"):
        clerk_id = await ctx.value(CLERK_ID_OF, user_id=about.member_id)
        if clerk_id is None:
            raise AppError("not_found", NOTHING_TO_REMOVE)
        await suspend(ctx.rows, clerk_id, until)
        await hide_from_everyone(ctx, about.member_id)
    return None


async def take_back(
    ctx: MutationCtx, about: About, kind: MeasureKind, before: Before | None, others: Sequence[Row]
) -> None:
    """Undo a measure's change. What its author deleted meanwhile stays deleted.

    Args:
        others: The member's other measures in force: each row has a kind, an end, and its case's kind and subject.
    """
    if before is not None:
        await _restore(ctx, about, kind, before, others)
    elif kind == "restrict":
        ends = [other.until for other in others if other.kind == "restrict"]
        if ends:
            await restrict(ctx.rows, about.member_id, max(ends))
        else:
            await lift_restriction(ctx.rows, about.member_id)
    elif kind in ("suspend", "ban"):
        await _lift_suspension(ctx, about, [other.until for other in others if other.kind in ("suspend", "ban")])


async def _lift_suspension(ctx: MutationCtx, about: About, others: Sequence[datetime | None]) -> None:
    """Lift a suspension, unless others end later: None is without an end."""
    clerk_id = await ctx.value(CLERK_ID_OF, user_id=about.member_id)
    if clerk_id is None:
        return
    if others:
        ends = [end for end in others if end is not None]
        await suspend(ctx.rows, clerk_id, max(ends) if len(ends) == len(others) else None)
        return
    await lift_suspension(ctx.rows, clerk_id)
    await show_to_everyone(ctx, about.member_id)


async def _withhold(ctx: MutationCtx, about: About, kind: MeasureKind) -> Before:
    if about.kind in WITHOUT_REPORT:
        raise AppError("invalid", ONLY_ON_MEMBER)
    if kind == "unlist" and about.kind != "post":
        raise AppError("invalid", ONLY_POSTS)
    before: Before | None = None
    if about.kind == "post":
        before = await _withhold_post(ctx, PostId(about.subject_id), "removed" if kind == "remove" else "unlisted")
    elif about.kind == "grid":
        before = Before() if await withhold_grid(ctx, GridId(about.subject_id)) else None
    elif about.kind == "comment":
        comment = await withhold_comment(ctx, CommentId(about.subject_id))
        before = Before(comment=comment) if comment else None
    elif about.kind == "message":
        message = await withhold_message(ctx, MessageId(about.subject_id))
        before = Before(message=message) if message else None
    elif about.kind == "proposal":
        before = Before() if await withdraw_proposal(ctx, ProposalId(about.subject_id)) else None
    else:
        before = await _clear_profile(ctx, about)
    if before is None:
        raise AppError("not_found", NOTHING_TO_REMOVE)
    return before


async def _withhold_post(ctx: MutationCtx, post_id: PostId, audience: Audience) -> Before | None:
    former = await audience_of(ctx, post_id)
    if former is None or former in ("removed", audience):
        return None
    if audience == "unlisted" and former != "sphere":
        return None  # a cue is no wall
    if audience == "removed":
        await withhold_grids_with(ctx, post_id)
    await set_audience(ctx, post_id, audience)
    return Before(audience=former)


async def _clear_profile(ctx: MutationCtx, about: About) -> Before | None:
    row = await ctx.row(PROFILE_FOR_UPDATE, profile_id=about.subject_id)
    if row is None:
        return None
    if about.kind == "quote":
        await set_quote(ctx, ProfileId(row.id), "")
        return Before(quote=row.quote) if row.quote else None
    if row.picture_id is None:
        return None
    await clear_picture(ctx, UserId(row.user_id))
    return Before(picture_id=row.picture_id, image_url=row.image_url)


async def _restore(ctx: MutationCtx, about: About, kind: MeasureKind, before: Before, others: Sequence[Row]) -> None:
    if before.audience is not None:
        set_by_it: Audience = "removed" if kind == "remove" else "unlisted"
        if await audience_of(ctx, PostId(about.subject_id)) == set_by_it:
            about_it = {other.kind for other in others if other.subject_id == about.subject_id}
            was_listed = before.audience == "unlisted" and "unlist" not in about_it
            await set_audience(ctx, PostId(about.subject_id), "sphere" if was_listed else before.audience)
    if about.kind == "grid":
        await restore_grid(ctx, GridId(about.subject_id))
    elif about.kind == "post" and kind == "remove":
        still_removed = {other.subject_id for other in others if other.kind == "remove"}
        await restore_grids_with(ctx, PostId(about.subject_id), still_removed)
    if before.comment is not None:
        post_exists = await audience_of(ctx, PostId(before.comment.post_id)) is not None
        await restore_comment(ctx, before.comment, post_exists=post_exists)
    if before.message is not None and await _medium_exists(ctx, before.message.media_id):
        await restore_message(ctx, before.message)
    if about.kind == "proposal":
        await reopen_proposal(ctx, ProposalId(about.subject_id))
    await _restore_profile(ctx, about, before)


async def _restore_profile(ctx: MutationCtx, about: About, before: Before) -> None:
    """Put a quote or a picture back, unless the member has chosen another one since."""
    row = await ctx.row(PROFILE_FOR_UPDATE, profile_id=about.subject_id)
    if row is None:
        return
    if before.quote and not row.quote:
        await set_quote(ctx, ProfileId(row.id), before.quote)
    if before.picture_id is not None and row.picture_id is None and await _medium_exists(ctx, before.picture_id):
        await set_picture(ctx, UserId(row.user_id), before.picture_id, before.image_url)


async def _medium_exists(ctx: MutationCtx, media_id: str | None) -> bool:
    return media_id is None or await ctx.row(MEDIUM_BY_ID, media_id=media_id) is not None
