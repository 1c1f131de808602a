"""The photographs that the made-up members took: crops of the sample photographs of scikit-learn and scikit-image.

Both are installed for development. Nothing is fetched, and nothing of them is part of Inflow. Who took the photographs,
and on what terms they may be used, stands in docs/demo.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any, Final

LONG_SIDE: Final = 1280
GRAIN: Final = 4


@dataclass(frozen=True)
class View:
    """A part of a photograph that is worth a post. All four numbers are fractions of the whole."""

    shows: str
    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True)
class Picture:
    """A sample photograph: the package that has it, where it lies there, and what can be seen in it."""

    package: str
    path: str
    views: tuple[View, ...]


PICTURES: Final[dict[str, Picture]] = {
    "pavilion": Picture(
        "sklearn",
        "datasets/images/china.jpg",
        (
            View("A red and green pavilion with three roofs above a lake", 0, 0, 1, 1),
            View("The two upper roofs of a pavilion against a pale sky", 0.12, 0.02, 0.42, 0.55),
            View("Painted galleries between the roofs of a pavilion", 0.1, 0.28, 0.46, 0.5),
            View("A lake in haze, with a low island far out", 0.48, 0.32, 0.5, 0.4),
            View("A pavilion from its foot in the trees to its tip", 0.1, 0.04, 0.48, 0.94),
            View("Treetops in front of a wide lake", 0.5, 0.34, 0.5, 0.66),
        ),
    ),
    "dahlia": Picture(
        "sklearn",
        "datasets/images/flower.jpg",
        (
            View("An orange dahlia in front of dark leaves", 0, 0, 1, 1),
            View("A dahlia's petals, row upon row", 0.27, 0.18, 0.42, 0.66),
            View("The heart of a dahlia, close", 0.35, 0.32, 0.27, 0.4),
            View("A dahlia at the right edge of a dark garden", 0, 0.05, 0.62, 0.9),
            View("A dahlia and the top of another one below it", 0.26, 0.16, 0.46, 0.84),
        ),
    ),
    "coffee": Picture(
        "skimage",
        "data/coffee.png",
        (
            View("A red cup of espresso on a wooden table", 0, 0, 1, 1),
            View("Espresso in a white-rimmed cup, from above", 0.24, 0.02, 0.48, 0.6),
            View("A spoon on a red saucer", 0.45, 0.48, 0.34, 0.46),
            View("A red cup and saucer, tall", 0.14, 0.02, 0.6, 0.96),
            View("The grain of a wooden table beside a red saucer", 0.56, 0.3, 0.44, 0.7),
        ),
    ),
    "cat": Picture(
        "skimage",
        "data/chelsea.png",
        (
            View("A tabby cat looking past the camera", 0, 0, 1, 1),
            View("A tabby cat's face, close", 0.14, 0.02, 0.7, 0.96),
            View("Two green eyes", 0.26, 0.16, 0.54, 0.46),
            View("A pink nose and many whiskers", 0.36, 0.5, 0.44, 0.48),
        ),
    ),
    "launch": Picture(
        "skimage",
        "data/rocket.jpg",
        (
            View("A rocket on its pad at dusk between four lattice towers", 0, 0, 1, 1),
            View("A white rocket, lit from below", 0.36, 0.16, 0.3, 0.84),
            View("A lattice tower against a deep blue sky", 0, 0.02, 0.34, 0.92),
            View("The lights of a launch pad", 0.08, 0.58, 0.6, 0.42),
            View("The upper half of a rocket in the blue hour", 0.3, 0.2, 0.46, 0.5),
        ),
    ),
    "astronaut": Picture(
        "skimage",
        "data/astronaut.png",
        (
            View("An astronaut in an orange suit in front of a flag and a model of the shuttle", 0, 0, 1, 1),
            View("An astronaut, smiling", 0.18, 0, 0.5, 0.5),
            View("A model of the space shuttle", 0.68, 0, 0.3, 0.56),
            View("A round patch on an orange suit", 0.14, 0.6, 0.36, 0.38),
            View("A white helmet with a black visor", 0.54, 0.64, 0.46, 0.36),
        ),
    ),
    "deep field": Picture(
        "skimage",
        "data/hubble_deep_field.jpg",
        (
            View("Hundreds of galaxies in a black sky", 0, 0, 1, 1),
            View("Galaxies, red and blue", 0.1, 0.06, 0.5, 0.46),
            View("Galaxies around two bright stars", 0.5, 0.4, 0.46, 0.44),
            View("A handful of galaxies, close", 0.22, 0.64, 0.4, 0.34),
            View("A tall piece of the night, full of galaxies", 0.6, 0.02, 0.38, 0.9),
        ),
    ),
    "moon": Picture(
        "skimage",
        "data/moon.png",
        (
            View("Craters on the moon in low light", 0, 0, 1, 1),
            View("A row of dark hollows on the moon", 0.14, 0.3, 0.6, 0.7),
            View("Bright and dark spots on grey ground", 0.3, 0.04, 0.66, 0.5),
        ),
    ),
    "cameraman": Picture(
        "skimage",
        "data/camera.png",
        (
            View("A man in a dark coat behind a camera on a tripod", 0, 0, 1, 1),
            View("A man looking into a camera", 0.2, 0.06, 0.5, 0.46),
            View("A tripod on a lawn", 0.4, 0.38, 0.46, 0.62),
            View("A white tower behind a wide lawn", 0.66, 0.18, 0.34, 0.4),
        ),
    ),
    "bricks": Picture(
        "skimage",
        "data/brick.png",
        (
            View("A pavement of dark bricks", 0, 0, 1, 1),
            View("Bricks and their pale joints, close", 0.1, 0.5, 0.6, 0.46),
            View("Long rows of bricks", 0.3, 0, 0.4, 0.9),
        ),
    ),
    "grass": Picture(
        "skimage",
        "data/grass.png",
        (
            View("Grass with clover in it, from above", 0, 0, 1, 1),
            View("Blades of grass and a few leaves", 0.3, 0.1, 0.56, 0.44),
            View("A tangle of dry grass", 0.1, 0.5, 0.5, 0.5),
        ),
    ),
    "gravel": Picture(
        "skimage",
        "data/gravel.png",
        (
            View("Gravel, every stone a different one", 0, 0, 1, 1),
            View("Grey stones, close", 0.3, 0.3, 0.5, 0.42),
            View("A path of gravel", 0.1, 0, 0.5, 0.8),
        ),
    ),
}


class NoPhotographs(Exception):
    """The packages that bring the photographs are not installed."""


def photograph(picture: Picture, view: View, random: Random) -> bytes:
    """A JPEG of this view, a little differently framed each time, and enlarged with grain as fast films have.

    Raises:
        NoPhotographs: See there.
    """
    import pyvips  # type: ignore[import-untyped]  # noqa: PLC0415  # it ships no types; the server never loads it

    whole: Any = pyvips.Image.new_from_file(str(_file(picture))).colourspace("srgb")
    whole = whole[0:3] if whole.bands > 3 else whole
    left, top, width, height = _framed(view, whole.width, whole.height, random)
    part = whole.crop(left, top, width, height)
    large = part.resize(max(1.0, LONG_SIDE / max(width, height)), kernel="lanczos3").sharpen(sigma=1.2, m2=2)
    grain = pyvips.Image.gaussnoise(large.width, large.height, sigma=GRAIN, mean=0, seed=random.randrange(2**31))
    return bytes((large + grain).cast("uchar").copy(interpretation="srgb").jpegsave_buffer(Q=88))


def _file(picture: Picture) -> Path:
    found = find_spec(picture.package)
    if found is None or found.origin is None:
        raise NoPhotographs(
            "The photographs of the demo come with scikit-learn and scikit-image, which are installed for development: "
            "use `make demo`."
        )
    return Path(found.origin).parent / picture.path


def _framed(view: View, width: int, height: int, random: Random) -> tuple[int, int, int, int]:
    """The view in pixels. All but the whole photograph are shifted by up to a twentieth, and stay inside."""
    wide, high = round(view.width * width), round(view.height * height)
    left = round(view.left * width + random.uniform(-0.05, 0.05) * width)
    top = round(view.top * height + random.uniform(-0.05, 0.05) * height)
    return min(max(left, 0), width - wide), min(max(top, 0), height - high), wide, high
