"""The specification's classes, thresholds and messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

Kind = Literal["explicit", "nudity", "suggestive"]

Score = Literal[
    "exposed_genitalia",
    "raw",
    "partial",
    "exposed_buttocks",
    "exposed_breast_f",
    "suggestive",
    "lingerie",
    "provocative",
    "sheer",
]
"""The scores that the specification has thresholds for."""


class Threshold(NamedTuple):
    """A photograph that scores above ``limit`` is of this kind; at the limit it is not."""

    score: Score
    limit: float
    kind: Kind


THRESHOLDS = (
    Threshold("exposed_genitalia", 0.1, "explicit"),
    Threshold("raw", 0.4, "nudity"),
    Threshold("partial", 0.4, "nudity"),
    Threshold("exposed_buttocks", 0.4, "nudity"),
    Threshold("exposed_breast_f", 0.4, "nudity"),
    Threshold("suggestive", 0.6, "suggestive"),
    Threshold("lingerie", 0.7, "suggestive"),
    Threshold("provocative", 0.7, "suggestive"),
    Threshold("sheer", 0.6, "suggestive"),
)
"""The gravest first: a refusal names the first that applies."""

REFUSALS: Mapping[Kind, str] = {
    "explicit": "This image contains explicit content that is not allowed.",
    "nudity": "This image contains inappropriate content.",
    "suggestive": "This image contains suggestive or inappropriate content.",
}


class ClassificationFailed(Exception):
    """The classifier returned no usable scores; the text says why, for the operator."""


def kind_of(scores: Mapping[Score, float]) -> Kind | None:
    """The gravest kind whose threshold these scores exceed; None if they exceed none."""
    return next((each.kind for each in THRESHOLDS if scores.get(each.score, 0.0) > each.limit), None)
