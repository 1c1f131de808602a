"""Ordinary photographs: all that scikit-image and scikit-learn contain, and the examples of two npm packages.

Half of them show people, indoors and outdoors, some with bare arms and legs. A few show the sea and its beaches,
without swimwear. Images that no member's camera makes are left out: drawings, diagrams, sections under a microscope.
Both npm packages are under the MIT licence and are installed for these photographs alone. The people of scikit-image's
collection of faces do not count as photographs: each is 25 pixels wide.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pyvips  # type: ignore[import-untyped]  # it ships no types

from inflow.media.images.filters import apply_look
from inflow.posts.looks import look_of_post
from inflow.posts.views import Adjustments

_FILES = {
    "skimage": (
        "data/",
        """astronaut.png brick.png camera.png chelsea.png clock_motion.png coffee.png coins.png grass.png gravel.png
        hubble_deep_field.jpg moon.png motorcycle_left.png motorcycle_right.png page.png retina.jpg rocket.jpg""",
    ),
    "sklearn": ("datasets/images/", "china.jpg flower.jpg"),
}
_NPM_FILES = {
    "bxslider": ("docs_src/assets/img/", "photo1.jpeg photo2.jpeg photo3.jpeg photo4.jpeg photo5.jpeg photo6.jpeg"),
    "material-kit": (
        "assets/img/",
        """bg.jpg bg2.jpg bg3.jpg bg7.jpg city.jpg city-profile.jpg profile_city.jpg examples/clem-onojegaw.jpg
        examples/clem-onojeghuo.jpg examples/cynthia-del-rio.jpg examples/mariya-georgieva.jpg examples/olu-eletu.jpg
        examples/studio-1.jpg examples/studio-2.jpg examples/studio-3.jpg examples/studio-4.jpg examples/studio-5.jpg
        faces/avatar.jpg faces/camp.jpg faces/card-profile1-square.jpg faces/card-profile2-square.jpg
        faces/card-profile4-square.jpg faces/card-profile5-square.jpg faces/card-profile6-square.jpg faces/christian.jpg
        faces/kendall.jpg faces/marc.jpg""",
    ),
}
_NPM = Path(__file__).parents[3] / "web" / "node_modules"
_WIDTH = 1080
_PEOPLE = 100
_SHEET = 4
"""How many people are on one picture: each is 25 pixels wide, which is too small for a portrait."""


def photographs() -> dict[str, Any]:
    """Each photograph by its name, as a pyvips image in sRGB that is decoded on first use.

    No two show the same, except for the motorcycle, which has a picture for the left eye and one for the right.
    """
    folders = {_place(package) / folder: names for package, (folder, names) in _FILES.items()}
    folders |= {_NPM / package / folder: names for package, (folder, names) in _NPM_FILES.items()}
    return {
        name: _in_srgb(_served(pyvips.Image.new_from_file(str(folder / name))))
        for folder, names in folders.items()
        for name in names.split()
    }


def groups() -> dict[str, Any]:
    """A hundred people of Labeled Faces in the Wild, four to a picture."""
    faces = np.load(_place("skimage") / "data" / "lfw_subset.npy")[:_PEOPLE]
    made = {}
    for first in range(0, _PEOPLE, _SHEET):
        four = [pyvips.Image.new_from_array((face * 255).astype("uint8")) for face in faces[first : first + _SHEET]]
        sheet = pyvips.Image.arrayjoin(four, across=2).copy(interpretation="b-w")
        made[f"people {first + 1} to {first + _SHEET}"] = _in_srgb(sheet.resize(16, kernel="cubic"))
    return made


def variants(photograph: Any) -> dict[str, Any]:
    """Versions that members make of a photograph: cropped, mirrored, turned, grey, dark, small, with a filter."""
    width, height = photograph.width // 2, photograph.height // 2
    return {
        "cut": photograph.crop(width // 2, height // 2, width, height),
        "mirrored": photograph.fliphor(),
        "turned": photograph.rot90(),
        "without colour": photograph.colourspace("b-w"),
        "dark": (photograph * 0.5).cast("uchar").copy(interpretation="srgb"),
        "small": photograph.thumbnail_image(160, height=160, size="down"),
        **{name: apply_look(photograph, look_of_post(name, Adjustments())) for name in ("melt", "grauge", "2004s")},
    }


def jpeg(photograph: Any) -> bytes:
    """The JPEG as the server would serve it."""
    return bytes(photograph.jpegsave_buffer(Q=90, keep="none"))


@cache
def _place(package: str) -> Path:
    spec = find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


def _served(image: Any) -> Any:
    """Scaled to the size at which an upload is checked."""
    return image.thumbnail_image(_WIDTH, height=3 * _WIDTH, size="down")


def _in_srgb(image: Any) -> Any:
    flat = image.flatten() if image.hasalpha() else image
    return flat.colourspace("srgb").cast("uchar")
