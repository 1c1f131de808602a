"""A small pool of worker processes behind a queue.

A worker that dies, hangs or exceeds its limits costs the one job that it ran. The pool never reuses a worker whose last
result was not read whole, and starts its replacement at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Self, TypeVar

import msgspec

import inflow
from inflow.media.worker.fair_queue import FairQueue
from inflow.media.worker.runtime import BYTE_ORDER, LENGTH_BYTES, SECONDS, encode_frame
from inflow.media.worker.worker_seconds import Charge, WorkerSeconds
from reflow import AppError

_SOURCE = str(Path(inflow.__file__).parent.parent)

_Job = TypeVar("_Job", bound=msgspec.Struct)
_Result = TypeVar("_Result", bound=msgspec.Struct)


@dataclass(frozen=True, kw_only=True)
class WorkerLimits:
    """The resources that workers may use.

    Attributes:
        processes: Number of workers.
        queue: Images that may wait; the next is refused as busy.
        seconds: Wall-clock seconds per image.
        cpu_seconds: Processor seconds per image.
        memory: Address space of one worker in bytes.
        images: After so many images a worker is replaced, in case it leaks memory.
        threads: Threads of libvips in one worker.
        niceness: A worker's niceness, from 0 to 19.
    """

    processes: int = 1
    queue: int = 8
    seconds: float = 10.0
    cpu_seconds: int = 10
    memory: int = 1 << 30
    images: int = 200
    threads: int = 2
    niceness: int = 5


def pool_busy() -> AppError:
    """The refusal of an image while the queue is full."""
    return AppError("busy", "The server is busy. Please try again in a moment.")


def image_not_processed() -> AppError:
    """The refusal of an image over which a worker crashed or exceeded its limits."""
    return AppError("unprocessable", "This image could not be processed. Please try another one.")


class WorkerLostError(Exception):
    """The worker ended before it sent a result."""


class OutOfProcessorTimeError(WorkerLostError):
    """The worker ended because the job exceeded its processor time."""


class WorkerPool(Generic[_Job, _Result]):
    """Runs jobs in worker processes. ``async with`` starts and stops the pool.

    Args:
        main_module: The module that a worker runs; it calls :func:`inflow.media.worker.runtime.run_worker`.
        result_type: The type of its results.
        limits: The resources of the workers.
        prestart: Whether to start the workers before the first job.
        seconds: Counts each member's worker seconds: the processor's, as far as they are known, because the same photo
            takes longer while the machine is busy.
    """

    def __init__(
        self,
        main_module: str,
        result_type: type[_Result],
        limits: WorkerLimits,
        *,
        prestart: bool = True,
        seconds: WorkerSeconds | None = None,
    ) -> None:
        self.limits = limits
        self.seconds = seconds or WorkerSeconds()
        self._main_module = main_module
        self._result_type = result_type
        self._prestart = prestart
        self._idle: list[asyncio.Task[_Worker]] = []
        self._queue = FairQueue(limits.processes, self.seconds.used)
        self._pending = 0
        self._closed = False

    @property
    def pending(self) -> int:
        """How many images wait for a worker or are with one."""
        return self._pending

    async def __aenter__(self) -> Self:
        for _ in range(self.limits.processes if self._prestart else 0):
            self._start_one()
        return self

    async def __aexit__(self, *_exception: object) -> None:
        self._closed = True
        for starting in self._idle:
            with contextlib.suppress(OSError):
                await (await starting).stop()
        self._idle.clear()

    async def run(self, job: _Job, member: str = "") -> _Result:
        """Run a job in a worker.

        Args:
            member: The member whose worker seconds it uses. Members who wait take turns.

        Raises:
            AppError: ``pool_busy``, or ``unprocessable`` where the worker was lost over it.
        """
        async with self._turn(member) as (worker, charge):
            result, charge.most = await worker.run(job, self._result_type)
            return result

    @contextlib.asynccontextmanager
    async def _turn(self, member: str) -> AsyncIterator[tuple[_Worker, Charge]]:
        """Wait in the bounded queue, then hold a worker for a bounded time."""
        if self._pending >= self.limits.processes + self.limits.queue:
            raise pool_busy()
        self._pending += 1
        try:
            async with self._queue.turn(member):
                worker = await self._take()
                with self.seconds.charged_to(member) as charge:
                    async with self._returning(worker), asyncio.timeout(self.limits.seconds):
                        yield worker, charge
        except (WorkerLostError, TimeoutError, OSError) as loss:
            raise image_not_processed() from loss
        finally:
            self._pending -= 1

    @contextlib.asynccontextmanager
    async def _returning(self, worker: _Worker) -> AsyncIterator[None]:
        try:
            yield
        except BaseException:
            # A result may still arrive, and the next caller must not read it.
            worker.kill()
            self._start_one()
            raise
        if worker.jobs_done < self.limits.images and not self._closed:
            self._idle.append(_ready(worker))
        else:
            worker.retire()
            self._start_one()

    async def _take(self) -> _Worker:
        while self._idle:
            starting = self._idle.pop()
            try:
                worker = await asyncio.shield(starting)
            except asyncio.CancelledError:
                self._idle.append(starting)
                raise
            if worker.alive:
                return worker
        return await _Worker.start(self._main_module, self.limits)

    def _start_one(self) -> None:
        if not self._closed:
            self._idle.append(asyncio.create_task(_Worker.start(self._main_module, self.limits)))


def worker_environment(threads: int) -> dict[str, str]:
    """The environment of a worker. It does not inherit ours, which may contain passwords."""
    return {
        "PYTHONPATH": _SOURCE,
        "PATH": os.defpath,
        "VIPS_CONCURRENCY": str(threads),
        "OPENBLAS_NUM_THREADS": str(threads),
        "MALLOC_ARENA_MAX": "2",
    }


def _ready(worker: _Worker) -> asyncio.Task[_Worker]:
    async def itself() -> _Worker:
        return worker

    return asyncio.create_task(itself())


class _Worker:
    """A process and its pipes."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.jobs_done = 0

    @classmethod
    async def start(cls, main_module: str, limits: WorkerLimits) -> _Worker:
        arguments = ("-m", main_module, str(limits.memory), str(limits.cpu_seconds), str(limits.niceness))
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=worker_environment(limits.threads),
            limit=1 << 20,
        )
        return cls(process)

    @property
    def alive(self) -> bool:
        return self._process.returncode is None

    @property
    def pid(self) -> int:
        return self._process.pid

    async def run(self, job: msgspec.Struct, result_type: type[_Result]) -> tuple[_Result, float]:
        """Send a job; returns its result, and the processor seconds that it took.

        Raises:
            WorkerLostError: See there.
        """
        pipe_in, pipe_out = self._process.stdin, self._process.stdout
        if pipe_in is None or pipe_out is None:
            raise WorkerLostError("The worker has no pipes")
        try:
            pipe_in.write(encode_frame(job))
            await pipe_in.drain()
            length = int.from_bytes(await pipe_out.readexactly(LENGTH_BYTES), BYTE_ORDER)
            body = await pipe_out.readexactly(length)
            result = msgspec.msgpack.decode(body, type=result_type)
            (seconds,) = SECONDS.unpack(await pipe_out.readexactly(SECONDS.size))
        except (OSError, asyncio.IncompleteReadError, msgspec.DecodeError) as loss:
            if await self._process.wait() == -signal.SIGXCPU:
                raise OutOfProcessorTimeError from loss
            raise WorkerLostError(f"The worker ended with {self._process.returncode}") from loss
        self.jobs_done += 1
        return result, seconds

    def kill(self) -> None:
        if self.alive:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    def retire(self) -> None:
        """Close its input, at whose end the worker exits."""
        if self._process.stdin is not None:
            self._process.stdin.close()

    async def stop(self) -> None:
        self.kill()
        await self._process.wait()
