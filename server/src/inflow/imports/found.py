"""What readers find in an archive. No I/O."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, Final, Literal

import msgspec

from inflow.core.text import clean
from inflow.imports.rules import FIRST_YEAR
from inflow.posts.rules import ALT_TEXT_MAX, CAPTION_MAX, MOST_FOTOS


class FoundFoto(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A foto of a post. Without a ratio it gets the one of its shape.

    Attributes:
        name: Of its file in the archive.
        crop: ``x``, ``y``, ``width`` and ``height`` in fractions of the rotated photo.
    """

    name: str
    alt_text: str = ""
    ratio: Literal["vertical", "horizontal", "landscape"] | None = None
    crop: dict[str, float] | None = None
    rotation: Literal[0, 90, 180, 270] = 0
    filter: str = "none"
    adjustments: dict[str, int] | None = None


class FoundPost(msgspec.Struct, frozen=True, kw_only=True, tag="post", omit_defaults=True):
    """A post with its fotos in order. Without a time it is posted at the time of its arrival.

    Attributes:
        key: The same for the same post in another archive of its source.
        nook: Its nook, if the source has nooks.
        audience: Its audience, if the source has the same ones.
    """

    key: str
    at: datetime | None
    fotos: tuple[FoundFoto, ...]
    caption: str = ""
    edited_at: datetime | None = None
    nook: str | None = None
    audience: Literal["sphere", "cue"] | None = None
    is_archived: bool = False


class FoundGrid(msgspec.Struct, frozen=True, kw_only=True, tag="grid"):
    """A grid, with the keys of its posts in order."""

    key: str
    at: datetime | None
    layout: str
    posts: tuple[str, ...]


class FoundCollection(msgspec.Struct, frozen=True, kw_only=True, tag="collection"):
    """A collection with own posts in it: their keys, and when they were saved. Without a name it is the one that every
    member has.
    """

    key: str
    at: datetime | None
    name: str | None
    posts: tuple[tuple[str, datetime | None], ...]


class FoundProfile(msgspec.Struct, frozen=True, kw_only=True, tag="profile"):
    """What the member wrote about themselves, and the file of their picture."""

    key: str = "profile"
    full_name: str = ""
    quote: str = ""
    picture: str | None = None


class Problem(msgspec.Struct, frozen=True, kw_only=True, tag="problem"):
    """Something that cannot come, and why."""

    name: str
    why: str


class LeftOut(msgspec.Struct, frozen=True, kw_only=True, tag="left_out"):
    """Something of the source that is no foto of the member's, and is only counted."""

    kind: Literal["boosts", "replies", "without_fotos"]


Content = FoundPost | FoundGrid | FoundCollection | FoundProfile
Found = Content | Problem | LeftOut
Reader = Callable[[Any, datetime], Iterator[Found]]
"""Reads an opened archive (see `archives.py`). Given the time, after which no date can be."""

_MOST_TEXT: Final = 20_000
"""Characters of a text that are looked at. The longest text that comes has 1,500."""
_VIDEOS: Final = (".mp4", ".mov", ".webm", ".m4v", ".avi", ".mkv", ".3gp", ".mpg", ".mpeg", ".mp")
_PHOTOS: Final = (".jpg", ".jpeg", ".png", ".webp", ".avif", ".heic", ".heif")


def is_video(name: str) -> bool:
    """Whether a file is a video, by its name."""
    return name.lower().endswith(_VIDEOS)


def is_photo(name: str) -> bool:
    """Whether a file may be a photo that can be uploaded, by its name."""
    return name.lower().endswith(_PHOTOS)


def text(value: object) -> str:
    """A text of unknown JSON, which ends after some thousand characters; empty for anything else. The database stores
    no NUL.
    """
    return value[:_MOST_TEXT].replace("\0", "") if isinstance(value, str) else ""


def mapping(value: object) -> dict[str, Any]:
    """An object of unknown JSON; empty for anything else."""
    return value if isinstance(value, dict) else {}


def sequence(value: object) -> list[Any]:
    """A list of unknown JSON; empty for anything else."""
    return value if isinstance(value, list) else []


def moment(value: object, now: datetime) -> datetime | None:
    """A time of unknown JSON: seconds since 1970, or ISO 8601; None for anything else, for times in the future, and for
    those before the first photograph.
    """
    try:
        if isinstance(value, str) and not value.lstrip("-").isdecimal():
            at = datetime.fromisoformat(value)
            at = at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
        elif isinstance(value, (int, float, str)) and not isinstance(value, bool):
            at = datetime.fromtimestamp(float(value), UTC)
        else:
            return None
    except (ValueError, OverflowError, OSError):
        return None
    return at if at.year >= FIRST_YEAR and at <= now else None


def shortened(words: str, most: int) -> str:
    """The cleaned text, cut at the end of a word if it is longer than so many characters."""
    whole = clean(words)
    if len(whole) <= most:
        return whole
    head = whole[: most - 1]
    at_word = head if whole[most - 1].isspace() else head.rsplit(None, 1)[0]
    # Without spaces, such as in Japanese, it is cut at the limit.
    kept = at_word if len(at_word) > most // 2 else head
    return clean(kept.rstrip() + "…")


def caption_of(words: str) -> str:
    """A caption as a post may have it."""
    return shortened(words, CAPTION_MAX)


def alt_text_of(words: str) -> str:
    """An alternative text as a foto may have it."""
    return shortened(words, ALT_TEXT_MAX)


def posts_of(post: FoundPost, fotos: Sequence[FoundFoto]) -> Iterator[FoundPost]:
    """A post with these fotos; with more than a post can have, several, all with its caption and its time."""
    for start in range(0, len(fotos), MOST_FOTOS):
        key = post.key if start == 0 else f"{post.key}#{start // MOST_FOTOS + 1}"
        yield msgspec.structs.replace(post, key=key, fotos=tuple(fotos[start : start + MOST_FOTOS]))
