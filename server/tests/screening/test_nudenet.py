"""NudeNet on this machine: its results for real photographs, and uploads while its worker is dead."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from inflow.media.pipeline.moderation import moderate, require_allowed
from inflow.media.worker.pool import WorkerLimits
from inflow.screening.moderators import moderator_with
from inflow.screening.nudenet import LIMITS, NudeNet
from media.watching import proc
from reflow.errors import AppError
from screening import album
from screening.test_thresholds import NUDENET

UNVERIFIED = "Unable to verify image content. Please try again."


@pytest.fixture(scope="module")
async def classifier() -> AsyncIterator[NudeNet]:
    async with NudeNet() as opened:
        yield opened


@pytest.fixture(scope="module")
def coffee() -> bytes:
    return album.jpeg(album.photographs()["coffee.png"])


async def worker_of(classifier: NudeNet) -> int:
    """The process that will check the next photograph."""
    return (await classifier._idle[-1]).pid


async def is_unverified(classifier: NudeNet, jpeg: bytes) -> bool:
    with pytest.raises(AppError) as refused:
        require_allowed(await moderate(moderator_with(classifier), jpeg))
    return (refused.value.code, str(refused.value)) == ("unverified", UNVERIFIED)


async def test_no_ordinary_photograph_is_refused(classifier: NudeNet) -> None:
    real = album.photographs()
    moderator = moderator_with(classifier)

    shown = (real | album.groups()).items()
    refused = [name for name, photograph in shown if not (await moderator(album.jpeg(photograph))).allowed]

    assert len(real) >= 50
    assert refused == []


@pytest.mark.long
async def test_of_what_members_make_of_them_few_are_refused(classifier: NudeNet) -> None:
    moderator = moderator_with(classifier)
    # All nine variants of 57 photographs take a minute, so each has three of them, and its neighbours the others.
    made = {
        f"{name}, {how}": album.jpeg(variant)
        for number, (name, photograph) in enumerate(album.photographs().items())
        for how, variant in list(album.variants(photograph).items())[number % 3 :: 3]
    }

    refused = [name for name, jpeg in made.items() if not (await moderator(jpeg)).allowed]

    # Where the model only guesses, its scores do not count: see the table's floor.
    assert len(refused) <= 0.01 * len(made), refused


async def test_it_sees_who_is_there(classifier: NudeNet, coffee: bytes) -> None:
    astronaut = await classifier.classify(album.jpeg(album.photographs()["astronaut.png"]))
    cup = await classifier.classify(coffee)

    assert set(astronaut) == set(NUDENET)
    assert max(astronaut, key=astronaut.__getitem__) == "FACE_FEMALE"  # type: ignore[arg-type]  # they are numbers
    assert cup["FACE_FEMALE"] < 0.1  # type: ignore[operator]  # likewise


async def test_what_is_found_in_a_pattern_must_be_found_in_its_mirror_too(classifier: NudeNet) -> None:
    street = album.photographs()["bg7.jpg"]

    seen = [dict(await classifier.classify(album.jpeg(each))) for each in (street, street.fliphor())]

    # For this pattern the model's score is 0.17, and 0.06 for its mirror image.
    assert all(scores["MALE_GENITALIA_EXPOSED"] < 0.1 and scores["FEMALE_GENITALIA_EXPOSED"] < 0.1 for scores in seen)  # type: ignore[operator]  # they are numbers


@pytest.mark.parametrize("content", [b"", b"no photograph", b"\xff\xd8\xff\xe0 and no more", b"<svg/>"])
async def test_what_cannot_be_looked_at_is_refused_and_the_worker_lives(
    classifier: NudeNet, coffee: bytes, content: bytes
) -> None:
    await classifier.classify(coffee)
    worker = await worker_of(classifier)

    assert await is_unverified(classifier, content)
    assert await worker_of(classifier) == worker


async def test_a_worker_that_dies_at_work_has_allowed_nothing_and_another_takes_its_place(
    classifier: NudeNet, coffee: bytes
) -> None:
    await classifier.classify(coffee)
    worker = await worker_of(classifier)
    os.kill(worker, signal.SIGSTOP)
    looking = asyncio.create_task(is_unverified(classifier, coffee))
    await asyncio.sleep(0)

    os.kill(worker, signal.SIGKILL)

    assert await looking
    assert (await moderator_with(classifier)(coffee)).allowed
    assert await worker_of(classifier) != worker


async def test_a_worker_that_hangs_has_allowed_nothing(coffee: bytes) -> None:
    async with NudeNet() as classifier:
        await classifier.classify(coffee)
        os.kill(await worker_of(classifier), signal.SIGSTOP)
        classifier.limits = replace(LIMITS, seconds=0.2)

        assert await is_unverified(classifier, coffee)
        classifier.limits = LIMITS
        assert (await moderator_with(classifier)(coffee)).allowed


async def test_a_model_that_does_not_fit_in_has_allowed_nothing(coffee: bytes) -> None:
    async with NudeNet(WorkerLimits(memory=200 << 20)) as classifier:
        assert await is_unverified(classifier, coffee)


async def test_more_photographs_than_the_queue_holds_are_refused(coffee: bytes) -> None:
    async with NudeNet(WorkerLimits(queue=1)) as classifier:
        first, second, third = [asyncio.create_task(classifier.classify(coffee)) for _ in range(3)]

        with pytest.raises(AppError, match="busy"):
            await third
        assert set(await first) == set(await second) == set(NUDENET)


async def test_a_worker_is_started_by_the_first_photograph_and_kept_within_its_limits(coffee: bytes) -> None:
    async with NudeNet() as classifier:
        assert classifier._idle == []
        await classifier.classify(coffee)
        worker = await worker_of(classifier)
        peak = re.search(rb"VmHWM:\s+(\d+) kB", proc(worker, "status"))
        limits = proc(worker, "limits").decode()

    assert peak is not None
    assert int(peak[1]) < 200 * 1024
    assert re.search(rf"Max address space\s+{LIMITS.memory}\s", limits)
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)


@pytest.mark.parametrize("direction", ["horizontal", "vertical"])
async def test_somebody_in_a_long_photograph_is_seen(classifier: NudeNet, direction: str) -> None:
    astronaut, gravel = album.photographs()["astronaut.png"], album.photographs()["gravel.png"]
    long = gravel
    for piece in (gravel, gravel, astronaut, gravel, gravel, gravel, gravel, gravel):
        long = long.join(piece, direction)

    assert (await classifier.classify(album.jpeg(long)))["FACE_FEMALE"] > 0.6  # type: ignore[operator]  # it is a number
