"""The filters of posts. They are also in `web/src/features/posts/filters.ts`; a test compares the two."""

from __future__ import annotations

from typing import Final

from inflow.media.images.looks import Look, parse_look
from inflow.posts.views import Adjustments

RECIPES: Final = {
    "none": "",
    "melt": "blur(0.08cqw) sepia(0.32) saturate(1.75) hue-rotate(-16deg) contrast(0.9) brightness(1.08)",
    "outoffocus": "blur(1.7cqw) saturate(1.15) brightness(1.03)",
    "grauge": "grayscale(0.72) sepia(0.28) contrast(1.5) brightness(0.88)",
    "2004s": "contrast(1.22) brightness(1.16) saturate(1.3) sepia(0.14) hue-rotate(10deg)",
    "clarendon": "contrast(1.2) saturate(1.35) hue-rotate(-4deg)",
    "gingham": "sepia(0.12) contrast(0.86) brightness(1.1) saturate(0.82)",
    "moon": "grayscale(1) contrast(1.12) brightness(1.1)",
    "lark": "contrast(0.92) brightness(1.16) saturate(1.12)",
    "reyes": "sepia(0.24) brightness(1.14) contrast(0.82) saturate(0.74)",
    "juno": "sepia(0.16) contrast(1.14) saturate(1.7) hue-rotate(-8deg)",
    "slumber": "sepia(0.3) saturate(0.72) brightness(0.94) contrast(0.94)",
    "crema": "sepia(0.42) saturate(0.66) contrast(0.94) brightness(1.06)",
    "ludwig": "contrast(1.06) saturate(0.74) brightness(1.12)",
    "aden": "hue-rotate(-18deg) contrast(0.88) saturate(0.84) brightness(1.16)",
    "perpetua": "hue-rotate(8deg) saturate(1.24) contrast(1.04) brightness(1.06)",
}


def look_of_post(filter_name: str, adjustments: Adjustments) -> Look:
    """How a post's foto is drawn: the filter first, then the adjustments. Empty if both leave it unchanged.

    An unknown name leaves the foto unchanged, as in browsers.
    """
    steps = {
        "brightness": adjustments.brightness,
        "contrast": adjustments.contrast,
        "saturate": adjustments.saturation,
    }
    adjusted = [f"{function}({percent}%)" for function, percent in steps.items() if percent != 100]
    return parse_look(" ".join([RECIPES.get(filter_name, ""), *adjusted]))
