"""What every worker process does: it reads orders from its standard input and answers on its standard output.

It expects to be attacked by what it reads, so it gives up first what it will not need: the network, memory without
bound, processor time without bound.
"""

from __future__ import annotations

import ctypes
import os
import resource
import sys
from collections.abc import Callable
from typing import BinaryIO, Literal, TypeVar

import msgspec

LENGTH = 4
BYTE_ORDER: Literal["big"] = "big"

_NEW_USER = 0x10000000
_NEW_NETWORK = 0x40000000

_Order = TypeVar("_Order", bound=msgspec.Struct)


def framed(message: msgspec.Struct) -> bytes:
    """A message as it is written to the pipe: its length in four bytes, then itself."""
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(LENGTH, BYTE_ORDER) + body


def work(orders: type[_Order], prepare: Callable[[], Callable[[_Order], msgspec.Struct]]) -> None:
    """Answer orders, one at a time, until the pipe is closed. The limits are this process's arguments.

    Args:
        orders: What is read.
        prepare: Loads what the work needs, once the limits hold, and returns what answers an order.
    """
    memory, cpu_seconds, niceness = (int(argument) for argument in sys.argv[1:4])
    # A key that interrupts us is not for this process. A session of its own would keep that from it as well, but where
    # Linux shares the processor by sessions, that is as much for this one as for all of ours.
    os.setpgid(0, 0)
    # Where the processor is short, people who are reading come before photographs.
    os.nice(niceness)
    _leave_the_network()
    _bound_memory(memory)
    answers = _own_output()
    answer = prepare()
    while (order := _next_order(sys.stdin.buffer, orders)) is not None:
        _grant_processor_time(cpu_seconds)
        answers.write(framed(answer(order)))
        answers.flush()


def _next_order(pipe: BinaryIO, orders: type[_Order]) -> _Order | None:
    head = pipe.read(LENGTH)
    if len(head) < LENGTH:
        return None
    return msgspec.msgpack.decode(pipe.read(int.from_bytes(head, BYTE_ORDER)), type=orders)


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
