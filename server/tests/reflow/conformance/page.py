"""A page without a screen: the npm client in a Node process, and what it has shown."""

from __future__ import annotations

import asyncio
import json
from asyncio.subprocess import PIPE, Process
from base64 import urlsafe_b64encode
from collections.abc import Callable
from pathlib import Path
from time import time
from typing import Any

PATIENCE = 15.0


def token(name: str, *, good: bool = True, life: float = 3600, mark: int = 0) -> str:
    """A token as the client expects one, and as the toy believes it. `mark` tells two apart."""
    now = time()
    claims = {"sub": name, "iat": int(now), "exp": now + life, "mark": mark}
    head, body = (urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=") for part in ({}, claims))
    return f"{head}.{body}.{'good' if good else 'forged'}"


class Page:
    """One client object.

    Attributes:
        shown: For every query by name, all that was shown, in order. An error is ``{"error": …}``.
        settled: Calls that ended, by id.
        auth: What the client said about being signed in.
        fetches: For every token it asked for, whether it had to be a fresh one.
        connection: Its connection's state.
        tokens: What it gets when it asks for a token; it waits where there is none left.
    """

    def __init__(self, process: Process) -> None:
        self._process = process
        self.shown: dict[str, list[Any]] = {}
        self.settled: dict[int, dict[str, Any]] = {}
        self.auth: list[bool] = []
        self.fetches: list[bool] = []
        self.connection: dict[str, Any] = {}
        self.tokens: list[str | None] = []
        self._calls = 0
        self._given = 0

    @classmethod
    async def open(cls, modules: Path, url: str, **options: Any) -> Page:
        """A page whose client is made for this address."""
        script = Path(__file__).with_name("page.mjs")
        page = cls(await asyncio.create_subprocess_exec("node", script, modules, stdin=PIPE, stdout=PIPE))
        await page._next()
        page.do("open", url=url, options=options)
        return page

    def do(self, command: str, **given: Any) -> None:
        """Give a command."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"command": command, **given}).encode() + b"\n")

    def follow(self, name: str, path: str, **args: Any) -> None:
        """Show a query."""
        self.shown.setdefault(name, [])
        self.do("follow", name=name, path=path, args=args)

    def call(self, command: str, path: str, args: dict[str, Any] | None = None, **given: Any) -> int:
        """Begin a call; its id."""
        self._calls += 1
        self.do(command, id=self._calls, path=path, args=args or {}, **given)
        return self._calls

    def send(self, body: str, *, path: str = "messages:send", shows: str | None = None) -> int:
        """Send a message, shown at once in the query `shows`."""
        optimistic = {"optimistic": {"path": shows, "item": body}} if shows else {}
        return self.call("mutate", path, {"body": body}, **optimistic)

    async def end(self, call: int) -> dict[str, Any]:
        """What became of a call."""
        await self.until(lambda: call in self.settled)
        return self.settled[call]

    async def result(self, command: str, path: str, args: dict[str, Any] | None = None, **given: Any) -> Any:
        """A call's value."""
        return (await self.end(self.call(command, path, args, **given)))["value"]

    async def until(self, holds: Callable[[], Any]) -> None:
        """Wait until this holds."""
        self._hand_out()
        async with asyncio.timeout(PATIENCE):
            while not holds():
                await self._next()

    async def shows(self, name: str, value: Any) -> None:
        """Wait until a query shows this."""
        await self.until(lambda: self.shown[name][-1:] == [value])

    async def close(self) -> None:
        """Close the page."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()

    async def _next(self) -> None:
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        assert line, "the page crashed"
        told = json.loads(line)
        match told["event"]:
            case "result":
                shown = {"error": told["error"]} if "error" in told else told["value"]
                self.shown.setdefault(told["name"], []).append(shown)
            case "settled":
                self.settled[told["id"]] = told
            case "auth":
                self.auth.append(told["signedIn"])
            case "connection":
                self.connection = told
            case "fetch":
                self.fetches.append(told["forced"])
            case "uncaught":
                raise AssertionError(f"the client threw: {told['message']}")
        self._hand_out()

    def _hand_out(self) -> None:
        while self.tokens and self._given < len(self.fetches):
            self._given += 1
            self.do("token", number=self._given, value=self.tokens.pop(0))
