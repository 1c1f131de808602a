"""Make a photograph of many megapixels from a small free one: enlarged, with grain, as a camera's JPEG.

Usage: photograph.py NAME MEGAPIXELS OUTPUT [HELD [SHAPE]], where NAME is a picture that scikit-image or scikit-learn brings. An
OUTPUT that ends in .heic is written as a telephone's HEIC. HELD is how the camera was held, as EXIF says it: 1, 3 or 6.
SHAPE, 4:3 for example, cuts the photograph to exactly that shape.
"""

import sys
from importlib.util import find_spec
from pathlib import Path

import pillow_heif
import pyvips


def folder_of(package: str, pictures: str) -> Path:
    """Where a package has its pictures. It is not imported, which would take two seconds."""
    spec = find_spec(package)
    assert spec and spec.origin, f"{package} is not installed"
    return Path(spec.origin).parent / pictures


FOLDERS = [folder_of("skimage", "data"), folder_of("sklearn", "datasets/images")]
LYING = {"1": "d0", "3": "d180", "6": "d270"}


def main(name: str, megapixels: str, output: str, held: str = "1", shape: str = "") -> None:
    """Write the photograph."""
    source = next(folder / name for folder in FOLDERS if (folder / name).is_file())
    small = pyvips.Image.new_from_file(str(source)).colourspace("srgb")[0:3]
    large = enlarged(small, float(megapixels) * 1e6, shape)
    grain = pyvips.Image.gaussnoise(large.width, large.height, sigma=6, mean=0)
    photograph = (large + grain).cast("uchar")
    if output.endswith(".heic"):
        size = (photograph.width, photograph.height)
        heic = pillow_heif.from_bytes("RGB", size, bytes(photograph.write_to_memory()))
        heic.save(output, quality=60, enc_params={"preset": "ultrafast"})
    else:
        lying = photograph.rot(LYING[held]).copy()
        if held != "1":
            lying.set_type(pyvips.GValue.gint_type, "orientation", int(held))
        lying.write_to_file(output, Q=92)


def enlarged(small: pyvips.Image, pixels: float, shape: str) -> pyvips.Image:
    """Bring a picture to about so many pixels."""
    if not shape:
        return small.resize((pixels / (small.width * small.height)) ** 0.5, kernel="cubic")
    across, down = (int(part) for part in shape.split(":"))
    unit = int((pixels / (across * down)) ** 0.5)
    return small.thumbnail_image(across * unit, height=down * unit, crop="centre")


if __name__ == "__main__":
    main(*sys.argv[1:])
