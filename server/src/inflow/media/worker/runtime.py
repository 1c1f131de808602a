"""The main loop of worker processes: they read jobs from standard input and write results to standard output.

The images that a worker decodes may be attacks, so it first gives up the network, unbounded memory and unbounded
processor time.
"""

from __future__ import annotations

import ctypes
import os
import resource
import struct
import sys
import time
from collections.abc import Callable
from typing import BinaryIO, Literal, TypeVar

import msgspec

LENGTH_BYTES = 4
BYTE_ORDER: Literal["big"] = "big"
SECONDS = struct.Struct("!d")
"""After each result: the processor seconds that it took."""

_NEW_USER = 0x10000000
_NEW_NETWORK = 0x40000000

_Job = TypeVar("_Job", bound=msgspec.Struct)


def encode_frame(message: msgspec.Struct) -> bytes:
    """Encode a message for the pipe: its length in four bytes, then the message as MessagePack."""
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(LENGTH_BYTES, BYTE_ORDER) + body


def run_worker(job_type: type[_Job], prepare: Callable[[], Callable[[_Job], msgspec.Struct]]) -> None:
    """Run jobs, one at a time, until the pipe is closed. The limits are this process's arguments.

    Args:
        job_type: The type of the jobs.
        prepare: Loads the libraries, after the limits are set, and returns the function that runs a job.
    """
    memory, cpu_seconds, niceness = (int(argument) for argument in sys.argv[1:4])
    output = confine(memory, niceness)
    run_job = prepare()
    while (job := _read_job(sys.stdin.buffer, job_type)) is not None:
        limit_processor_time(cpu_seconds)
        before = time.process_time()
        output.write(encode_frame(run_job(job)) + SECONDS.pack(time.process_time() - before))
        output.flush()


def confine(memory: int, niceness: int) -> BinaryIO:
    """Give up the network and unbounded memory. Returns the pipe of results.

    Args:
        memory: Address space in bytes.
        niceness: From 0 to 19.
    """
    # Ctrl-C must not reach this process. A separate session would prevent that as well, but where Linux shares the
    # processor by session, this process would get as much of it as all of ours together.
    os.setpgid(0, 0)
    # On a busy processor, requests come before photographs.
    os.nice(niceness)
    _drop_network()
    _limit_memory(memory)
    return _take_output()


def _read_job(pipe: BinaryIO, job_type: type[_Job]) -> _Job | None:
    head = pipe.read(LENGTH_BYTES)
    if len(head) < LENGTH_BYTES:
        return None
    return msgspec.msgpack.decode(pipe.read(int.from_bytes(head, BYTE_ORDER)), type=job_type)


def _take_output() -> BinaryIO:
    """Take the pipe of results away from libraries that print to standard output."""
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return output


def _drop_network() -> None:
    # The kernel refuses this where user namespaces are disabled; the other limits hold anyway.
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.unshare(_NEW_NETWORK) != 0:
            libc.unshare(_NEW_USER | _NEW_NETWORK)


def _limit_memory(memory: int) -> None:
    # macOS cannot limit the address space; there, only the limit of pixels holds.
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def limit_processor_time(seconds: int) -> None:
    """Grant seconds for the next job. The limit counts from the start of the process, so it is raised each time."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + 1 + seconds, resource.RLIM_INFINITY))
