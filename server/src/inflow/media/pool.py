"""A small pool of worker processes, and the queue before it.

A worker that dies, hangs or outlives its limits costs the one order it was working on. The pool never hands out a
worker whose last answer was not read whole, and replaces the lost one before it is asked for.
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
from inflow.media.fair_queue import FairQueue
from inflow.media.workbench import BYTE_ORDER, LENGTH, framed
from inflow.media.worker_seconds import WorkerSeconds
from reflow.errors import AppError

_SOURCE = str(Path(inflow.__file__).parent.parent)

_Order = TypeVar("_Order", bound=msgspec.Struct)
_Answer = TypeVar("_Answer", bound=msgspec.Struct)


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What the workers may use.

    Attributes:
        processes: Workers at once.
        queue: Images that may wait for one; the next is refused as busy.
        seconds: Wall clock per image.
        cpu_seconds: Processor time per image.
        memory: Address space of one worker in bytes.
        images: After so many a worker is replaced, whatever it may have leaked.
        threads: Threads of libvips in one worker.
        niceness: How far a worker steps back for every other process, from 0 to 19.
    """

    processes: int = 1
    queue: int = 8
    seconds: float = 10.0
    cpu_seconds: int = 10
    memory: int = 1 << 30
    images: int = 200
    threads: int = 2
    niceness: int = 5


def busy() -> AppError:
    """Too many images wait already."""
    return AppError("busy", "The server is busy. Please try again in a moment.")


def failed() -> AppError:
    """A worker was lost over an image: it crashed, or took more memory or time than any photograph needs."""
    return AppError("unprocessable", "This image could not be processed. Please try another one.")


class WorkerLostError(Exception):
    """The worker ended before it answered."""


class OutOfProcessorTimeError(WorkerLostError):
    """It ended because the order took more processor time than it was granted."""


class Pool(Generic[_Order, _Answer]):
    """The pool. ``async with`` starts and stops it.

    Args:
        workshop: The module that a worker runs; it calls :func:`inflow.media.workbench.work`.
        answers: What the workshop answers with.
        limits: What the workers may use.
        ahead: Whether the workers are started before the first order.
        seconds: Counts for each member how long workers were busy.
    """

    def __init__(
        self,
        workshop: str,
        answers: type[_Answer],
        limits: Limits,
        *,
        ahead: bool = True,
        seconds: WorkerSeconds | None = None,
    ) -> None:
        self.limits = limits
        self.seconds = seconds or WorkerSeconds()
        self._workshop = workshop
        self._answers = answers
        self._ahead = ahead
        self._idle: list[asyncio.Task[_Worker]] = []
        self._queue = FairQueue(limits.processes, self.seconds.used)
        self._present = 0
        self._closed = False

    async def __aenter__(self) -> Self:
        for _ in range(self.limits.processes if self._ahead else 0):
            self._start_one()
        return self

    async def __aexit__(self, *_exception: object) -> None:
        self._closed = True
        for starting in self._idle:
            with contextlib.suppress(OSError):
                await (await starting).stop()
        self._idle.clear()

    async def ask(self, order: _Order, member: str = "") -> _Answer:
        """Have a worker do it.

        Args:
            member: For whom. Among those who wait, members take turns, and their time is counted.

        Raises:
            AppError: ``busy``, or ``unprocessable`` where the worker was lost over it.
        """
        async with self._turn(member) as worker:
            return await worker.answer(order, self._answers)

    @contextlib.asynccontextmanager
    async def _turn(self, member: str) -> AsyncIterator[_Worker]:
        """A worker to oneself for a bounded time, after waiting in the bounded queue."""
        if self._present >= self.limits.processes + self.limits.queue:
            raise busy()
        self._present += 1
        try:
            async with self._queue.turn(member):
                worker = await self._take()
                with self.seconds.charged_to(member):
                    async with self._given_back(worker), asyncio.timeout(self.limits.seconds):
                        yield worker
        except (WorkerLostError, TimeoutError, OSError) as loss:
            raise failed() from loss
        finally:
            self._present -= 1

    @contextlib.asynccontextmanager
    async def _given_back(self, worker: _Worker) -> AsyncIterator[None]:
        try:
            yield
        except BaseException:
            # Whatever happened, an answer may still be on its way, and the next caller must not read it.
            worker.kill()
            self._start_one()
            raise
        if worker.answered < self.limits.images and not self._closed:
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
        return await _Worker.start(self._workshop, self.limits)

    def _start_one(self) -> None:
        if not self._closed:
            self._idle.append(asyncio.create_task(_Worker.start(self._workshop, self.limits)))


def _ready(worker: _Worker) -> asyncio.Task[_Worker]:
    async def itself() -> _Worker:
        return worker

    return asyncio.create_task(itself())


class _Worker:
    """One process, with its pipes."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.answered = 0

    @classmethod
    async def start(cls, workshop: str, limits: Limits) -> _Worker:
        # Nothing of our environment is handed down: it may hold passwords.
        environment = {
            "PYTHONPATH": _SOURCE,
            "PATH": os.defpath,
            "VIPS_CONCURRENCY": str(limits.threads),
            "OPENBLAS_NUM_THREADS": str(limits.threads),
            "MALLOC_ARENA_MAX": "2",
        }
        arguments = ("-m", workshop, str(limits.memory), str(limits.cpu_seconds), str(limits.niceness))
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=environment,
            limit=1 << 20,
        )
        return cls(process)

    @property
    def alive(self) -> bool:
        return self._process.returncode is None

    @property
    def pid(self) -> int:
        return self._process.pid

    async def answer(self, order: msgspec.Struct, answers: type[_Answer]) -> _Answer:
        """Have it done.

        Raises:
            WorkerLostError: See there.
        """
        pipe_in, pipe_out = self._process.stdin, self._process.stdout
        if pipe_in is None or pipe_out is None:
            raise WorkerLostError("The worker has no pipes")
        try:
            pipe_in.write(framed(order))
            await pipe_in.drain()
            length = int.from_bytes(await pipe_out.readexactly(LENGTH), BYTE_ORDER)
            body = await pipe_out.readexactly(length)
            answer = msgspec.msgpack.decode(body, type=answers)
        except (OSError, asyncio.IncompleteReadError, msgspec.DecodeError) as loss:
            if await self._process.wait() == -signal.SIGXCPU:
                raise OutOfProcessorTimeError from loss
            raise WorkerLostError(f"The worker ended with {self._process.returncode}") from loss
        self.answered += 1
        return answer

    def kill(self) -> None:
        if self.alive:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    def retire(self) -> None:
        """Let it end by itself: it reads the end of its input."""
        if self._process.stdin is not None:
            self._process.stdin.close()

    async def stop(self) -> None:
        self.kill()
        await self._process.wait()
