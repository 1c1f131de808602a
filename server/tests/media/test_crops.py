"""The arithmetic of crops: the position of a crop's pixels, and the size of its renditions."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from inflow.media.images.crops import (
    Box,
    Crop,
    Rotation,
    has_own_canvas,
    pixel_box,
    read_plan,
    rendition_bounds,
    require_inside,
    rotated,
)
from inflow.media.images.crops import before_rotation as upright_of
from inflow.media.rules import TALLEST_RENDITION, WIDTHS, Ratio, Size, canvas
from reflow.errors import AppError

sides = st.integers(16, 12_000)
sizes = st.builds(Size, sides, sides)
rotations = st.sampled_from(get_args(Rotation))
widths = st.sampled_from(WIDTHS)
shapes = {
    "horizontal": [(4, 3), (3, 4), (1, 1)],
    "vertical": [(9, 16)],
    "landscape": [(16, 9), (2, 2), (2, 1)],
}


@st.composite
def crops(draw: st.DrawFn) -> Crop:
    x, y = draw(st.floats(0, 0.95)), draw(st.floats(0, 0.95))
    return Crop(x, y, draw(st.floats(0.01, 1 - x)), draw(st.floats(0.01, 1 - y)))


@given(crops(), sizes)
def test_a_crop_is_inside_the_photograph_and_off_by_less_than_a_pixel(crop: Crop, size: Size) -> None:
    part = pixel_box(crop, size)

    assert 0 <= part.left <= part.left + part.width <= size.width
    assert 0 <= part.top <= part.top + part.height <= size.height
    assert abs(part.width - crop.width * size.width) <= 1
    assert abs(part.top - crop.y * size.height) <= 0.5


@given(crops(), sizes, rotations)
def test_turning_the_crop_back_is_the_same_as_turning_the_photograph(
    crop: Crop, size: Size, rotation: Rotation
) -> None:
    seen = pixel_box(crop, rotated(size, rotation))
    part = pixel_box(upright_of(crop, rotation), size)
    same = rotated(Size(part.width, part.height), rotation)

    assert abs(same.width - seen.width) <= 1
    assert abs(same.height - seen.height) <= 1


@given(crops())
def test_four_quarter_turns_lead_back(crop: Crop) -> None:
    once_more = crop
    for _ in range(4):
        once_more = upright_of(once_more, 90)

    for one, other in zip(
        (once_more.x, once_more.y, once_more.width, once_more.height),
        (crop.x, crop.y, crop.width, crop.height),
        strict=True,
    ):
        assert abs(one - other) < 1e-9


@given(sizes, crops(), rotations, widths)
def test_a_part_is_read_inside_the_shrunken_photograph_and_never_enlarged(
    size: Size, crop: Crop, rotation: Rotation, width: int
) -> None:
    part = pixel_box(upright_of(crop, rotation), size)
    assume(part.width > 0 and part.height > 0)

    whole, read = read_plan(part, size, rendition_bounds(width, rotation))
    shown = rotated(Size(read.width, read.height), rotation)

    assert whole.width <= size.width
    assert whole.height <= size.height
    assert 0 <= read.left <= whole.width - read.width
    assert 0 <= read.top <= whole.height - read.height
    assert read.width <= part.width
    assert read.height <= part.height
    assert shown.width <= width
    assert shown.height <= width * TALLEST_RENDITION


@given(sizes, st.sampled_from([(ratio, shape) for ratio, many in shapes.items() for shape in many]))
def test_the_canvas_of_every_specified_shape_is_the_specifications(
    size: Size, given_shape: tuple[Ratio, tuple[int, int]]
) -> None:
    ratio, (across, down) = given_shape
    fitting = min(size.width / across, size.height / down)
    crop = Size(max(1, round(across * fitting)), max(1, round(down * fitting)))

    made = canvas(ratio, crop)

    assert made.width >= 200
    assert made.height >= 250
    assert made == {"horizontal": (300, 300), "landscape": (350, 350)}.get(ratio, made)
    if ratio == "vertical":
        assert made.width == 1080
        assert made.height <= 1920
        assert made.height <= 2.1 * made.width


def test_a_vertical_rendition_of_full_width_is_its_canvas() -> None:
    assert not has_own_canvas("vertical", Size(1080, 1920))
    assert has_own_canvas("vertical", Size(1080, 2400))
    assert has_own_canvas("vertical", Size(700, 1000))
    assert has_own_canvas("landscape", Size(1080, 608))


@pytest.mark.parametrize("crop", [Crop(0.5, 0, 0.6, 1), Crop(0, 0.2, 1, 0.9), Crop(1, 1, 1, 1)])
def test_what_reaches_beyond_the_photograph_is_refused(crop: Crop) -> None:
    with pytest.raises(AppError):
        require_inside(crop)


def test_what_a_browser_cannot_add_up_exactly_is_accepted() -> None:
    crop = Crop(0.1, 0.7, 0.9 + 1e-9, 0.3 + 1e-9)

    require_inside(crop)

    assert pixel_box(crop, Size(1000, 1000)) == Box(100, 700, 900, 300)
