"""Ordinary photographs: all that scikit-image and scikit-learn carry, whole, with the people of their face collection.

Not among them are what no camera of a member's makes: drawings, diagrams, sections under a microscope.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pyvips  # type: ignore[import-untyped]  # it ships no types

_FILES = {
    "skimage": (
        "data/",
        """astronaut.png brick.png camera.png chelsea.png clock_motion.png coffee.png coins.png grass.png gravel.png
        hubble_deep_field.jpg moon.png motorcycle_left.png motorcycle_right.png page.png retina.jpg rocket.jpg""",
    ),
    "sklearn": ("datasets/images/", "china.jpg flower.jpg"),
}
_PEOPLE = 100
_SHEET = 4
"""People on a picture: each is 25 pixels wide, and a portrait of that size is none."""


def photographs() -> dict[str, Any]:
    """Each by its name, as a pyvips image in sRGB."""
    found = {}
    for package, (folder, names) in _FILES.items():
        for name in names.split():
            found[name] = _in_srgb(pyvips.Image.new_from_file(str(_place(package) / folder / name)))
    return found


def groups() -> dict[str, Any]:
    """A hundred people of Labeled Faces in the Wild, four on a picture."""
    faces = np.load(_place("skimage") / "data" / "lfw_subset.npy")[:_PEOPLE]
    made = {}
    for first in range(0, _PEOPLE, _SHEET):
        four = [pyvips.Image.new_from_array((face * 255).astype("uint8")) for face in faces[first : first + _SHEET]]
        sheet = pyvips.Image.arrayjoin(four, across=2).copy(interpretation="b-w")
        made[f"people {first + 1} to {first + _SHEET}"] = _in_srgb(sheet.resize(16, kernel="cubic"))
    return made


def variants(photograph: Any) -> dict[str, Any]:
    """What members make of a photograph: cut, mirrored, turned, without colour, dark."""
    width, height = photograph.width // 2, photograph.height // 2
    return {
        "cut": photograph.crop(width // 2, height // 2, width, height),
        "mirrored": photograph.fliphor(),
        "turned": photograph.rot90(),
        "without colour": photograph.colourspace("b-w"),
        "dark": (photograph * 0.5).cast("uchar").copy(interpretation="srgb"),
    }


def jpeg(photograph: Any) -> bytes:
    """As it would be served."""
    return bytes(photograph.jpegsave_buffer(Q=90, keep="none"))


@cache
def _place(package: str) -> Path:
    spec = find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


def _in_srgb(image: Any) -> Any:
    flat = image.flatten() if image.hasalpha() else image
    return flat.colourspace("srgb").cast("uchar").copy_memory()
