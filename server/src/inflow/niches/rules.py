"""The rules of a nook's name, and the time and the votes of a proposal."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from datetime import timedelta
from typing import Annotated, Final, NewType

from msgspec import Meta

from inflow.core.text import has_invisible, skeletons
from inflow.members.rules import NOOK_NAME_MAX, NOOK_NAME_MIN, folded
from reflow import AppError

ProposalId = NewType("ProposalId", str)
Name = Annotated[str, Meta(max_length=200)]

VOTE_WEIGHT: Final = 1.5
TARGET: Final = 20
BOARD_TOTAL: Final = 100
OPEN_FOR: Final = timedelta(days=7)
MOST_A_DAY: Final = 3

NAMELESS: Final = "A nook needs a name."
UNFIT: Final = f"The name of a nook has {NOOK_NAME_MIN} to {NOOK_NAME_MAX} letters, digits and single spaces."
INAPPROPRIATE: Final = "Please choose an appropriate name for the nook."
TAKEN: Final = "There is a nook with this name already."
ONE_ALREADY: Final = "There is a proposal already."
NOT_OPEN: Final = "This proposal is not open for votes."
VOTED: Final = "You have already voted."
ENOUGH: Final = f"You can propose {MOST_A_DAY} nooks a day."

_WORDS_OF_OUR_OWN: Final = ("sphere", "cue", "cues", "curators", "all", "nook", "nooks")
"""Words by which the product calls other things."""

_CIRCLE: Final = 360


def votes(count: int) -> float:
    """The weight of this many members' votes."""
    return count * VOTE_WEIGHT


def passes(count: int) -> bool:
    """Whether this many members' votes turn a proposal into a nook."""
    return votes(count) >= TARGET


def check_name(text: str, taken: Collection[str]) -> str:
    """The name under which a proposed nook would be stored: in lower case, with single spaces between words.

    Args:
        taken: The names of all nooks.

    Raises:
        AppError: `invalid` if it cannot be a name; `conflict` if it reads like one that is taken.
    """
    name = " ".join(unicodedata.normalize("NFKC", text).lower().split())
    if not name:
        raise AppError("invalid", NAMELESS)
    if not NOOK_NAME_MIN <= len(name) <= NOOK_NAME_MAX or not _is_of_letters(name):
        raise AppError("invalid", UNFIT)
    others = (*taken, *_WORDS_OF_OUR_OWN)
    if folded(name) in map(folded, others) or skeletons(name) & set().union(*map(skeletons, others)):
        raise AppError("conflict", TAKEN)
    return name


def _is_of_letters(name: str) -> bool:
    return name.replace(" ", "").isalnum() and not has_invisible(name)


def next_hue(hues: Collection[int]) -> int:
    """A hue for a new nook: the middle of the widest gap between the existing ones, the first if several are widest."""
    around = sorted(set(hues))
    if not around:
        return 0
    gaps = [(after - before, before) for before, after in zip(around, [*around[1:], around[0] + _CIRCLE], strict=True)]
    width, before = max(gaps, key=lambda gap: (gap[0], -gap[1]))
    return (before + width // 2) % _CIRCLE
