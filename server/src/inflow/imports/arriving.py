"""Bringing one item of an import: its photos through every check, and then one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.grids.past import add_past_grid
from inflow.grids.rules import GridId
from inflow.identity.suspensions import SUSPENSION_OF
from inflow.imports.archives import Archive
from inflow.imports.found import Content, FoundCollection, FoundFoto, FoundGrid, FoundPost, FoundProfile
from inflow.imports.planning import post_id_of
from inflow.imports.rules import MOST_PHOTO_BYTES, PASSING, SAME_GRID, Source
from inflow.media.images.crops import Crop, RequestedCut
from inflow.media.pipeline.cuts import store_cut
from inflow.media.pipeline.look_check import require_allowed_look
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.pipeline.uploads import receive, store_upload
from inflow.media.rules import detect_ratio
from inflow.media.views import Uploaded
from inflow.members.access import Member
from inflow.members.tables import nooks
from inflow.policies.access import require_may_write
from inflow.posts.creating import POSTS_AMONG, NewPost, Past, add_past_post
from inflow.posts.further_fotos import FurtherFoto
from inflow.posts.looks import look_of_post
from inflow.posts.rules import PostId, PostType, rendition_in
from inflow.posts.views import Adjustments
from inflow.profiles.past import fill_profile
from inflow.saves.past import add_past_save, past_collection
from inflow.saves.rules import IN_NO_COLLECTION
from inflow.standing.new_members import require_links_allowed
from reflow import AppError, MutationCtx, Row, statement

FIRST_NOOK: Final = "sphere"
"""Of members who chose none yet. It is not among the nooks."""
STOPPING: Final = frozenset({"suspended", "restricted", "unauthenticated"})
"""The codes of refusals that end the import."""
WAITING: Final = PASSING | {"acceptance_required"}
"""The codes of refusals that pass, by themselves or by what the member does."""

_FILTER_MAX: Final = 32
_NOT_OF_THE_FOTO: Final = STOPPING | WAITING

NOOK_CALLED = statement(sa.select(nooks.c.name).where(nooks.c.name == bindparam("name")))


@dataclass(frozen=True, kw_only=True)
class Arrival:
    """What an item arrives for.

    Attributes:
        audience: The member's choice.
        is_paced: Whether the photos count towards the member's worker seconds. Those of an operator's command do not.
    """

    member: Member
    source: Source
    audience: PostType
    is_paced: bool = True


@dataclass(frozen=True)
class Prepared:
    """An item whose photos are stored.

    Attributes:
        content: With those fotos only that were accepted.
        uploads: One for each of its fotos, or the picture of a profile.
        why: The words with which a photo was refused.
    """

    content: Content
    uploads: tuple[Uploaded, ...] = ()
    why: str | None = None


def content_of(item: Row) -> Content:
    """What was found, as the item's row has it."""
    found: Content = msgspec.convert(item.content, Content)
    return found


async def require_may_bring(ctx: MutationCtx, member: Member) -> None:
    """Check that a member may post now.

    Raises:
        AppError: `suspended`, `restricted`, `acceptance_required`.
    """
    if await ctx.row(SUSPENSION_OF, account_id=member.clerk_id) is not None:
        raise AppError("suspended", "Your account is suspended.")
    await require_may_write(ctx, member)


async def prepare(pipeline: MediaPipeline, archive: Archive, arrival: Arrival, content: Content) -> Prepared:
    """Store the photos of an item as uploads, with their cuts, and have their looks checked. Of several fotos those
    that are refused are left out.

    Raises:
        AppError: All fotos are refused; or a refusal that is about the moment.
    """
    if isinstance(content, FoundProfile):
        if content.picture is None:
            return Prepared(content)
        return Prepared(content, (await _store(pipeline, archive, arrival, FoundFoto(name=content.picture)),))
    if not isinstance(content, FoundPost):
        return Prepared(content)
    fotos, uploads, refused = list[FoundFoto](), list[Uploaded](), None
    for foto in content.fotos:
        try:
            uploads.append(await _store(pipeline, archive, arrival, foto))
        except AppError as refusal:
            if refusal.code in _NOT_OF_THE_FOTO:
                raise
            refused = refusal
            continue
        fotos.append(foto)
    if not fotos and refused is not None:
        raise refused
    why = None if refused is None else refused.message
    return Prepared(msgspec.structs.replace(content, fotos=tuple(fotos)), tuple(uploads), why)


async def arrive(ctx: MutationCtx, arrival: Arrival, item: Row, prepared: Prepared) -> tuple[str, str | None]:
    """Write what an item brings, in the transaction that settles it. Returns its state, and the id of its post.

    Raises:
        AppError: It is refused.
    """
    content = prepared.content
    if isinstance(content, FoundPost):
        return await _post(ctx, arrival, item, content, prepared.uploads)
    if isinstance(content, FoundGrid):
        return await _grid(ctx, arrival, item, content)
    if isinstance(content, FoundCollection):
        return await _collection(ctx, arrival, item, content)
    picture = prepared.uploads[0] if prepared.uploads else None
    await fill_profile(ctx, arrival.member, content.full_name, content.quote, picture)
    return "done", None


async def present_id(ctx: MutationCtx, arrival: Arrival, key: str) -> PostId | None:
    """The id of the member's post with this key, if it is here: it arrived, or is the one that was archived."""
    ids = [post_id_of(arrival.member.id, arrival.source, key)]
    if arrival.source == "inflow":
        ids.append(key)
    rows = await ctx.rows(POSTS_AMONG, ids=ids, author_id=arrival.member.id)
    return PostId(rows[0].id) if rows else None


async def _store(pipeline: MediaPipeline, archive: Archive, arrival: Arrival, foto: FoundFoto) -> Uploaded:
    owner_id = arrival.member.clerk_id
    if arrival.is_paced:
        pipeline.workers.seconds.require_some_left(owner_id)
    content = await asyncio.to_thread(archive.read, foto.name, MOST_PHOTO_BYTES)
    async with receive(pipeline, _pieces(content)) as whole:
        stored = await store_upload(pipeline, owner_id, whole)
    if foto.crop is not None or foto.rotation:
        crop = Crop(0, 0, 1, 1) if foto.crop is None else Crop(**foto.crop)
        ratio = foto.ratio or detect_ratio(stored.width, stored.height)
        stored = await store_cut(pipeline, owner_id, stored.media_id, RequestedCut(ratio, crop, foto.rotation))
    if look := look_of_post(_filter_of(foto), _adjustments_of(foto)):
        await require_allowed_look(pipeline, owner_id, stored.media_id, rendition_in(stored.image_url), look)
    return stored


async def _pieces(content: bytes) -> AsyncIterator[bytes]:
    yield content


async def _post(
    ctx: MutationCtx, arrival: Arrival, item: Row, post: FoundPost, uploads: tuple[Uploaded, ...]
) -> tuple[str, str | None]:
    if (here := await present_id(ctx, arrival, post.key)) is not None:
        for each in uploads:
            await ctx.defer("remove_unused_media", media_id=each.media_id)
        return "skipped", here
    await require_links_allowed(ctx, post.caption, arrival.member)
    looks = [_look(foto, upload) for foto, upload in zip(post.fotos, uploads, strict=True)]
    first, *further = looks
    new = NewPost(
        id=PostId(post_id_of(arrival.member.id, arrival.source, post.key)),
        post_type=_audience(arrival, post),
        caption=post.caption,
        further=[FurtherFoto(**each) for each in further],
        **first,
    )
    past = Past(
        created_at=item.at or await ctx.now(),
        edited_at=post.edited_at,
        nook=await _nook(ctx, arrival.member, post.nook),
        is_archived=post.is_archived,
    )
    await add_past_post(ctx, arrival.member, new, past)
    return "done", new.id


async def _grid(ctx: MutationCtx, arrival: Arrival, item: Row, grid: FoundGrid) -> tuple[str, str | None]:
    posts = [await present_id(ctx, arrival, key) for key in grid.posts]
    here = [each for each in posts if each is not None]
    if len(here) < len(posts) or not here:
        raise AppError("invalid", SAME_GRID)
    grid_id = GridId(post_id_of(arrival.member.id, arrival.source, grid.key))
    created_at: datetime = item.at or await ctx.now()
    try:
        await add_past_grid(ctx, arrival.member, grid_id, msgspec.convert(grid.layout, Any), here, created_at)
    except AppError as refusal:
        if refusal.code != "conflict":
            raise
        return "skipped", None
    return "done", None


async def _collection(ctx: MutationCtx, arrival: Arrival, item: Row, found: FoundCollection) -> tuple[str, str | None]:
    collection_id: str = IN_NO_COLLECTION
    if found.name is not None:
        collection_id = await past_collection(ctx, arrival.member, found.name, item.at or await ctx.now())
    for key, saved_at in found.posts:
        post_id = await present_id(ctx, arrival, key)
        if post_id is not None:
            await add_past_save(ctx, arrival.member, post_id, collection_id, saved_at or await ctx.now())
    return "done", None


def _audience(arrival: Arrival, post: FoundPost) -> PostType:
    """The member's choice; `sphere` leaves each post of an Inflow archive its own."""
    return "cue" if arrival.audience == "cue" else post.audience or arrival.audience


async def _nook(ctx: MutationCtx, member: Member, nook: str | None) -> str:
    if nook is not None and (nook == FIRST_NOOK or await ctx.row(NOOK_CALLED, name=nook) is not None):
        return nook
    return member.nook


def _look(foto: FoundFoto, upload: Uploaded) -> dict[str, Any]:
    return {
        "media_id": upload.media_id,
        "ratio": foto.ratio or detect_ratio(upload.width, upload.height),
        "filter": _filter_of(foto),
        "adjustments": _adjustments_of(foto),
        "alt_text": foto.alt_text,
    }


def _filter_of(foto: FoundFoto) -> str:
    return foto.filter if len(foto.filter) <= _FILTER_MAX else "none"


def _adjustments_of(foto: FoundFoto) -> Adjustments:
    return Adjustments(**(foto.adjustments or {}))
