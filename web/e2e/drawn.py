"""Draw a picture with a filter as the server does before the content check judges it.

Usage: drawn.py INPUT OUTPUT CSS, where CSS is a `filter` and OUTPUT ends in .png.
"""

import sys
from pathlib import Path

import pyvips

from inflow.media.images.filters import apply_look
from inflow.media.images.looks import parse_look


def main(source: str, output: str, css: str) -> None:
    """Write the picture."""
    image = pyvips.Image.new_from_buffer(Path(source).read_bytes(), "")
    apply_look(image, parse_look(css)).write_to_file(output)


if __name__ == "__main__":
    main(*sys.argv[1:])
