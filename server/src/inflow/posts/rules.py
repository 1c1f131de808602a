"""What a post may be."""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal, NewType

from msgspec import Meta

PostId = NewType("PostId", str)

PostType = Literal["sphere", "cue"]
Ratio = Literal["vertical", "horizontal", "landscape"]

CAPTION_MAX: Final = 300
ALT_TEXT_MAX: Final = 1500
ADJUSTMENT_MAX: Final = 200

MOST_NEWS: Final = 10
"""More new posts than these are not counted."""
NEWS_AMONG: Final = 30
"""How many of a nook's newest posts are looked at for them: one's own and hidden members' are among these."""

Caption = Annotated[str, Meta(max_length=CAPTION_MAX)]
AltText = Annotated[str, Meta(max_length=ALT_TEXT_MAX)]
FilterName = Annotated[str, Meta(max_length=32)]
Percent = Annotated[int, Meta(ge=0, le=ADJUSTMENT_MAX)]

_UPLOAD_URL = re.compile(r"/media/([a-z2-7]{26})/(?:[a-z2-7]{10}-)?[a-z0-9]{1,16}\.(?:jpg|webp)")


def media_id_in(image_url: str) -> str | None:
    """The id of the upload that a URL of ours names, or None."""
    match = _UPLOAD_URL.fullmatch(image_url)
    return match[1] if match else None


def rendition_in(image_url: str) -> str:
    """What a URL of ours calls the rendition. Each cut's are called otherwise."""
    return image_url.rpartition("/")[2]
