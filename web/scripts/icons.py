"""Draws the app's icons, in public/icons, from the mark in public/favicon.svg. Run it again when the mark changes:

    .venv/bin/python web/scripts/icons.py
"""

from __future__ import annotations

import re
from pathlib import Path

import pyvips

PUBLIC = Path(__file__).parent.parent / "public"
MARK = (PUBLIC / "favicon.svg").read_text(encoding="utf-8")
SIDE = 32  # of the mark's own drawing


def drawn(name: str, svg: str, pixels: int) -> None:
    """Write one icon."""
    image = pyvips.Image.svgload_buffer(svg.encode(), scale=pixels / SIDE)
    image.pngsave(str(PUBLIC / "icons" / name), compression=9, palette=True, strip=True)


def square(mark: str, size: float) -> str:
    """The mark without rounded corners, its waves this large: for those who cut the corners themselves."""
    place = (1 - size) * SIDE / 2
    return mark.replace(' rx="8"', "").replace("<g ", f'<g transform="translate({place} {place}) scale({size})" ')


def alone(mark: str) -> str:
    """The waves in white on nothing: Android colours the badge in its bar itself."""
    return re.sub(r"<rect[^>]*/>", "", mark).replace("#8ec5ff", "#ffffff")


for pixels in (192, 512):
    drawn(f"{pixels}.png", MARK, pixels)
drawn("maskable.png", square(MARK, 0.7), 512)
drawn("apple-touch.png", square(MARK, 0.85), 180)
drawn("badge.png", alone(MARK), 96)
