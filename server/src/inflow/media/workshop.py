"""A worker process: reads orders from its standard input, answers on its standard output, one at a time.

Started as ``python -m inflow.media.workshop MEMORY CPU_SECONDS``. It expects to be attacked by the files it reads, so
it gives up first what it will not need: the network, memory without bound, processor time without bound.
"""

from __future__ import annotations

import ctypes
import os
import resource
import sys
from typing import BinaryIO

import msgspec

from inflow.media.prepared import BYTE_ORDER, LENGTH, Answer, Order, framed
from reflow.errors import AppError

_NEW_USER = 0x10000000
_NEW_NETWORK = 0x40000000
_POLITENESS = 5
"""Where the processor is short, people who are reading come before photographs."""


def main() -> None:
    """Answer orders until the pipe is closed."""
    memory, cpu_seconds = int(sys.argv[1]), int(sys.argv[2])
    os.nice(_POLITENESS)
    _leave_the_network()
    _bound_memory(memory)
    answers = _own_output()
    from inflow.media import renditions  # noqa: PLC0415 - the limits must hold before a decoder is loaded

    renditions.allow_only_photographs()
    orders = sys.stdin.buffer
    while (order := _next_order(orders)) is not None:
        _grant_processor_time(cpu_seconds)
        answers.write(framed(_answer(order)))
        answers.flush()


def _next_order(orders: BinaryIO) -> Order | None:
    head = orders.read(LENGTH)
    if len(head) < LENGTH:
        return None
    return msgspec.msgpack.decode(orders.read(int.from_bytes(head, BYTE_ORDER)), type=Order)


def _answer(order: Order) -> Answer:
    from inflow.media import renditions  # noqa: PLC0415 - loaded by main, after the limits

    original = order.file.read_bytes()
    try:
        if order.verb == "first":
            return Answer(prepared=renditions.first(original))
        return Answer(renditions=renditions.rest(original))
    except AppError as refusal:
        return Answer(refusal=(refusal.code, str(refusal)))


def _own_output() -> BinaryIO:
    """The pipe for answers, out of reach of a library that prints."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return answers


def _leave_the_network() -> None:
    # Refused where user namespaces are switched off; the other limits stand without it.
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.unshare(_NEW_NETWORK) != 0:
            libc.unshare(_NEW_USER | _NEW_NETWORK)


def _bound_memory(memory: int) -> None:
    # macOS has no bound on the address space; the pixel limit has to do there.
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _grant_processor_time(seconds: int) -> None:
    """So many seconds for the next image: the limit counts from the start of the process, so it is moved along."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + 1 + seconds, resource.RLIM_INFINITY))


if __name__ == "__main__":
    main()
