"""Content moderators: the one that a deployment has chosen, built on a classifier."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Literal, Protocol, get_args

import structlog

from inflow.media.pipeline.moderation import ContentModerator, ModerationResult, ModerationScores, allow_all
from inflow.screening.mapping import VERSION, Model, scores_above_floor, scores_in
from inflow.screening.nudenet import NudeNet
from inflow.screening.rules import REFUSALS, kind_of
from inflow.screening.sightengine import URL, Sightengine
from inflow.screening.weights import weights
from reflow.auth.jwks import new_client

log = structlog.get_logger(__name__)

Choice = Literal["nudenet", "sightengine", "off"]
CHOICES: tuple[str, ...] = get_args(Choice)


class Classifier(Protocol):
    """Scores photographs."""

    @property
    def model(self) -> Model:
        """The model's name in the table of `mapping`."""

    async def classify(self, jpeg: bytes) -> Mapping[str, object]:
        """The model's own scores by its own names. Any error means that the photograph is not verified."""


def moderator_with(classifier: Classifier) -> ContentModerator:
    """A moderator that applies the specification's thresholds to this classifier's scores."""

    async def moderate(jpeg: bytes) -> ModerationResult:
        scores = scores_in(await classifier.classify(jpeg), classifier.model)
        measured = ModerationScores(classifier.model, VERSION, {str(score): value for score, value in scores.items()})
        kind = kind_of(scores_above_floor(scores, classifier.model))
        if kind is None:
            return ModerationResult(allowed=True, scores=measured)
        log.info("photograph_refused", kind=kind, model=classifier.model, table=VERSION, scores=scores)
        return ModerationResult(allowed=False, message=REFUSALS[kind], kind=kind, scores=measured)

    return moderate


@asynccontextmanager
async def open_moderator(
    choice: str, *, user: str = "", secret: str = "", url: str = URL
) -> AsyncIterator[ContentModerator]:
    """The chosen moderator, until the block ends. ``user``, ``secret`` and ``url`` are Sightengine's."""
    if choice == "off":
        log.warning("photographs_are_not_screened", setting="INFLOW_SCREENING=off")
        yield allow_all
    elif choice == "sightengine":
        async with new_client() as client:
            yield moderator_with(Sightengine(user, secret, client, url=url))
    else:
        await _log_if_impossible()
        async with NudeNet() as classifier:
            yield moderator_with(classifier)


async def _log_if_impossible() -> None:
    """Log at start if the model is missing: workers do not log, and every photograph would be refused."""
    try:
        await asyncio.to_thread(weights)
    except (RuntimeError, OSError) as reason:
        log.error("photographs_cannot_be_screened", reason=str(reason))
