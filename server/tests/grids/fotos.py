"""Fotos for grids, and grids of them."""

from __future__ import annotations

from typing import Any

from tests.members import Member
from tests.product import post

from inflow.grids.mutations import create_grid
from inflow.grids.views import Grid


async def fotos(member: Member, ratios: str, **more: object) -> list[str]:
    """Post one foto for each letter: `h`orizontal, `v`ertical, `l`andscape; their ids."""
    names = {"h": "horizontal", "v": "vertical", "l": "landscape"}
    return [await post(member, f"number {place}", ratio=names[each], **more) for place, each in enumerate(ratios)]


def asked(member: Member, layout: str, image_ids: list[str]) -> dict[str, Any]:
    """The arguments that make a grid."""
    return {"user_id": member.user_id, "layout": layout, "image_ids": image_ids, "image_urls": []}


async def grid(member: Member, layout: str = "landscape", image_ids: list[str] | None = None) -> Grid:
    """Make a grid: of these fotos, or of two new ones."""
    made = image_ids or await fotos(member, "ll")
    return await member.do(create_grid, **asked(member, layout, made))
