"""Which scores are refused, and with which message: at each edge of the specification's thresholds, for each model."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, get_args

import pytest

from inflow.media.pipeline.moderation import ModerationResult, moderate, require_allowed
from inflow.screening.mapping import TABLE, VERSION, Model, scores_in
from inflow.screening.moderators import moderator_with
from inflow.screening.rules import ClassificationFailed, Score, kind_of
from reflow.errors import AppError

EXPLICIT = "This image contains explicit content that is not allowed."
NUDITY = "This image contains inappropriate content."
SUGGESTIVE = "This image contains suggestive or inappropriate content."

EDGES: list[tuple[Score, float, str]] = [
    ("exposed_genitalia", 0.1, "explicit"),
    ("raw", 0.4, "nudity"),
    ("partial", 0.4, "nudity"),
    ("exposed_buttocks", 0.4, "nudity"),
    ("exposed_breast_f", 0.4, "nudity"),
    ("suggestive", 0.6, "suggestive"),
    ("lingerie", 0.7, "suggestive"),
    ("provocative", 0.7, "suggestive"),
    ("sheer", 0.6, "suggestive"),
]

NUDENET: dict[str, Any] = dict.fromkeys(
    """FEMALE_GENITALIA_COVERED FACE_FEMALE BUTTOCKS_EXPOSED FEMALE_BREAST_EXPOSED FEMALE_GENITALIA_EXPOSED
    MALE_BREAST_EXPOSED ANUS_EXPOSED FEET_EXPOSED BELLY_COVERED FEET_COVERED ARMPITS_COVERED ARMPITS_EXPOSED FACE_MALE
    BELLY_EXPOSED MALE_GENITALIA_EXPOSED ANUS_COVERED FEMALE_BREAST_COVERED BUTTOCKS_COVERED""".split(),
    0.0,
)
SIGHTENGINE: dict[str, Any] = {
    **dict.fromkeys("sexual_activity sexual_display erotica very_suggestive suggestive mildly_suggestive".split(), 0.0),
    "suggestive_classes": dict.fromkeys(
        """bikini cleavage lingerie male_chest male_underwear miniskirt minishort nudity_art schematic sextoy
        suggestive_focus suggestive_pose swimwear_male swimwear_one_piece visibly_undressed other""".split(),
        0.0,
    ),
    "none": 1.0,
}
ANSWERS: dict[Model, dict[str, Any]] = {"nudenet-320n": NUDENET, "nudity-2.1": SIGHTENGINE}

# One field above all others: its threshold, and the message at that threshold.
FIELDS: list[tuple[Model, str, float, str]] = [
    ("nudenet-320n", "FEMALE_GENITALIA_EXPOSED", 0.3, EXPLICIT),
    ("nudenet-320n", "MALE_GENITALIA_EXPOSED", 0.3, EXPLICIT),
    ("nudenet-320n", "ANUS_EXPOSED", 0.3, EXPLICIT),
    ("nudenet-320n", "FEMALE_BREAST_EXPOSED", 0.4, NUDITY),
    ("nudenet-320n", "BUTTOCKS_EXPOSED", 0.4, NUDITY),
    ("nudenet-320n", "FEMALE_BREAST_COVERED+FEMALE_GENITALIA_COVERED", 0.7, SUGGESTIVE),
    ("nudity-2.1", "sexual_activity", 0.1, EXPLICIT),
    ("nudity-2.1", "sexual_display", 0.1, EXPLICIT),
    ("nudity-2.1", "erotica", 0.4, NUDITY),
    ("nudity-2.1", "very_suggestive", 0.4, NUDITY),
    ("nudity-2.1", "suggestive", 0.6, SUGGESTIVE),
    ("nudity-2.1", "suggestive_classes.lingerie", 0.7, SUGGESTIVE),
    ("nudity-2.1", "suggestive_classes.male_underwear", 0.7, SUGGESTIVE),
    ("nudity-2.1", "suggestive_classes.suggestive_pose", 0.7, SUGGESTIVE),
    ("nudity-2.1", "suggestive_classes.suggestive_focus", 0.7, SUGGESTIVE),
    ("nudity-2.1", "suggestive_classes.visibly_undressed", 0.6, SUGGESTIVE),
]
READ = [(model, one) for model, field, _, _ in FIELDS for one in field.split("+")]


class Seeing:
    """A model that gives a configured answer."""

    def __init__(self, model: Model, answer: Mapping[str, object]) -> None:
        self.model = model
        self._answer = answer

    async def classify(self, _jpeg: bytes) -> Mapping[str, object]:
        return self._answer


def answer_of(model: Model, **changed: Any) -> dict[str, Any]:
    """An ordinary photograph's answer with these fields changed; fields set to None are missing."""
    answer: dict[str, Any] = {
        name: dict(value) if isinstance(value, dict) else value for name, value in ANSWERS[model].items()
    }
    for path, value in changed.items():
        *into, name = path.split(".")
        place = answer[into[0]] if into else answer
        place[name] = value
        if value is None:
            del place[name]
    return answer


async def judged(model: Model, answer: Mapping[str, object]) -> ModerationResult:
    return await moderator_with(Seeing(model, answer))(b"jpeg")


def edges_of(limit: float) -> tuple[float, float, float]:
    return math.nextafter(limit, 0), limit, math.nextafter(limit, 1)


@pytest.mark.parametrize(("score", "limit", "kind"), EDGES)
def test_a_score_refuses_above_its_threshold_and_not_at_it(score: Score, limit: float, kind: str) -> None:
    assert [kind_of({score: value}) for value in edges_of(limit)] == [None, None, kind]


def test_the_gravest_names_the_refusal() -> None:
    everything: dict[Score, float] = dict.fromkeys(get_args(Score), 1.0)

    assert kind_of(everything) == "explicit"
    assert kind_of(everything | {"exposed_genitalia": 0.1}) == "nudity"


@pytest.mark.parametrize(("model", "field", "limit", "words"), FIELDS)
async def test_each_field_of_each_model_is_held_to_its_threshold(
    model: Model, field: str, limit: float, words: str
) -> None:
    under, at, over = [
        await judged(model, answer_of(model, **dict.fromkeys(field.split("+"), value))) for value in edges_of(limit)
    ]

    assert (under.allowed, at.allowed, over.allowed, over.message) == (True, True, False, words)


@pytest.mark.parametrize(
    "field", ["FEMALE_BREAST_COVERED", "FEMALE_GENITALIA_COVERED", "MALE_BREAST_EXPOSED", "BELLY_EXPOSED"]
)
async def test_a_shirt_trousers_and_a_day_at_the_beach_are_ordinary(field: str) -> None:
    assert (await judged("nudenet-320n", answer_of("nudenet-320n", **{field: 1.0}))).allowed


@pytest.mark.parametrize("value", [0.2, 0.9])
async def test_a_verdict_says_what_looked_by_which_table_and_what_it_measured(value: float) -> None:
    verdict = await judged("nudenet-320n", answer_of("nudenet-320n", BUTTOCKS_EXPOSED=value))

    assert verdict.scores is not None
    assert (verdict.scores.model, verdict.scores.table) == ("nudenet-320n", VERSION)
    # The stored scores include those too low to count, so that another table can judge them later.
    assert verdict.scores.scores["exposed_buttocks"] == value
    assert verdict.allowed == (value < 0.4)


async def test_a_member_is_told_the_kind_and_the_words() -> None:
    moderator = moderator_with(Seeing("nudity-2.1", answer_of("nudity-2.1", erotica=0.9)))

    with pytest.raises(AppError) as refused:
        require_allowed(await moderate(moderator, b"jpeg"))

    assert (refused.value.code, str(refused.value), refused.value.data) == (
        "content_refused",
        NUDITY,
        {"kind": "nudity"},
    )


@pytest.mark.parametrize(("model", "field"), READ)
@pytest.mark.parametrize("value", [None, math.nan, -0.01, 1.01, True, "0.0", [0.0]], ids=repr)
async def test_a_score_that_is_missing_or_impossible_is_no_zero(model: Model, field: str, value: object) -> None:
    with pytest.raises(ClassificationFailed, match=field):
        await judged(model, answer_of(model, **{field: value}))


@pytest.mark.parametrize("answer", [{}, {"suggestive_classes": 0.0}, {"suggestive_classes": []}])
@pytest.mark.parametrize("model", get_args(Model))
async def test_an_empty_answer_is_no_verdict(model: Model, answer: dict[str, Any]) -> None:
    moderator = moderator_with(Seeing(model, answer))

    with pytest.raises(AppError) as refused:
        require_allowed(await moderate(moderator, b"jpeg"))

    assert (refused.value.code, str(refused.value)) == (
        "unverified",
        "Unable to verify image content. Please try again.",
    )


@pytest.mark.parametrize("model", get_args(Model))
def test_the_table_has_decided_about_every_score(model: Model) -> None:
    assert set(TABLE[model]) == set(get_args(Score))
    assert set(scores_in(ANSWERS[model], model)) == {score for score, of in TABLE[model].items() if of is not None}
