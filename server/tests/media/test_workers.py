"""The worker pool: an image that crashes its worker does not affect other members."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import photographs
from inflow.media.worker.image_workers import ImageWorkers
from inflow.media.worker.pool import WorkerLimits
from media.watching import Stalled, network_can_be_left, network_of, proc, process_of
from reflow.errors import AppError

LOST = ("unprocessable", "This image could not be processed. Please try another one.")
NO_PHOTO = ("invalid", "Please upload an image file")


@pytest.fixture
def photograph(tmp_path: Path) -> Path:
    file = tmp_path / "photograph"
    file.write_bytes(photographs.plain((10, 20, 30)))
    return file


@pytest.fixture
async def pool() -> AsyncIterator[ImageWorkers]:
    async with ImageWorkers(WorkerLimits(queue=2)) as made:
        yield made


async def refusal_of(work: asyncio.Task[object]) -> tuple[str, str]:
    with pytest.raises(AppError) as refused:
        await work
    return refused.value.code, refused.value.message


async def test_a_worker_killed_at_work_gives_a_clear_error_and_the_next_image_works(
    pool: ImageWorkers, photograph: Path, tmp_path: Path
) -> None:
    stalled = Stalled(tmp_path)
    killed = await process_of(pool)
    work: asyncio.Task[object] = asyncio.create_task(pool.prepare(stalled.file))
    await stalled.is_being_read()

    os.kill(killed, signal.SIGKILL)

    assert await refusal_of(work) == LOST
    assert (await pool.prepare(photograph)).width == 400
    assert await process_of(pool) != killed


async def test_a_worker_is_weighed_against_us_and_hears_no_key_that_is_meant_for_us(
    pool: ImageWorkers, photograph: Path
) -> None:
    await pool.prepare(photograph)
    worker = await process_of(pool)

    assert (os.getsid(worker), os.getpgid(worker)) == (os.getsid(0), worker)
    assert os.getpriority(os.PRIO_PROCESS, worker) > os.getpriority(os.PRIO_PROCESS, 0)


async def test_a_worker_killed_between_images_is_replaced_unnoticed(pool: ImageWorkers, photograph: Path) -> None:
    await pool.prepare(photograph)
    idle = await pool._idle[-1]
    os.kill(idle.pid, signal.SIGKILL)
    await idle._process.wait()

    assert (await pool.prepare(photograph)).width == 400


async def test_more_images_than_the_queue_holds_are_refused_as_busy(
    pool: ImageWorkers, photograph: Path, tmp_path: Path
) -> None:
    stalled = Stalled(tmp_path)
    first: asyncio.Task[object] = asyncio.create_task(pool.prepare(stalled.file))
    await stalled.is_being_read()
    waiting = [asyncio.create_task(pool.prepare(photograph)) for _ in range(2)]
    await asyncio.sleep(0)

    with pytest.raises(AppError) as refused:
        await pool.prepare(photograph)
    stalled.let_go(b"no photograph")

    assert refused.value.code == "busy"
    assert await refusal_of(first) == NO_PHOTO
    assert [(await each).width for each in waiting] == [400, 400]


async def test_an_image_that_takes_too_long_is_given_up(photograph: Path, tmp_path: Path) -> None:
    async with ImageWorkers() as pool:
        usual, pool.limits = pool.limits, WorkerLimits(seconds=2)
        stalled = Stalled(tmp_path)
        work: asyncio.Task[object] = asyncio.create_task(pool.prepare(stalled.file))

        assert await refusal_of(work) == LOST
        pool.limits = usual
        assert (await pool.prepare(photograph)).width == 400


async def test_who_goes_away_takes_nobody_elses_answer_along(
    pool: ImageWorkers, photograph: Path, tmp_path: Path
) -> None:
    stalled = Stalled(tmp_path)
    leaving = asyncio.create_task(pool.prepare(stalled.file))
    await stalled.is_being_read()

    leaving.cancel()
    await asyncio.wait([leaving])

    assert leaving.cancelled()
    assert (await pool.prepare(photograph)).kind == "jpeg"


async def test_a_worker_is_replaced_after_so_many_images(photograph: Path) -> None:
    async with ImageWorkers(WorkerLimits(images=2)) as pool:
        await pool.prepare(photograph)
        worker = await process_of(pool)
        await pool.prepare(photograph)
        assert await process_of(pool) != worker
        await pool.prepare(photograph)


async def test_an_image_that_needs_too_much_memory_costs_only_itself(photograph: Path, tmp_path: Path) -> None:
    large = tmp_path / "large"
    large.write_bytes(photographs.jpeg(8064, 6048, name="flower", progressive=True))
    little = WorkerLimits(memory=200 << 20)
    async with ImageWorkers(little, background=little) as pool:
        work: asyncio.Task[object] = asyncio.create_task(pool.prepare(large))

        assert await refusal_of(work) in {NO_PHOTO, LOST}
        assert (await pool.prepare(photograph)).width == 400


async def test_workers_share_the_work(photograph: Path, tmp_path: Path) -> None:
    async with ImageWorkers(WorkerLimits(processes=2)) as pool:
        stalled = Stalled(tmp_path)
        slow: asyncio.Task[object] = asyncio.create_task(pool.prepare(stalled.file))
        await stalled.is_being_read()

        assert (await pool.prepare(photograph)).width == 400
        stalled.let_go()
        assert await refusal_of(slow) == NO_PHOTO


async def test_closing_the_pool_ends_its_processes(photograph: Path) -> None:
    async with ImageWorkers() as pool:
        await pool.prepare(photograph)
        worker = await process_of(pool)

    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)


async def test_a_worker_knows_no_secret_of_the_server(monkeypatch: pytest.MonkeyPatch, photograph: Path) -> None:
    monkeypatch.setenv("INFLOW_SMTP_URL", "smtp://user:password@mail")
    async with ImageWorkers() as pool:
        await pool.prepare(photograph)
        environment = proc(await process_of(pool), "environ")

    assert b"PYTHONPATH" in environment
    assert b"password" not in environment


async def test_a_worker_is_held_to_its_limits(pool: ImageWorkers, photograph: Path) -> None:
    await pool.prepare(photograph)
    lines = proc(await process_of(pool), "limits").decode().splitlines()
    limits = {line[:25].strip(): line[26:46].strip() for line in lines}

    assert int(limits["Max address space"]) == 1 << 30
    assert 10 <= int(limits["Max cpu time"]) <= 13


async def test_a_worker_has_no_network_wherever_the_system_can_take_it_away(
    pool: ImageWorkers, photograph: Path
) -> None:
    await pool.prepare(photograph)

    left = network_of(await process_of(pool)) != network_of("self")

    assert left == network_can_be_left()


def test_a_worker_imports_nothing_of_the_web_or_the_database() -> None:
    show = "import sys, inflow.media.worker.main, inflow.media.images.renditions; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", show], check=True, capture_output=True, text=True).stdout.split()

    assert {name.partition(".")[0] for name in loaded}.isdisjoint(
        {"starlette", "asyncpg", "sqlalchemy", "obstore", "uvicorn", "structlog", "asyncio"}
    )
