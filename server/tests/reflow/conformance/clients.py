"""Real npm clients for tests. They live in one Node process, which reports their events here, in order."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.reflow.conformance.screens import Failed, Line, Watch

PUPPET = Path(__file__).parent / "puppet.mjs"
PATIENCE = 60.0
Tokens = Callable[[bool], Coroutine[Any, Any, str | None]]


class Client:
    """One `ConvexClient`, or `ConvexReactClient`.

    Attributes:
        frames: All frames without Pings, as ``(direction, frame)``; `direction` is "sent" or "received".
        closes: The code and reason of each close of its sockets.
        states: Its connection states.
        auth: The calls of `setAuth`'s callbacks, as ``(what, is)``.
        pauses: Milliseconds that it would have waited before it connected again, if the tests had not shortened them.
        wishes: For each call of `fetchToken`, whether it was forced.
        tokens: Answers `fetchToken`.
    """

    def __init__(self, node: Node, name: int) -> None:
        self._node = node
        self.name = name
        self.frames: list[tuple[str, Line]] = []
        self.closes: list[tuple[int, str]] = []
        self.states: list[Line] = []
        self.auth: list[tuple[str, bool]] = []
        self.pauses: list[float] = []
        self.wishes: list[bool] = []
        self.dialled: list[str] = []
        self.pings = 0
        self.tokens: Tokens | None = None
        self._watches: dict[int, Watch] = {}

    def sent(self, kind: str) -> list[Line]:
        """The frames of this type that it sent."""
        return [frame for direction, frame in self.frames if direction == "sent" and frame["type"] == kind]

    def received(self, kind: str) -> list[Line]:
        """The frames of this type that it received."""
        return [frame for direction, frame in self.frames if direction == "received" and frame["type"] == kind]

    @property
    def ts(self) -> str:
        """The timestamp of the last Transition."""
        return str(self.received("Transition")[-1]["endVersion"]["ts"])

    async def do(self, op: str, **given: Any) -> Any:
        """Run a command of `puppet.mjs`."""
        return await self._node.do(op, client=self.name, **given)

    def start(self, op: str, **given: Any) -> asyncio.Task[Any]:
        """Start a command; the task ends with it. Commands are sent in the order of these calls."""
        return asyncio.ensure_future(self._node.send(op, client=self.name, **given))

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until the condition holds."""
        await self._node.until(holds)

    async def watch(self, path: str, **args: Any) -> Watch:
        """Subscribe to a query."""
        return await self._show("watch", path=path, args=args)

    async def watch_all(self, path: str, all_args: list[dict[str, Any]]) -> list[Watch]:
        """Subscribe to many queries in one turn, as a page that mounts many components does."""
        watches = [Watch(self, self._node.number()) for _ in all_args]
        self._watches |= {watch.number: watch for watch in watches}
        asked = [
            {"watch": watch.number, "path": path, "args": args} for watch, args in zip(watches, all_args, strict=True)
        ]
        await self.do("watchAll", watches=asked)
        return watches

    async def list(self, path: str, size: int, **args: Any) -> Watch:
        """Subscribe to a query page by page."""
        return await self._show("list", path=path, args=args, size=size)

    async def mount(self, kind: str, **given: Any) -> Watch:
        """Render a React screen; its `history` has the values that its hook returned at each render."""
        return await self._show("mount", kind=kind, **given)

    async def _show(self, op: str, **given: Any) -> Watch:
        watch = Watch(self, self._node.number())
        self._watches[watch.number] = watch
        await self.do(op, watch=watch.number, **given)
        return watch

    async def ask(self, path: str, **args: Any) -> Any:
        """A query's value, without a subscription."""
        return (await self.do("ask", path=path, args=args))["value"]

    def mutate(self, path: str, /, optimistic: Line | None = None, **args: Any) -> asyncio.Task[Any]:
        """Call a mutation; the task has its result, or raises :class:`Failed`."""
        return self.start("mutate", path=path, args=args, optimistic=optimistic)

    def act(self, path: str, /, **args: Any) -> asyncio.Task[Any]:
        """Call an action; the task has its result."""
        return self.start("act", path=path, args=args)

    async def rule(self, direction: str, kind: str, then: str, *, always: bool = False) -> None:
        """Apply this to the next frame of a type: "cut before" or "cut after" it, or "lose" it."""
        await self.do("rule", rule={"direction": direction, "type": kind, "then": then, "always": always})

    async def network(self, *, offline: bool = False, elsewhere: str | None = None) -> None:
        """Cut its network and keep it cut, or let it connect again, perhaps to another server."""
        await self.do("network", offline=offline, elsewhere=elsewhere)

    async def log_in(self, tokens: Tokens) -> None:
        """Call `setAuth`."""
        self.tokens = tokens
        await self.do("setAuth")

    async def is_authenticated(self, is_: bool = True) -> None:
        """Wait until this is the last state of authentication that it reported."""
        await self.until(lambda: [i for what, i in self.auth if what == "authenticated"][-1:] == [is_])

    async def has_reconnected(self, times: int = 1) -> None:
        """Wait until it has sent Connect this many times after the first."""
        await self.until(lambda: len(self.sent("Connect")) > times)

    def take(self, line: Line) -> None:
        """Record an event of this client."""
        match line["event"]:
            case "sent" | "received" if line["frame"]["type"] == "Ping":
                self.pings += 1
            case "sent" | "received":
                self.frames.append((line["event"], line["frame"]))
            case "shown":
                error = line.get("error")
                self._watches[line["watch"]].history.append(Failed(error) if error else line.get("value"))
            case "state":
                self.states.append(line["state"])
            case "closed":
                self.closes.append((line["code"], line["reason"]))
            case "pause":
                self.pauses.append(line["ms"])
            case "dialled":
                self.dialled.append(line["url"])
            case "auth":
                self.auth.append((line["what"], line["is"]))
            case "wish":
                self.wishes.append(line["force"])
                assert self.tokens is not None
                self._node.background(self._grant(line["wish"], self.tokens(line["force"])))

    async def _grant(self, wish: int, token: Coroutine[Any, Any, str | None]) -> None:
        await self.do("token", wish=wish, token=await token)


class Node:
    """The process that the npm clients live in.

    Attributes:
        crashes: Uncaught exceptions. After one, a client may be stuck for good.
        printed: The clients' output to the console, as ``(level, text)``.
    """

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._clients: dict[int, Client] = {}
        self._waiting: list[asyncio.Future[None]] = []
        self._tasks: set[asyncio.Task[Any]] = set()
        self.crashes: list[str] = []
        self.printed: list[tuple[str, str]] = []

    def number(self) -> int:
        """A number that was not used before."""
        return next(self._numbers)

    def background(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run this in the background."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def open(self, address: str, op: str = "open", **options: Any) -> Client:
        """A new client, connecting. It waits `backoff` before it reconnects: 20 ms here, by default a second."""
        client = Client(self, self.number())
        self._clients[client.name] = client
        await self.do(op, client=client.name, address=address, options=options)
        return client

    async def close_clients(self) -> None:
        clients, self._clients = self._clients, {}
        for name in clients:
            await self.do("close", client=name)

    async def do(self, op: str, **given: Any) -> Any:
        """Run a command and return its value. Raises :class:`Failed`."""
        async with asyncio.timeout(PATIENCE):
            return await self.send(op, **given)

    def send(self, op: str, **given: Any) -> asyncio.Future[Any]:
        """Send a command at once; the future has its value."""
        number = self.number()
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"id": number, "op": op, **given}).encode() + b"\n")
        return answer

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until the condition holds, and check it after every event of any client."""
        async with asyncio.timeout(PATIENCE):
            while not holds():
                news = asyncio.get_running_loop().create_future()
                self._waiting.append(news)
                await news

    async def listen(self) -> None:
        """Process Node's events until it ends."""
        assert self._process.stdout is not None
        while text := await self._process.stdout.readline():
            self._take(json.loads(text))
            waiting, self._waiting = self._waiting, []
            for news in waiting:
                if not news.done():
                    news.set_result(None)

    def _take(self, line: Line) -> None:
        if "id" in line:
            answer = self._answers.pop(line["id"])
            if answer.done():
                return
            if "error" in line:
                answer.set_exception(Failed(line["error"]))
            else:
                answer.set_result(line["value"])
        elif line["event"] == "crashed":
            self.crashes.append(line["text"])
        elif line["event"] == "printed":
            self.printed.append((line["level"], line["text"]))
        elif line["client"] in self._clients:
            self._clients[line["client"]].take(line)


@asynccontextmanager
async def node_process() -> AsyncIterator[Node]:
    """A Node process that runs as long as the body."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec("node", str(PUPPET), stdin=pipe, stdout=pipe, limit=32 * 1024 * 1024)
    node = Node(process)
    listening = asyncio.create_task(node.listen())
    try:
        yield node
    finally:
        process.kill()
        await process.wait()
        await listening
