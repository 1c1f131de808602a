"""Draw a picture with a filter as the server does before the content check judges it.

Usage: drawn.py INPUT OUTPUT CSS, where CSS is a `filter` and OUTPUT ends in .png.
"""

import sys
from pathlib import Path

import pyvips

from inflow.media.filters import drawn
from inflow.media.looks import look_of


def main(source: str, output: str, css: str) -> None:
    """Write the picture."""
    image = pyvips.Image.new_from_buffer(Path(source).read_bytes(), "")
    drawn(image, look_of(css)).write_to_file(output)


if __name__ == "__main__":
    main(*sys.argv[1:])
