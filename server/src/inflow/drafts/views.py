"""Drafts in the form that clients send and get."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from inflow.drafts.rules import DraftId, Shape
from inflow.media.images.crops import Crop, RequestedCut, Rotation
from inflow.media.views import Variant, picture
from inflow.members.views import iso
from inflow.posts.rules import AltText, FilterName, PostType, Ratio
from inflow.posts.views import Adjustments
from reflow import Row

WHOLE = Crop(0, 0, 1, 1)


class NewDraftFoto(msgspec.Struct, rename="camel", kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A foto of a draft: an upload of the caller's, and how it is to be shown. Without a crop all of it is shown.

    `shape` is the composer's name of the shape that was chosen.
    """

    media_id: str
    ratio: Ratio
    shape: Shape
    crop: Crop | None = None
    rotation: Rotation = 0
    filter: FilterName = "none"
    adjustments: Adjustments = Adjustments()
    alt_text: AltText = ""

    def columns(self) -> dict[str, Any]:
        """The columns of its row that say how it is shown."""
        crop = None if self.crop is None else msgspec.to_builtins(self.crop)
        given = {"ratio": self.ratio, "shape": self.shape, "rotation": self.rotation, "filter": self.filter}
        return {**given, "crop": crop, **msgspec.structs.asdict(self.adjustments)}


class DraftFoto(msgspec.Struct, rename="camel", kw_only=True):
    """A foto of a draft. `imageUrl`, `variants`, `thumbhash` and the size are of the upload, or of its last cut."""

    media_id: str
    ratio: Ratio
    shape: str
    crop: Crop | None
    rotation: Rotation
    filter: str
    adjustments: Adjustments
    alt_text: str
    image_url: str
    width: int
    height: int
    thumbhash: str
    variants: list[Variant]


class Failure(msgspec.Struct, rename="camel", kw_only=True):
    """Why a scheduled foto could not be posted."""

    code: str
    words: str
    at: str


class Draft(msgspec.Struct, rename="camel", kw_only=True):
    """A draft of the caller's. `publishAt` and `postType` are null if it is not scheduled."""

    id: DraftId = msgspec.field(name="_id")
    version: int
    caption: str
    changed_at: str
    publish_at: str | None
    post_type: PostType | None
    failure: Failure | None
    fotos: list[DraftFoto]


class SavedDraft(msgspec.Struct, rename="camel", kw_only=True):
    """A draft's id, and its version after a change."""

    id: DraftId = msgspec.field(name="_id")
    version: int


def wanted_cut(foto: Row) -> RequestedCut:
    """The cut in which a draft shows this foto."""
    crop = WHOLE if foto.crop is None else msgspec.convert(foto.crop, Crop)
    return RequestedCut(foto.ratio, crop, foto.rotation)


def adjustments_of(foto: Row) -> Adjustments:
    """The adjustments in a row of a foto."""
    return Adjustments(brightness=foto.brightness, contrast=foto.contrast, saturation=foto.saturation)


def draft_view(row: Row, fotos: Sequence[Row]) -> Draft:
    """A row of a draft and the rows of its fotos as a view."""
    failure = None
    if row.failed_at is not None:
        failure = Failure(code=row.failed_code, words=row.failed_words, at=iso(row.failed_at))
    return Draft(
        id=row.id,
        version=row.version,
        caption=row.caption,
        changed_at=iso(row.changed_at),
        publish_at=None if row.publish_at is None else iso(row.publish_at),
        post_type=row.post_type,
        failure=failure,
        fotos=[_foto_view(foto) for foto in fotos],
    )


def _foto_view(foto: Row) -> DraftFoto:
    seen = picture(foto.media_id, foto.renditions)
    return DraftFoto(
        media_id=foto.media_id,
        ratio=foto.ratio,
        shape=foto.shape,
        crop=None if foto.crop is None else msgspec.convert(foto.crop, Crop),
        rotation=foto.rotation,
        filter=foto.filter,
        adjustments=adjustments_of(foto),
        alt_text=foto.alt_text,
        image_url=seen.url,
        width=foto.width,
        height=foto.height,
        thumbhash=foto.thumbhash,
        variants=seen.variants,
    )
