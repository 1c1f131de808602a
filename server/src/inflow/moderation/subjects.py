"""What can be reported: who made it, and the copy of it that its case keeps."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Final, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY

from inflow.blocks.access import hidden_ids, visible_user
from inflow.blocks.tables import EVERYONE
from inflow.comments.concealed import concealed_from
from inflow.comments.selects import readable
from inflow.comments.tables import comments
from inflow.core.tables import TEXT
from inflow.grids.selects import IMAGES_OF_GRIDS, visible_grids
from inflow.grids.tables import grids
from inflow.members.access import Member
from inflow.members.rules import ProfileId
from inflow.members.tables import profiles, users
from inflow.members.views import iso
from inflow.messages.rules import MessageId
from inflow.messages.withholding import messages_around
from inflow.moderation.rules import MESSAGES_AROUND, NOT_THERE, CaseKind, ContextKind, FactKind, SubjectKind
from inflow.niches.tables import proposals
from inflow.posts.access import require_visible, visible_author
from inflow.posts.further_fotos import further_alt_texts_of, further_media_of
from inflow.posts.rules import PostId
from inflow.posts.tables import posts
from reflow import AppError, MutationCtx, QueryCtx, statement

POST_BY_ID = statement(
    sa.select(posts.c.author_id, posts.c.media_id, posts.c.caption, posts.c.alt_text, posts.c.created_at).where(
        posts.c.id == bindparam("post_id")
    )
)
POST_OF_COMMENT = statement(sa.select(comments.c.post_id).where(comments.c.id == bindparam("comment_id")))
READABLE_COMMENT = statement(
    sa.select(comments.c.author_id, comments.c.content, comments.c.parent_id, comments.c.created_at).where(
        comments.c.id == bindparam("comment_id"), readable(comments.c.author_id)
    )
)
VISIBLE_GRID = statement(
    sa.select(grids.c.id, grids.c.author_id, grids.c.layout, grids.c.created_at).where(
        grids.c.id == bindparam("grid_id"), visible_grids()
    )
)
PROFILE_BY_ID = statement(
    sa.select(
        profiles.c.user_id,
        profiles.c.quote,
        profiles.c.picture_id,
        users.c.username,
        users.c.full_name,
        users.c.created_at,
    )
    .join(users, users.c.id == profiles.c.user_id)
    .where(profiles.c.id == bindparam("profile_id"))
)
OPEN_PROPOSAL = statement(
    sa.select(proposals.c.proposed_by, proposals.c.name, proposals.c.created_at).where(
        proposals.c.id == bindparam("proposal_id"), proposals.c.status == "open"
    )
)
USERNAMES = statement(
    sa.select(users.c.id, users.c.username).where(users.c.id == sa.any_(bindparam("ids", type_=ARRAY(TEXT))))
)


class Line(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One text in the evidence. With a message or a comment there are several, and one of them was reported."""

    author: str
    text: str
    created_at: str
    is_reported: bool = True
    alt_text: str = ""
    """Of the photo beside this text, in a grid. Other photos have theirs in :class:`Evidence`."""
    context: ContextKind | None = None
    """What a line that was not reported is, in the evidence of a comment."""


class Fact(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What was counted, and how often."""

    what: FactKind
    count: int


class Evidence(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The copy of what was reported, as it was at the first report. A grid has one line for each of its fotos. `facts`
    is why a case was opened automatically, and empty for reports.
    """

    lines: list[Line]
    alt_text: str = ""
    facts: list[Fact] = []


class CaseLink(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Where the subject of a case is shown: in this post, or this grid."""

    kind: Literal["post", "grid"]
    id: str


class Subject(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a member reports: who made it, a copy of it, and its photo; of a grid, or of a
    post with several fotos, the further ones too.
    """

    member_id: str
    evidence: Evidence
    media_id: str | None = None
    further_media: Sequence[str] = ()


async def find_subject(ctx: MutationCtx, reporter: Member, kind: SubjectKind, subject_id: str) -> Subject:
    """What the caller wants to report, which they must be able to see.

    Raises:
        AppError: `not_found`, equally for what others see and for what does not exist.
    """
    try:
        found = await _FINDERS[kind](ctx, reporter, subject_id)
    except AppError as refusal:
        if refusal.code != "not_found":
            raise
        found = None
    if found is None:
        raise AppError("not_found", NOT_THERE)
    return found


async def link_to(ctx: QueryCtx, viewer: Member, kind: CaseKind, subject_id: str) -> CaseLink | None:
    """Where the subject of a case is shown, or the post of a comment; None where the caller may not see it."""
    if kind == "grid":
        grid = await ctx.row(VISIBLE_GRID, grid_id=subject_id, viewer=viewer.id)
        return None if grid is None else CaseLink(kind="grid", id=subject_id)
    post_id = subject_id if kind == "post" else None
    if kind == "comment":
        post_id = await ctx.value(POST_OF_COMMENT, comment_id=subject_id)
    if post_id is None or await ctx.run(visible_author, post_id=PostId(post_id)) is None:
        return None
    return CaseLink(kind="post", id=post_id)


async def _post(ctx: MutationCtx, _: Member, subject_id: str) -> Subject | None:
    author = await require_visible(ctx, PostId(subject_id))
    row = await ctx.row(POST_BY_ID, post_id=subject_id)
    assert row is not None  # it was visible in this transaction
    line = Line(author=await _name(ctx, author), text=row.caption, created_at=iso(row.created_at))
    # The alternative texts stand below each other, in the order of the fotos.
    alt_texts = [row.alt_text, *await further_alt_texts_of(ctx, PostId(subject_id))]
    evidence = Evidence(lines=[line], alt_text="\n".join(text for text in alt_texts if text))
    further = await further_media_of(ctx, PostId(subject_id))
    return Subject(member_id=author, media_id=row.media_id, further_media=further, evidence=evidence)


async def _comment(ctx: MutationCtx, reporter: Member, subject_id: str) -> Subject | None:
    post_id = await ctx.value(POST_OF_COMMENT, comment_id=subject_id)
    author = await require_visible(ctx, PostId(post_id or ""))
    viewers = [reporter.id, author, EVERYONE]
    row = await ctx.row(READABLE_COMMENT, comment_id=subject_id, viewers=viewers)
    concealed = {each.id for each in await concealed_from(ctx, reporter.id, PostId(post_id or ""), author)}
    if row is None or subject_id in concealed:
        return None
    lines = [Line(author=await _name(ctx, row.author_id), text=row.content, created_at=iso(row.created_at))]
    if row.parent_id != subject_id and row.parent_id not in concealed:
        answered = await ctx.row(READABLE_COMMENT, comment_id=row.parent_id, viewers=viewers)
        if answered is not None:
            lines.insert(0, await _context(ctx, "answered", answered.author_id, answered.content, answered.created_at))
    post = await ctx.row(POST_BY_ID, post_id=post_id)
    if post is not None and post.caption:
        lines.insert(0, await _context(ctx, "caption", author, post.caption, post.created_at))
    return Subject(member_id=row.author_id, evidence=Evidence(lines=lines))


async def _context(ctx: MutationCtx, what: ContextKind, author_id: str, text: str, created_at: datetime) -> Line:
    name = await _name(ctx, author_id)
    return Line(author=name, text=text, created_at=iso(created_at), is_reported=False, context=what)


async def _grid(ctx: MutationCtx, reporter: Member, subject_id: str) -> Subject | None:
    row = await ctx.row(VISIBLE_GRID, grid_id=subject_id, viewer=reporter.id)
    if row is None:
        return None
    author, lines, media_ids = await _name(ctx, row.author_id), list[Line](), list[str]()
    for image in await ctx.rows(IMAGES_OF_GRIDS, grid_ids=[subject_id]):
        foto = await ctx.row(POST_BY_ID, post_id=image.post_id)
        assert foto is not None  # a foreign key
        media_ids.append(foto.media_id)
        lines.append(Line(author=author, text=foto.caption, created_at=iso(foto.created_at), alt_text=foto.alt_text))
    first, *further = media_ids
    evidence = Evidence(lines=lines)
    return Subject(member_id=row.author_id, media_id=first, further_media=further, evidence=evidence)


async def _message(ctx: MutationCtx, _: Member, subject_id: str) -> Subject | None:
    found = await messages_around(ctx, MessageId(subject_id), MESSAGES_AROUND)
    reported = next((each for each in found if each.id == subject_id), None)
    if reported is None:
        return None
    names = {row.id: row.username for row in await ctx.rows(USERNAMES, ids=[each.sender_id for each in found])}
    lines = [
        Line(
            author=names.get(each.sender_id, ""),
            text=each.text,
            created_at=each.created_at,
            is_reported=each is reported,
        )
        for each in found
    ]
    return Subject(member_id=reported.sender_id, media_id=reported.media_id, evidence=Evidence(lines=lines))


async def _profile(ctx: MutationCtx, reporter: Member, subject_id: str) -> Subject | None:
    user_id = await ctx.run(visible_user, viewer=reporter.id, profile_id=ProfileId(subject_id))
    row = await ctx.row(PROFILE_BY_ID, profile_id=subject_id)
    if user_id is None or row is None:
        return None
    line = Line(author=row.username, text=row.full_name, created_at=iso(row.created_at))
    return Subject(member_id=user_id, media_id=row.picture_id, evidence=Evidence(lines=[line]))


async def _quote(ctx: MutationCtx, reporter: Member, subject_id: str) -> Subject | None:
    user_id = await ctx.run(visible_user, viewer=reporter.id, profile_id=ProfileId(subject_id))
    row = await ctx.row(PROFILE_BY_ID, profile_id=subject_id)
    if user_id is None or row is None or not row.quote:
        return None
    line = Line(author=row.username, text=row.quote, created_at=iso(row.created_at))
    return Subject(member_id=user_id, evidence=Evidence(lines=[line]))


async def _proposal(ctx: MutationCtx, _: Member, subject_id: str) -> Subject | None:
    row = await ctx.row(OPEN_PROPOSAL, proposal_id=subject_id)
    if row is None or row.proposed_by is None or row.proposed_by in await ctx.run(hidden_ids):
        return None
    line = Line(author=await _name(ctx, row.proposed_by), text=row.name, created_at=iso(row.created_at))
    return Subject(member_id=row.proposed_by, evidence=Evidence(lines=[line]))


async def _name(ctx: MutationCtx, user_id: str) -> str:
    (row,) = await ctx.rows(USERNAMES, ids=[user_id])
    name: str = row.username
    return name


_FINDERS: Final[dict[SubjectKind, Callable[[MutationCtx, Member, str], Awaitable[Subject | None]]]] = {
    "post": _post,
    "grid": _grid,
    "comment": _comment,
    "message": _message,
    "profile": _profile,
    "quote": _quote,
    "proposal": _proposal,
}
