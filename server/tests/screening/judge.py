"""A stand-in for Sightengine's server on this machine: it gives the configured answers, and records the requests."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

Answer = Callable[[asyncio.StreamWriter], Awaitable[None]]


def said(body: object, status: int = 200, **headers: str) -> Answer:
    """An answer as JSON; bytes as they are."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    lines = {"Content-Type": "application/json", "Content-Length": str(len(content)), **headers}
    head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in lines.items())

    async def write(out: asyncio.StreamWriter) -> None:
        out.write(f"HTTP/1.1 {status} Said\r\n{head}\r\n".encode() + content)
        await out.drain()

    return write


async def silence(_out: asyncio.StreamWriter) -> None:
    """Never answer."""
    await asyncio.Event().wait()


async def hang_up(_out: asyncio.StreamWriter) -> None:
    """Close the connection without an answer."""


async def drip(out: asyncio.StreamWriter) -> None:
    """Send single bytes with short pauses, so that no read times out."""
    out.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
    while True:
        out.write(b" ")
        await out.drain()
        await asyncio.sleep(0.02)


async def flood(out: asyncio.StreamWriter) -> None:
    """Send an answer without end."""
    out.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    while True:
        out.write(b"4000\r\n" + b" " * 0x4000 + b"\r\n")
        await out.drain()


@dataclass
class Judge:
    """The server. It gives its answers in turn, and repeats the last one."""

    answers: list[Answer]
    asked: list[bytes] = field(default_factory=list)
    url: str = ""

    async def serve(self, pipe_in: asyncio.StreamReader, out: asyncio.StreamWriter) -> None:
        try:
            head = await pipe_in.readuntil(b"\r\n\r\n")
            length = next(
                int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")
            )
            self.asked.append(head + await pipe_in.readexactly(length))
            await (self.answers.pop(0) if len(self.answers) > 1 else self.answers[0])(out)
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            out.close()


@asynccontextmanager
async def serving(*answers: Answer) -> AsyncIterator[Judge]:
    """A running server with these answers."""
    judge = Judge(list(answers))
    working: set[asyncio.Task[Any]] = set()

    def begin(pipe_in: asyncio.StreamReader, out: asyncio.StreamWriter) -> None:
        working.add(asyncio.get_running_loop().create_task(judge.serve(pipe_in, out)))

    server = await asyncio.start_server(begin, "127.0.0.1", 0)
    judge.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/1.0/check.json"
    try:
        yield judge
    finally:
        server.close()
        for each in working:
            each.cancel()
        await asyncio.gather(*working, return_exceptions=True)
