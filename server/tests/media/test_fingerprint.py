"""Fingerprints of real photographs: alike after what people do to hide a copy, and unlike for other photographs."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
import pyvips

import photographs
from inflow.media.images.fingerprint import fingerprints_of
from inflow.media.rules import MOST_BITS_APART

NAMES = ("china", "flower", "coffee", "astronaut", "chelsea", "rocket")


def _image(name: str) -> Any:
    return pyvips.Image.new_from_buffer(photographs.jpeg(1080, 810, name=name), "")


def _without_edges(image: Any, percent: float) -> Any:
    """The image without so much of its width and height."""
    left, top = int(image.width * percent / 200), int(image.height * percent / 200)
    return image.crop(left, top, image.width - 2 * left, image.height - 2 * top)


def _distance(removed: Any, uploaded: Any) -> int:
    """In how many bits an upload, or its mirror image, differs from what was removed."""
    first = int(fingerprints_of(removed)[0], 16)
    return min((first ^ int(each, 16)).bit_count() for each in fingerprints_of(uploaded))


@pytest.mark.parametrize("name", NAMES)
def test_a_photograph_is_recognised_saved_again_resized_mirrored_and_a_little_smaller(name: str) -> None:
    image = _image(name)
    saved_badly = pyvips.Image.new_from_buffer(image.jpegsave_buffer(Q=30), "")
    as_webp = pyvips.Image.new_from_buffer(image.thumbnail_image(700).webpsave_buffer(Q=60), "")

    for copy in (saved_badly, as_webp, image.thumbnail_image(320), image.fliphor()):
        assert _distance(image, copy) <= 10
    assert _distance(image, _without_edges(image, 1)) <= MOST_BITS_APART
    assert _distance(image, _without_edges(image, 2)) <= MOST_BITS_APART


def test_unlike_photographs_and_large_cuts_are_not_taken_for_each_other() -> None:
    for one, other in combinations(NAMES, 2):
        assert _distance(_image(one), _image(other)) > 3 * MOST_BITS_APART
    for name in NAMES:
        assert _distance(_image(name), _without_edges(_image(name), 10)) > MOST_BITS_APART


def test_plain_images_have_none() -> None:
    for plain in (photographs.plain((200, 10, 10)), photographs.plain((0, 0, 0))):
        assert fingerprints_of(pyvips.Image.new_from_buffer(plain, "")) == []
