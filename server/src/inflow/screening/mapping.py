"""What each model's scores mean in the specification's. One table; whoever changes it raises the version.

A score that a model has nothing for says None. That is a decision of this table's: a field that stands here and is
missing in an answer is an error, never a zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, NamedTuple

from inflow.screening.rules import Score, Unverified

VERSION = 3

Model = Literal["nudenet-320n", "nudity-2.1"]


class Of(NamedTuple):
    """The highest or the lowest of these fields; a dot leads into an object."""

    choose: Callable[[Iterable[float]], float]
    fields: tuple[str, ...]


def _highest(*fields: str) -> Of:
    return Of(max, fields)


def _lowest(*fields: str) -> Of:
    return Of(min, fields)


_EXPOSED = ("FEMALE_GENITALIA_EXPOSED", "MALE_GENITALIA_EXPOSED", "ANUS_EXPOSED")
NAKED = frozenset({*_EXPOSED, "FEMALE_BREAST_EXPOSED", "BUTTOCKS_EXPOSED"})
"""What NudeNet calls nakedness."""

TABLE: Mapping[Model, Mapping[Score, Of | None]] = {
    "nudenet-320n": {
        "exposed_genitalia": _highest(*_EXPOSED),
        "raw": _highest(*_EXPOSED, "FEMALE_BREAST_EXPOSED", "BUTTOCKS_EXPOSED"),
        # It would have to be bare bellies and men's chests, and those are ordinary on a beach.
        "partial": None,
        "exposed_buttocks": _highest("BUTTOCKS_EXPOSED"),
        "exposed_breast_f": _highest("FEMALE_BREAST_EXPOSED"),
        "suggestive": None,
        # Either alone is anybody in a shirt, or in trousers.
        "lingerie": _lowest("FEMALE_BREAST_COVERED", "FEMALE_GENITALIA_COVERED"),
        "provocative": None,
        "sheer": None,
    },
    "nudity-2.1": {
        "exposed_genitalia": _highest("sexual_activity", "sexual_display"),
        "raw": _highest("sexual_activity", "sexual_display", "erotica"),
        "partial": _highest("very_suggestive"),
        # By its definition: bare breasts, bare buttocks, the pubic region.
        "exposed_buttocks": _highest("erotica"),
        "exposed_breast_f": _highest("erotica"),
        "suggestive": _highest("suggestive", "very_suggestive"),
        "lingerie": _highest("suggestive_classes.lingerie", "suggestive_classes.male_underwear"),
        "provocative": _highest("suggestive_classes.suggestive_pose", "suggestive_classes.suggestive_focus"),
        "sheer": _highest("suggestive_classes.visibly_undressed"),
    },
}


FLOOR: Mapping[Model, float] = {
    # Its scores say how sure it is to have found something. Up to here it guesses, and takes a cat or a flower for it:
    # see docs/decisions/0047. Its own package draws the line at 0.2.
    "nudenet-320n": 0.3,
    "nudity-2.1": 0.0,
}
"""Up to which a model's score counts as nothing found."""


def measured_in(answer: Mapping[str, object], model: Model) -> dict[Score, float]:
    """A model's answer in the specification's scores: those that it has something for, also where it guesses.

    Raises:
        Unverified: A field is missing, or is no number from 0 to 1.
    """
    meant = TABLE[model].items()
    return {score: of.choose([_number(answer, field) for field in of.fields]) for score, of in meant if of is not None}


def found_in(measured: Mapping[Score, float], model: Model) -> dict[Score, float]:
    """These scores, those as nothing that only say that the model guesses."""
    floor = FLOOR[model]
    return {score: value if value > floor else 0.0 for score, value in measured.items()}


def _number(answer: Mapping[str, object], field: str) -> float:
    found: object = answer
    for name in field.split("."):
        found = found.get(name) if isinstance(found, Mapping) else None
    # Not-a-number is in no range, and True is no score.
    if not isinstance(found, int | float) or isinstance(found, bool) or not 0 <= found <= 1:
        raise Unverified(f"the score {field} is missing or impossible")
    return float(found)
