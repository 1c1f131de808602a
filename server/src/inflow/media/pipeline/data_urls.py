"""Images inside calls, as data URLs; they are stored like uploads."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import AsyncGenerator
from contextlib import aclosing

from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.pipeline.uploads import begin_upload, receive, store_upload
from inflow.media.rules import not_an_image
from inflow.media.views import Uploaded

_IMAGE = re.compile(r"data:image/[a-z0-9.+-]{1,32};base64,", re.IGNORECASE)


def is_data_url(image_url: str) -> bool:
    """Whether this is a data URL."""
    return image_url[:5].lower() == "data:"


def data_url_size(image_url: str) -> int:
    """The number of bytes in a data URL, computed from its length; exact for base64."""
    content = len(image_url) - image_url.find(",") - 1
    return content * 3 // 4 - image_url[-2:].count("=")


def decode_data_url(image_url: str) -> bytes:
    """Decode a data URL. The bytes themselves are checked later.

    Raises:
        AppError: ``invalid``: the URL does not declare an image, or is not base64.
    """
    head = _IMAGE.match(image_url)
    if head is None:
        raise not_an_image()
    try:
        return base64.b64decode(image_url[head.end() :], validate=True)
    except (binascii.Error, ValueError):
        raise not_an_image() from None


async def store_data_url(pipeline: MediaPipeline, owner_id: str, image_url: str) -> Uploaded:
    """Prepare, moderate and store the image, under the rate limit of uploads.

    Raises:
        AppError: As :func:`inflow.media.pipeline.uploads.store_upload`, and ``rate_limited``.
    """
    with begin_upload(pipeline, owner_id):
        content = decode_data_url(image_url)
        async with aclosing(_single_chunk(content)) as body, receive(pipeline, body) as whole:
            return await store_upload(pipeline, owner_id, whole)


async def _single_chunk(content: bytes) -> AsyncGenerator[bytes, None]:
    yield content
