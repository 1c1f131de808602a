"""A chat in memory that behaves as an engine does; tests control all of its timing."""

from __future__ import annotations

import asyncio
import heapq
import json
import time
from base64 import urlsafe_b64decode
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from reflow.auth.tokens import Identity
from reflow.errors import AppError, AuthenticationFailed, BadArguments, UnknownFunction
from reflow.naming import canonical_path
from reflow.results import Failure, Outcome
from reflow.values import BadValue, encode


@dataclass
class Result:
    value: str | None = None
    error: Failure | None = None
    journal: str | None = None


@dataclass(eq=False)
class Subscription:
    engine: ToyEngine
    path: str
    arguments: dict[str, Any]
    identity: Identity | None
    journal: str | None
    on_change: Callable[[], None]
    result: Result | None = None
    revision: int = 0
    is_stale: bool = False
    since: int = 0
    lane_ts: int | None = None
    late: tuple[int, Result] | None = None

    def cancel(self) -> None:
        self.engine.subscriptions.remove(self)


@dataclass
class ToyEngine:
    """Messages and their authors.

    Attributes:
        held: Query paths that it does not answer while they are in this set.
        gates: The events that calls of these mutation and action paths wait for.
        begun: How often each of them began.
        lagging: While true, commits are not released, as when the change stream is behind.
        ran: The bodies of messages in the order in which their mutations ran.
        forged_names: People whose tokens it rejects.
        on_commit: Called when a mutation is committed, before it is answered.
    """

    ts: int = 7
    committed: int = 7
    lagging: bool = False
    messages: list[tuple[str, str]] = field(default_factory=list)
    subscriptions: list[Subscription] = field(default_factory=list)
    held: set[str] = field(default_factory=set)
    gates: dict[str, asyncio.Event] = field(default_factory=dict)
    begun: Counter[str] = field(default_factory=Counter)
    started: dict[str, asyncio.Event] = field(default_factory=dict)
    stored: dict[tuple[str, int], Outcome] = field(default_factory=dict)
    ran: list[str] = field(default_factory=list)
    forged_names: set[str] = field(default_factory=set)
    on_commit: Callable[[], None] | None = None
    token_life: float = 3600
    _waiting: list[tuple[int, int, asyncio.Event]] = field(default_factory=list)

    def subscribe(
        self,
        path: str,
        arguments: dict[str, Any],
        identity: Identity | None,
        journal: str | None,
        on_change: Callable[[], None],
    ) -> Subscription:
        made = Subscription(self, canonical_path(path), arguments, identity, journal, on_change)
        self.subscriptions.append(made)
        if made.path not in self.held:
            made.result = self._result(made)
        return made

    async def mutate(
        self,
        *,
        session: str | None,
        request: int | None,
        path: str,
        arguments: dict[str, Any],
        identity: Identity | None,
    ) -> Outcome:
        await self._pass(path)
        key = (session or "", -1 if request is None else request)
        if session is not None and key in self.stored:
            return self.stored[key]
        try:
            value = encode(self._write(canonical_path(path), arguments, identity))
        except (AppError, UnknownFunction, BadArguments, BadValue) as error:
            return Outcome(failure=_failure(error))
        self.committed += 1
        self.stored[key] = Outcome(value, self.committed)
        if self.on_commit:
            self.on_commit()
        if not self.lagging:
            self.release()
        return self.stored[key]

    async def run_action(self, *, path: str, arguments: dict[str, Any], identity: Identity | None) -> Outcome:
        await self._pass(path)
        match canonical_path(path):
            case "actions:refuse":
                return Outcome(failure=Failure("Refused", {"code": "refused"}))
            case "actions:whoAmI":
                return Outcome(encode(identity.subject if identity else None))
        return Outcome(encode(arguments))

    async def query(self, *, path: str, arguments: dict[str, Any], identity: Identity | None) -> Outcome:
        result = self._result(Subscription(self, canonical_path(path), arguments, identity, None, lambda: None))
        return Outcome(result.value, None, result.error)

    async def authenticate(self, token: str) -> Identity:
        await self._pass(f"token:{token}")
        name, expires_at = (
            _read(token) if "." in token else (token[5:].split("-", maxsplit=1)[0], time.time() + self.token_life)
        )
        if name in self.forged_names or not token.startswith("good") ^ token.endswith(".good"):
            raise AuthenticationFailed("The token is not good")
        return Identity("https://toy", name, f"session-of-{name}", expires_at)

    async def unseen(self, session: str, observed_ts: int) -> set[int]:
        return {r for (s, r), outcome in self.stored.items() if s == session and (outcome.ts or 0) > observed_ts}

    async def reached(self, ts: int) -> None:
        if self.ts < ts:
            event = asyncio.Event()
            heapq.heappush(self._waiting, (ts, id(event), event))
            await event.wait()

    def release(self) -> None:
        """Release all commits, and answer every call that is not held."""
        self.ts = self.committed
        while self._waiting and self._waiting[0][0] <= self.ts:
            heapq.heappop(self._waiting)[-1].set()
        for each in list(self.subscriptions):
            result = self._result(each)
            if each.path not in self.held and result != each.result:
                each.result = result
                each.revision += 1
                each.on_change()

    async def has_started(self, path: str) -> None:
        """Wait until a call has reached its gate."""
        await self.started.setdefault(path, asyncio.Event()).wait()

    async def _pass(self, path: str) -> None:
        self.started.setdefault(path, asyncio.Event()).set()
        self.begun[path] += 1
        if path in self.gates:
            await self.gates[path].wait()

    def _write(self, path: str, arguments: dict[str, Any], identity: Identity | None) -> Any:
        match path:
            case "messages:send" | "messages:sendSlowly":
                body = arguments["body"]
                self.ran.append(body)
                self.messages.append((identity.subject if identity else "nobody", body))
                return len(self.messages)
            case "messages:touch":
                return None
            case "messages:echo":
                return arguments["value"]
            case "messages:refuse":
                raise AppError("refused", "Refused on purpose", depth=3)
            case "messages:crash":
                raise RuntimeError("the secret reason")
        raise UnknownFunction(f"Could not find public function for '{path}'")

    def _result(self, subscription: Subscription) -> Result:
        try:
            value = encode(self._read(subscription))
        except (AppError, UnknownFunction, BadArguments, BadValue) as error:
            return Result(error=_failure(error))
        return Result(value, journal=subscription.journal or ("pinned" if "page" in subscription.path else None))

    def _read(self, subscription: Subscription) -> Any:
        match subscription.path:
            case "messages:list" | "messages:page":
                return [body for _, body in self.messages]
            case "messages:authors" | "messages:slow" | "messages:default" | "deep/in/here:list":
                return [author for author, _ in self.messages]
            case "messages:echo":
                return subscription.arguments["value"]
            case "messages:badName":
                return {"naïve": 1}
            case "messages:few":
                if len(self.messages) > 1:
                    raise AppError("many", "Too many messages")
                return len(self.messages)
            case "people:me":
                return subscription.identity.subject if subscription.identity else None
        raise UnknownFunction(f"Could not find public function for '{subscription.path}'")


def _read(token: str) -> tuple[str, float]:
    """The person in a token such as browsers hold, and the end of the token."""
    body = token.split(".")[1]
    claims = json.loads(urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    return claims["sub"], claims["exp"]


def _failure(error: Exception) -> Failure:
    if isinstance(error, AppError):
        return Failure(error.message, {"code": error.code, "message": error.message, **error.data})
    return Failure(str(error))
