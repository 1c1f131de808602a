"""What every new foto goes through, whether its author posts it now or its time has come."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import asyncpg
import msgspec
import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY

from inflow.core.tables import INSTANT, TEXT
from inflow.core.text import clean
from inflow.curators.counting import count
from inflow.members.access import Member
from inflow.policies.access import require_may_write
from inflow.posts.further_fotos import FurtherFoto, add_further_fotos, require_unposted
from inflow.posts.rules import ALREADY_POSTED, ENOUGH_POSTS, PostId, PostType, Ratio
from inflow.posts.tables import posts
from inflow.posts.views import Adjustments
from inflow.standing.new_members import NewMemberRules, did_enough, require_links_allowed
from reflow import AppError, MutationCtx, Statement, statement

_GIVEN = (
    "id author_id media_id nook_type post_type ratio caption alt_text filter brightness contrast saturation foto_count"
).split()
ADD_POST = statement(sa.insert(posts).values({name: bindparam(name) for name in _GIVEN}))
ADD_PAST_POST = statement(
    sa.insert(posts).values(
        {name: bindparam(name) for name in _GIVEN}
        | {name: bindparam(name, type_=INSTANT) for name in ("created_at", "edited_at")}
        | {"archived_from": bindparam("archived_from", type_=TEXT), "is_brought": True}
    )
)
POSTS_AMONG = statement(
    sa.select(posts.c.id).where(
        posts.c.id == sa.any_(bindparam("ids", type_=ARRAY(TEXT))), posts.c.author_id == bindparam("author_id")
    )
)
POSTS_SINCE = statement(
    sa.select(sa.func.count())
    .select_from(posts)
    .where(posts.c.author_id == bindparam("user_id"), posts.c.created_at > bindparam("since", type_=INSTANT))
)


class NewPost(msgspec.Struct, frozen=True, kw_only=True):
    """A foto to post, with its texts as its author wrote them, and the further fotos of its post."""

    id: PostId
    media_id: str
    post_type: PostType
    ratio: Ratio
    caption: str
    alt_text: str
    filter: str
    adjustments: Adjustments
    further: Sequence[FurtherFoto] = ()


class Past(msgspec.Struct, frozen=True, kw_only=True):
    """When and where a post was first posted that its author brings along from another place."""

    created_at: datetime
    edited_at: datetime | None
    nook: str
    is_archived: bool


async def require_may_post(ctx: MutationCtx, member: Member, caption: str) -> None:
    """Check that a member may post a foto with this caption now.

    Raises:
        AppError: `restricted`, `acceptance_required`; `rate_limited` or `invalid`, the rules for new members.
    """
    await require_may_write(ctx, member)
    if await did_enough(ctx, member, ctx.get(NewMemberRules).posts, POSTS_SINCE):
        raise AppError("rate_limited", ENOUGH_POSTS)
    await require_links_allowed(ctx, caption, member)


async def add_post(ctx: MutationCtx, member: Member, new: NewPost) -> None:
    """Post fotos in the member's nook, and count the post for the badge.

    Raises:
        AppError: `conflict`, one was posted already; `invalid`, one is there twice, or its upload was deleted.
    """
    await _add_post(ctx, ADD_POST, member, new, nook_type=member.nook, post_type=new.post_type)
    await count(ctx, member.id, "photos")


async def add_past_post(ctx: MutationCtx, member: Member, new: NewPost, past: Past) -> None:
    """Post fotos at a time of the past. It does not count for the badge, and notifies no member.

    Raises:
        AppError: As `add_post`.
    """
    audience: dict[str, str | None] = {"post_type": new.post_type, "archived_from": None}
    if past.is_archived:
        audience = {"post_type": "archived", "archived_from": new.post_type}
    when = {"created_at": past.created_at, "edited_at": past.edited_at}
    await _add_post(ctx, ADD_PAST_POST, member, new, nook_type=past.nook, **audience, **when)


async def _add_post(ctx: MutationCtx, adding: Statement, member: Member, new: NewPost, **more: object) -> None:
    await require_unposted(ctx, new.media_id, [each.media_id for each in new.further])
    try:
        await ctx.execute(
            adding,
            id=new.id,
            author_id=member.id,
            media_id=new.media_id,
            ratio=new.ratio,
            caption=clean(new.caption),
            alt_text=clean(new.alt_text),
            filter=new.filter,
            **msgspec.structs.asdict(new.adjustments),
            foto_count=1 + len(new.further),
            **more,
        )
    except asyncpg.UniqueViolationError:
        raise AppError("conflict", ALREADY_POSTED) from None
    except asyncpg.ForeignKeyViolationError:
        # The upload was unused for too long, and the cleanup deleted it a moment ago.
        raise AppError("invalid", "Please upload an image file") from None
    await add_further_fotos(ctx, new.id, new.further)
