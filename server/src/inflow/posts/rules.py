"""The types and limits of a post."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Annotated, Final, Literal, NewType

from msgspec import Meta

PostId = NewType("PostId", str)

PostType = Literal["sphere", "cue"]
Ratio = Literal["vertical", "horizontal", "landscape"]

MOST_FOTOS: Final = 10
"""How many fotos one post has at most."""

CAPTION_MAX: Final = 300
ALT_TEXT_MAX: Final = 1500
ADJUSTMENT_MAX: Final = 200

IN_STRIP: Final = 3
"""How many of a member's newest fotos a list of members shows."""
MOST_STRIPS: Final = 30
"""How many members' strips one call asks for."""
MOST_NEWS: Final = 10
"""New posts are counted up to this number."""
MOST_OF_WEEK: Final = 12
"""How many fotos of an earlier week a member is reminded of."""
NEWS_AMONG: Final = 30
"""How many of a nook's newest posts are examined to count them; the caller's own and hidden members' are among
these.
"""

EDITS_KEPT: Final = 50
"""How many earlier versions of a post's caption and alternative text its author can read."""

Caption = Annotated[str, Meta(max_length=CAPTION_MAX)]
AltText = Annotated[str, Meta(max_length=ALT_TEXT_MAX)]
Place = Annotated[int, Meta(ge=0, lt=MOST_FOTOS)]
"""The place of a foto in its post; the first one has 0."""

Moment = Annotated[datetime, Meta(tz=True)]

FilterName = Annotated[str, Meta(max_length=32)]
Percent = Annotated[int, Meta(ge=0, le=ADJUSTMENT_MAX)]

_UPLOAD_URL = re.compile(r"/media/([a-z2-7]{26})/(?:[a-z2-7]{10}-)?[a-z0-9]{1,16}\.(?:jpg|webp)")


def media_id_in(image_url: str) -> str | None:
    """The id of the upload in a URL of ours, or None."""
    match = _UPLOAD_URL.fullmatch(image_url)
    return match[1] if match else None


def rendition_in(image_url: str) -> str:
    """The name of the rendition in a URL of ours. Every crop's renditions have different names."""
    return image_url.rpartition("/")[2]


ALREADY_POSTED: Final = "This foto has already been posted."
SET_BY_MODERATORS: Final = "A moderator took this foto off the walls. You can't change who sees it."
ENOUGH_POSTS: Final = "New members can post only so many fotos a day. Please try again tomorrow."
