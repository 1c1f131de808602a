"""Rows of photos for posts to show, inserted without an upload."""

from __future__ import annotations

import json
import secrets

import asyncpg

_ADD = """
    INSERT INTO media (id, owner_id, kind, width, height, byte_size, sha256, thumbhash, state, renditions)
    VALUES ($1, $2, 'jpeg', 4032, 3024, 1, repeat('0', 64), 'I/gVHYJ1i3hviHiYaIh4h3lQlwQ1', 'finished', $3)"""
_LETTERS = "abcdefghijklmnopqrstuvwxyz234567"


async def add_photos(dsn: str, owner: str, count: int) -> list[str]:
    """Insert photos with the eight renditions that an upload makes; their addresses for posts."""
    kinds = (("webp", "image/webp"), ("jpg", "image/jpeg"))
    renditions = [
        {"name": f"{width}.{suffix}", "width": width, "height": width * 3 // 4, "type": kind, "bytes": 1}
        for width in (320, 640, 1080, 2048)
        for suffix, kind in kinds
    ]
    ids = ["".join(secrets.choice(_LETTERS) for _ in range(26)) for _ in range(count)]
    connection = await asyncpg.connect(dsn)
    await connection.executemany(_ADD, [(one, owner, json.dumps(renditions)) for one in ids])
    await connection.close()
    return [f"/media/{one}/1080.jpg" for one in ids]


def post(user: str, image: str, caption: str) -> dict[str, object]:
    """The arguments of `posts:createPost`."""
    return {
        "userId": user,
        "imageUrl": image,
        "ratio": "landscape",
        "nookType": "scenic",
        "caption": caption,
        "postType": "sphere",
        "filter": "none",
        "adjustments": {"brightness": 100, "contrast": 100, "saturation": 100},
    }


FEED = ("posts:getPostsByNook", {"nookType": "scenic", "paginationOpts": {"numItems": 20, "cursor": None}})
"""The query of an open feed."""
