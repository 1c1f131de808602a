"""The limits of an upload, and the arithmetic of sizes."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import photographs
from inflow.media.rules import (
    MOST_PIXELS,
    MOST_PIXELS_BY_ROW,
    WIDTHS,
    Size,
    canvas,
    detect_ratio,
    kind_of,
    ladder,
    rendition_type,
    require_acceptable_size,
    shrunk_by,
)
from reflow.errors import AppError

sides = st.integers(1, 12_000)


@given(sides, sides)
def test_a_vertical_canvas_is_1080_wide_and_within_every_bound(width: int, height: int) -> None:
    size = canvas("vertical", Size(width, height))

    assert size.width == 1080
    assert 250 <= size.height <= min(1920, 2.1 * size.width)


@given(sides, sides)
def test_a_vertical_canvas_follows_the_aspect_wherever_no_bound_is_met(width: int, height: int) -> None:
    size = canvas("vertical", Size(width, height))

    if 250 < size.height < 1920:
        assert abs(size.height - 1080 * height / width) <= 0.5


@given(sides, sides)
def test_the_other_canvases_are_squares_whatever_the_crop(width: int, height: int) -> None:
    assert canvas("horizontal", Size(width, height)) == (300, 300)
    assert canvas("landscape", Size(width, height)) == (350, 350)


def test_the_canvases_of_the_common_crops() -> None:
    assert canvas("vertical", Size(9, 16)) == (1080, 1920)
    assert canvas("vertical", Size(4, 5)) == (1080, 1350)
    assert canvas("vertical", Size(10, 1)) == (1080, 250)
    assert canvas("vertical", Size(1, 10)) == (1080, 1920)


@pytest.mark.parametrize(
    ("width", "height", "ratio"),
    [
        (1300, 1000, "horizontal"),
        (1301, 1000, "landscape"),
        (800, 1000, "horizontal"),
        (799, 1000, "vertical"),
        (1000, 1000, "horizontal"),
        (4032, 3024, "landscape"),
        (3024, 4032, "vertical"),
    ],
)
def test_the_ratio_is_detected_from_the_aspect(width: int, height: int, ratio: str) -> None:
    assert detect_ratio(width, height) == ratio


@given(st.integers(16, 12_000))
def test_the_ladder_reaches_the_image_or_its_top_and_only_its_last_step_may_be_wider(width: int) -> None:
    steps = ladder(width)

    assert steps == WIDTHS[: len(steps)]
    assert all(step < width for step in steps[:-1])
    assert steps[-1] >= width or steps[-1] == WIDTHS[-1]


@given(st.integers(1, 70_000), st.integers(1, 70_000), st.integers(1, 6), st.booleans())
def test_a_size_that_is_accepted_is_within_every_limit(width: int, height: int, bands: int, by_row: bool) -> None:
    try:
        require_acceptable_size(width, height, bands, by_row=by_row)
    except AppError:
        accepted = False
    else:
        accepted = True

    most = MOST_PIXELS_BY_ROW if by_row else MOST_PIXELS
    fits = width * height <= most and min(width, height) >= 16 and max(width, height) <= 32_000
    assert accepted == (fits and max(width, height) <= 25 * min(width, height) and bands <= 4)


@given(st.integers(1, 32_000), st.integers(1, 32_000))
def test_what_is_left_of_a_huge_image_fits_into_the_memory_of_a_large_one(width: int, height: int) -> None:
    assume(width * height <= MOST_PIXELS_BY_ROW)
    times = shrunk_by(Size(width, height))

    assert width * height <= MOST_PIXELS * times**2
    assert times == 1 or width * height > MOST_PIXELS * (times // 2) ** 2


@pytest.mark.parametrize(("width", "height"), [(4032, 3024), (8064, 6048), (6048, 8064), (16, 16), (32_000, 1280)])
def test_photographs_of_12_and_48_megapixels_and_the_very_edges_are_accepted(width: int, height: int) -> None:
    require_acceptable_size(width, height, 3)


def test_formats_are_told_by_their_first_bytes() -> None:
    assert kind_of(photographs.plain((1, 2, 3))[:64]) == "jpeg"
    assert kind_of(photographs.png()[:64]) == "png"
    assert kind_of(photographs.webp()[:64]) == "webp"
    assert kind_of(photographs.avif()[:64]) == "avif"
    assert kind_of(photographs.heic()[:64]) == "heic"


@given(st.binary(max_size=64))
def test_no_beginning_of_a_file_is_too_odd_to_be_told(head: bytes) -> None:
    kind_of(head)
    kind_of(head[:4] + b"ftyp" + head)


@pytest.mark.parametrize(
    "name", ["original", "", "1080", "1080.JPG", "../x.jpg", "1080.jpg/..", "a.svg", "x.jpg\n", "%2e.jpg"]
)
def test_nothing_but_a_rendition_has_a_renditions_name(name: str) -> None:
    assert rendition_type(name) is None


def test_a_rendition_is_served_as_what_it_is() -> None:
    assert rendition_type("1080.jpg") == "image/jpeg"
    assert rendition_type("2048.webp") == "image/webp"
