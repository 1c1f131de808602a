"""Posts in the form that clients get."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from inflow.media.pipeline.videos import video_url
from inflow.media.views import Variant, picture
from inflow.members.rules import ProfileId, UserId
from inflow.members.views import iso
from inflow.posts.rules import Percent, PostId, PostType, Ratio
from reflow import Row


class Adjustments(msgspec.Struct, rename="camel", kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Percentages; 100 leaves the photo as it is."""

    brightness: Percent = 100
    contrast: Percent = 100
    saturation: Percent = 100


class Post(msgspec.Struct, rename="camel", kw_only=True):
    """A foto or flick, with the data to lay it out before its picture has loaded.

    `width` and `height` are the pixels of the visible part of the photo, `thumbhash` is base64, `variants` are the same
    part at several widths, narrowest first. `imageUrl` is the specification's canvas of it, which may have another
    shape. `editedAt` is missing as long as texts, filter, adjustments and crop are the first ones.

    All of that describes the first foto. `fotoCount` is missing for a post with one foto; `posts:getFurtherFotos` has
    the others.

    The fields from `thumbnail` on are null for a foto. `thumbnail` and `media` are the URLs of a flick's picture and of
    its video, `duration` is in seconds.
    """

    id: PostId = msgspec.field(name="_id")
    user_id: UserId
    profile_id: ProfileId
    username: str
    full_name: str
    user_avatar: str
    image_url: str
    ratio: Ratio
    nook_type: str
    caption: str
    post_type: PostType
    filter: str
    adjustments: Adjustments
    is_video: bool
    created_at: str
    alt_text: str
    width: int
    height: int
    thumbhash: str
    variants: list[Variant]
    thumbnail: str | None = None
    duration: int | None = None
    view_count: int | None = None
    highlight_count: int | None = None
    media: str | None = None
    edited_at: str | UnsetType = UNSET
    foto_count: int | UnsetType = UNSET


class PostFoto(msgspec.Struct, rename="camel", kw_only=True):
    """The second foto of a post, or one after it. Its fields are those of a post that describe its first foto."""

    image_url: str
    ratio: Ratio
    filter: str
    adjustments: Adjustments
    alt_text: str
    width: int
    height: int
    thumbhash: str
    variants: list[Variant]


class PostEdit(msgspec.Struct, rename="camel", kw_only=True):
    """The caption and the alternative texts that a post had until they were edited, at `editedAt`.

    `furtherAltTexts` are those of its further fotos, in their order.
    """

    id: str = msgspec.field(name="_id")
    caption: str
    alt_text: str
    further_alt_texts: list[str]
    edited_at: str


def post_view(row: Row) -> Post:
    """A row of a post, its author and its photo, as a view."""
    seen = picture(row.media_id, row.renditions)
    return Post(
        id=row.id,
        user_id=row.author_id,
        profile_id=row.profile_id,
        username=row.username,
        full_name=row.full_name,
        user_avatar=row.image_url,
        image_url=seen.url,
        ratio=row.ratio,
        nook_type=row.nook_type,
        caption=row.caption,
        # Moderators set the other audiences. Of an archived post it is the one to which it returns.
        post_type="cue" if "cue" in (row.post_type, row.archived_from) else "sphere",
        filter=row.filter,
        adjustments=Adjustments(brightness=row.brightness, contrast=row.contrast, saturation=row.saturation),
        is_video=row.is_video,
        created_at=iso(row.created_at),
        alt_text=row.alt_text,
        width=row.width,
        height=row.height,
        thumbhash=row.thumbhash,
        variants=seen.variants,
        thumbnail=seen.url if row.is_video else None,
        duration=row.duration,
        view_count=row.view_count,
        highlight_count=row.highlight_count,
        media=video_url(row.media_id, row.video_kind),
        edited_at=UNSET if row.edited_at is None else iso(row.edited_at),
        foto_count=UNSET if row.foto_count == 1 else row.foto_count,
    )


def foto_view(row: Row) -> PostFoto:
    """A row of a further foto with its photo, as a view."""
    seen = picture(row.media_id, row.renditions)
    return PostFoto(
        image_url=seen.url,
        ratio=row.ratio,
        filter=row.filter,
        adjustments=Adjustments(brightness=row.brightness, contrast=row.contrast, saturation=row.saturation),
        alt_text=row.alt_text,
        width=row.width,
        height=row.height,
        thumbhash=row.thumbhash,
        variants=seen.variants,
    )


def post_edit_view(row: Row) -> PostEdit:
    """A row of an edit as a view."""
    return PostEdit(
        id=row.id,
        caption=row.caption,
        alt_text=row.alt_text,
        further_alt_texts=row.further_alt_texts,
        edited_at=iso(row.edited_at),
    )
