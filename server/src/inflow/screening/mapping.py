"""The table that translates each model's scores into the specification's. A change to it must raise the version.

None marks a score that a model cannot give. A field that the table names and a response lacks is an error, not a zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, NamedTuple

from inflow.screening.rules import ClassificationFailed, Score

VERSION = 3

Model = Literal["nudenet-320n", "nudity-2.1"]


class Combined(NamedTuple):
    """The highest or the lowest of these fields; a dot leads into a nested object."""

    choose: Callable[[Iterable[float]], float]
    fields: tuple[str, ...]


def _highest(*fields: str) -> Combined:
    return Combined(max, fields)


def _lowest(*fields: str) -> Combined:
    return Combined(min, fields)


_EXPOSED = ("FEMALE_GENITALIA_EXPOSED", "MALE_GENITALIA_EXPOSED", "ANUS_EXPOSED")
NAKED = frozenset({*_EXPOSED, "FEMALE_BREAST_EXPOSED", "BUTTOCKS_EXPOSED"})
"""NudeNet's classes of nakedness."""

TABLE: Mapping[Model, Mapping[Score, Combined | None]] = {
    "nudenet-320n": {
        "exposed_genitalia": _highest(*_EXPOSED),
        "raw": _highest(*_EXPOSED, "FEMALE_BREAST_EXPOSED", "BUTTOCKS_EXPOSED"),
        # This would be bare bellies and men's chests, which are ordinary on a beach.
        "partial": None,
        "exposed_buttocks": _highest("BUTTOCKS_EXPOSED"),
        "exposed_breast_f": _highest("FEMALE_BREAST_EXPOSED"),
        "suggestive": None,
        # Either alone matches people in shirts or trousers.
        "lingerie": _lowest("FEMALE_BREAST_COVERED", "FEMALE_GENITALIA_COVERED"),
        "provocative": None,
        "sheer": None,
    },
    "nudity-2.1": {
        "exposed_genitalia": _highest("sexual_activity", "sexual_display"),
        "raw": _highest("sexual_activity", "sexual_display", "erotica"),
        "partial": _highest("very_suggestive"),
        # Defined as bare breasts, bare buttocks, the pubic region.
        "exposed_buttocks": _highest("erotica"),
        "exposed_breast_f": _highest("erotica"),
        "suggestive": _highest("suggestive", "very_suggestive"),
        "lingerie": _highest("suggestive_classes.lingerie", "suggestive_classes.male_underwear"),
        "provocative": _highest("suggestive_classes.suggestive_pose", "suggestive_classes.suggestive_focus"),
        "sheer": _highest("suggestive_classes.visibly_undressed"),
    },
}


FLOOR: Mapping[Model, float] = {
    # Its scores are confidences. Up to here it guesses, and mistakes cats and flowers for nakedness: see
    # docs/decisions/0047. Its own package uses 0.2.
    "nudenet-320n": 0.3,
    "nudity-2.1": 0.0,
}
"""A model's scores up to this value count as 0."""


def scores_in(answer: Mapping[str, object], model: Model) -> dict[Score, float]:
    """Translate a model's response into the specification's scores, unfiltered.

    Raises:
        ClassificationFailed: A field is missing or not a number from 0 to 1.
    """
    meant = TABLE[model].items()
    return {score: of.choose([_number(answer, field) for field in of.fields]) for score, of in meant if of is not None}


def scores_above_floor(measured: Mapping[Score, float], model: Model) -> dict[Score, float]:
    """The scores with 0 for those up to the model's floor."""
    floor = FLOOR[model]
    return {score: value if value > floor else 0.0 for score, value in measured.items()}


def _number(answer: Mapping[str, object], field: str) -> float:
    found: object = answer
    for name in field.split("."):
        found = found.get(name) if isinstance(found, Mapping) else None
    # NaN fails every comparison, and True would pass as 1.
    if not isinstance(found, int | float) or isinstance(found, bool) or not 0 <= found <= 1:
        raise ClassificationFailed(f"the score {field} is missing or impossible")
    return float(found)
