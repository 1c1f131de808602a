"""Makes the photographs that the made-up members took from those that packages for development bring."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any, Final

LONG_SIDE: Final = 1280
GRAIN: Final = 4
_NPM: Final = Path(__file__).parents[5] / "web" / "node_modules"


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
    """A photograph: the package that has it, of Python or of npm, where it lies there, and what can be seen in it."""

    package: str
    path: str
    views: tuple[View, ...]


class NoPhotographs(Exception):
    """The packages that bring the photographs are not installed."""


def photograph(picture: Picture, view: View, random: Random) -> bytes:
    """A JPEG of this view, a little differently framed each time. Small ones are enlarged, with grain like fast film.

    Raises:
        NoPhotographs: See there.
    """
    import pyvips  # type: ignore[import-untyped]  # noqa: PLC0415  # it ships no types; the server never loads it

    whole: Any = pyvips.Image.new_from_file(str(_file(picture))).colourspace("srgb")
    whole = whole[0:3] if whole.bands > 3 else whole
    left, top, width, height = _framed(view, whole.width, whole.height, random)
    part = whole.crop(left, top, width, height)
    enlargement = LONG_SIDE / max(width, height)
    if enlargement > 1:
        part = part.resize(enlargement, kernel="lanczos3").sharpen(sigma=1.2, m2=2)
        part += pyvips.Image.gaussnoise(part.width, part.height, sigma=GRAIN, mean=0, seed=random.randrange(2**31))
    return bytes(part.cast("uchar").copy(interpretation="srgb").jpegsave_buffer(Q=88))


def _file(picture: Picture) -> Path:
    found = find_spec(picture.package)
    folder = Path(found.origin).parent if found and found.origin else _NPM / picture.package
    file = folder / picture.path
    if not file.is_file():
        raise NoPhotographs(
            f"The photographs of the demo come with {picture.package} and other packages, which are installed for "
            "development: use `make demo`."
        )
    return file


def _framed(view: View, width: int, height: int, random: Random) -> tuple[int, int, int, int]:
    """The view in pixels. All but the whole photograph are shifted by up to a twentieth, and stay inside."""
    wide, high = round(view.width * width), round(view.height * height)
    left = round(view.left * width + random.uniform(-0.05, 0.05) * width)
    top = round(view.top * height + random.uniform(-0.05, 0.05) * height)
    return min(max(left, 0), width - wide), min(max(top, 0), height - high), wide, high
