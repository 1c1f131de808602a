"""Parses JSON from outside, so that text which no database could store is refused at once.

PostgreSQL's text cannot contain U+0000, and UTF-8 cannot contain half of a surrogate pair.
"""

from __future__ import annotations

import re
from typing import TypeVar

import msgspec

from reflow.errors import AppError

T = TypeVar("T")
# A backslash before u0000 makes it six ordinary characters.
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


def json_body(raw: bytes, shape: type[T]) -> T:
    """A JSON request body, checked against its shape.

    Raises:
        AppError: ``invalid``: another shape, text that is no Unicode text or contains U+0000, or nesting too deep.
    """
    if has_nul(raw):
        raise AppError("invalid", "The request is malformed: text must not contain the character U+0000")
    try:
        return msgspec.json.decode(raw, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        # msgspec names the field and the type expected, never the value.
        raise AppError("invalid", f"The request is malformed: {error}") from None


def has_nul(raw: bytes) -> bool:
    """Whether a JSON text has a string with U+0000 in it."""
    # Almost no text has the six characters; the pattern alone, tried at every byte, would take a second for a photo.
    return b"\\u0000" in raw and _NUL.search(raw) is not None
