"""An image that came inside a call, as a data URL: stored like an upload."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import AsyncGenerator
from contextlib import aclosing

from inflow.media.rules import not_an_image
from inflow.media.uploads import Studio, keep, one_upload, received
from inflow.media.views import Uploaded

_IMAGE = re.compile(r"data:image/[a-z0-9.+-]{1,32};base64,", re.IGNORECASE)


def is_data_url(image_url: str) -> bool:
    """Whether the image itself is in it, or at least pretends to be."""
    return image_url[:5].lower() == "data:"


def size_in(image_url: str) -> int:
    """How many bytes are in a data URL, as far as its length tells: exactly, where it is base64."""
    content = len(image_url) - image_url.find(",") - 1
    return content * 3 // 4 - image_url[-2:].count("=")


def content_of(image_url: str) -> bytes:
    """The bytes in a data URL. What they are is judged later, by themselves.

    Raises:
        AppError: ``invalid``: it declares something else than an image, or is not base64.
    """
    head = _IMAGE.match(image_url)
    if head is None:
        raise not_an_image()
    try:
        return base64.b64decode(image_url[head.end() :], validate=True)
    except (binascii.Error, ValueError):
        raise not_an_image() from None


async def keep_data_url(studio: Studio, owner_id: str, image_url: str) -> Uploaded:
    """Prepare, screen and store it, at the pace of uploads.

    Raises:
        AppError: As :func:`inflow.media.uploads.keep`, and ``rate_limited``.
    """
    with one_upload(studio, owner_id):
        content = content_of(image_url)
        async with aclosing(_at_once(content)) as body, received(body, studio.folder) as whole:
            return await keep(studio, owner_id, whole)


async def _at_once(content: bytes) -> AsyncGenerator[bytes, None]:
    yield content
