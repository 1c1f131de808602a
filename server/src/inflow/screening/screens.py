"""The content check that a deployment has chosen, as media wants it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Literal, Protocol, get_args

import structlog

from inflow.media.verdict import Basis, Screen, Verdict, allow_everything
from inflow.screening.mapping import VERSION, Model, found_in, measured_in
from inflow.screening.nudenet import NudeNet
from inflow.screening.rules import WORDS, kind_of
from inflow.screening.sightengine import URL, Sightengine
from inflow.screening.weights import weights
from reflow.auth.jwks import new_client

log = structlog.get_logger(__name__)

Choice = Literal["nudenet", "sightengine", "off"]
CHOICES: tuple[str, ...] = get_args(Choice)


class Eyes(Protocol):
    """Whoever can look at a photograph."""

    @property
    def model(self) -> Model:
        """What looks, by its row in the table of meanings."""

    async def look(self, jpeg: bytes) -> Mapping[str, object]:
        """What the model says, in its own words. Any error is no verdict."""


def screen_with(eyes: Eyes) -> Screen:
    """The specification's verdict on what these eyes see."""

    async def screen(jpeg: bytes) -> Verdict:
        scores = measured_in(await eyes.look(jpeg), eyes.model)
        basis = Basis(eyes.model, VERSION, {str(score): value for score, value in scores.items()})
        kind = kind_of(found_in(scores, eyes.model))
        if kind is None:
            return Verdict(allowed=True, basis=basis)
        log.info("photograph_refused", kind=kind, model=eyes.model, table=VERSION, scores=scores)
        return Verdict(allowed=False, message=WORDS[kind], kind=kind, basis=basis)

    return screen


@asynccontextmanager
async def opened(choice: str, *, user: str = "", secret: str = "", url: str = URL) -> AsyncIterator[Screen]:
    """The chosen check, until the block ends. ``user``, ``secret`` and ``url`` are Sightengine's."""
    if choice == "off":
        log.warning("photographs_are_not_screened", setting="INFLOW_SCREENING=off")
        yield allow_everything
    elif choice == "sightengine":
        async with new_client() as client:
            yield screen_with(Sightengine(user, secret, client, url=url))
    else:
        await _tell_if_impossible()
        async with NudeNet() as eyes:
            yield screen_with(eyes)


async def _tell_if_impossible() -> None:
    """At the start, where the operator looks: a worker says nothing, and every photograph would be refused."""
    try:
        await asyncio.to_thread(weights)
    except (RuntimeError, OSError) as reason:
        log.error("photographs_cannot_be_screened", reason=str(reason))
