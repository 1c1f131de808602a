"""Make a photograph of many megapixels from a small free one: enlarged, with grain, as a camera's JPEG.

Usage: photograph.py NAME MEGAPIXELS OUTPUT, where NAME is a picture that scikit-image or scikit-learn brings. An OUTPUT
that ends in .heic is written as a telephone's HEIC.
"""

import sys
from pathlib import Path

import pillow_heif
import pyvips
import skimage
import sklearn

FOLDERS = [Path(skimage.__file__).parent / "data", Path(sklearn.__file__).parent / "datasets" / "images"]


def main(name: str, megapixels: str, output: str) -> None:
    """Write the photograph."""
    source = next(folder / name for folder in FOLDERS if (folder / name).is_file())
    small = pyvips.Image.new_from_file(str(source)).colourspace("srgb")[0:3]
    scale = (float(megapixels) * 1e6 / (small.width * small.height)) ** 0.5
    large = small.resize(scale, kernel="cubic")
    grain = pyvips.Image.gaussnoise(large.width, large.height, sigma=6, mean=0)
    photograph = (large + grain).cast("uchar")
    if output.endswith(".heic"):
        size = (photograph.width, photograph.height)
        heic = pillow_heif.from_bytes("RGB", size, bytes(photograph.write_to_memory()))
        heic.save(output, quality=60, enc_params={"preset": "ultrafast"})
    else:
        photograph.jpegsave(output, Q=92)


if __name__ == "__main__":
    main(*sys.argv[1:])
