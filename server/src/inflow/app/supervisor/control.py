"""The supervisor's control socket: commands of the operator ask it for its status and for an upgrade.

A request is one JSON object in a line. The answer is one too, after any number of lines with a `progress`. Only the
user that Inflow runs as can reach the socket, and that user can replace Inflow's files anyway.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from reflow.unix_sockets import bound, reachable

Say = Callable[[dict[str, Any]], None]
Answer = Callable[[dict[str, Any], Say], Awaitable[dict[str, Any]]]


class NotRunning(Exception):
    """No supervisor answers here."""


def control_path(home: Path, port: str) -> Path:
    """The path of the socket: several servers may share a home."""
    return home / "run" / f"control-{port}"


@asynccontextmanager
async def controlled(path: Path, answer: Answer) -> AsyncIterator[None]:
    """Answer requests until the block ends.

    Args:
        answer: Gets a request, and a function that sends a line before the answer.
    """

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # A supervisor that hands over cancels this; asyncio would report that as an error.
        with suppress(OSError, ValueError, asyncio.CancelledError):
            request = json.loads(await reader.readline())

            def say(line: dict[str, Any]) -> None:
                writer.write(json.dumps(line).encode() + b"\n")

            say(await answer(request, say))
            await writer.drain()
        writer.close()

    server = await asyncio.start_unix_server(serve, sock=bound(path))
    try:
        yield
    finally:
        server.close()


async def ask(path: Path, request: dict[str, Any], progress: Callable[[str], None] | None = None) -> dict[str, Any]:
    """Send a request to the supervisor; its answer.

    Args:
        progress: Gets the sentences before the answer.

    Raises:
        NotRunning: No supervisor answers, or it has ended before its answer.
    """
    try:
        with reachable(path) as name:
            reader, writer = await asyncio.open_unix_connection(name)
    except OSError as error:
        raise NotRunning(f"No Inflow answers at {path}.") from error
    try:
        writer.write(json.dumps(request).encode() + b"\n")
        while line := await reader.readline():
            answer: dict[str, Any] = json.loads(line)
            if "progress" not in answer:
                return answer
            if progress:
                progress(answer["progress"])
    except OSError:
        pass  # as below
    finally:
        writer.close()
    raise NotRunning(f"Inflow ended before it answered at {path}.")
