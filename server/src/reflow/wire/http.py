"""Single calls over HTTP, as ``ConvexHttpClient`` makes them."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Hashable
from contextlib import AsyncExitStack

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from reflow.errors import AppError, AuthenticationFailed
from reflow.identity import Identity
from reflow.results import Outcome
from reflow.wire import frames
from reflow.wire.answers import SIGN_IN_FIRST, refusal
from reflow.wire.caller_limits import CallerLimits, caller_of
from reflow.wire.engine import Engine
from reflow.wire.limits import Limits
from reflow.wire.messages import arguments as arguments_in
from reflow.wire.rate_limit_middleware import host_in

HEADERS = {"cache-control": "no-store", "x-content-type-options": "nosniff", "vary": "origin"}
Run = Callable[..., Awaitable[Outcome]]


class Call(msgspec.Struct):
    """The body: the function's path, and its arguments, as an object or in a list of one."""

    path: str
    args: msgspec.Raw
    format: str | None = None


class Rejected(Exception):
    """A request that is not a valid call. It is answered with its status and ``{code, message}``."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.response = Response(
            msgspec.json.encode({"code": code, "message": message}), status, HEADERS, "application/json"
        )


class Calling:
    """Answers one kind of call.

    A function's failure is answered with status 200, because the Python client reads no other.

    Args:
        run: The engine's `query`, `mutate` or `act`.
        needs_caller: Whether `Limits.unauthenticated_calls` applies to this kind of call.
    """

    def __init__(
        self,
        engine: Engine,
        run: Run,
        limits: Limits,
        callers: CallerLimits,
        origins: frozenset[str],
        *,
        needs_caller: bool,
    ) -> None:
        self._needs_caller = needs_caller
        self._engine = engine
        self._run = run
        self._limits = limits
        self._callers = callers
        self._origins = origins

    async def answer(self, request: Request) -> Response:
        """The response to a request, with the headers for other origins."""
        try:
            response = await self._answer(request)
        except Rejected as rejected:
            response = rejected.response
        origin = request.headers.get("origin")
        if origin in self._origins:
            response.headers["access-control-allow-origin"] = origin
        return response

    async def _answer(self, request: Request) -> Response:
        identity = await self._identity(request)
        async with AsyncExitStack() as held:
            return await self._outcome(await self._body(request, identity, held), identity)

    async def _outcome(self, body: bytes, identity: Identity | None) -> Response:
        call = _call(body)
        if len(bytes(call.args)) > max(self._limits.body, self._limits.arguments_of(call.path)):
            raise _too_large(self._limits.body)
        try:
            if identity is None and self._needs_caller and not self._limits.unauthenticated_calls:
                return Response(frames.http_outcome(SIGN_IN_FIRST), 200, HEADERS, "application/json")
            arguments = arguments_in(call.args, len(bytes(call.args)))
            outcome = await self._run(path=call.path, arguments=arguments, identity=identity)
        except AuthenticationFailed as error:
            raise _unauthenticated(error) from None
        except Exception as error:  # noqa: BLE001  # every exception of a call becomes its answer
            outcome = refusal(error)
        return Response(frames.http_outcome(outcome), 200, HEADERS, "application/json")

    async def _identity(self, request: Request) -> Identity | None:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if not scheme:
            return None
        try:
            if scheme.lower() != "bearer":
                raise AuthenticationFailed("Only people's tokens are accepted")
            identity = await self._engine.authenticate(token.strip())
            if identity.expires_at <= time.time():
                raise AuthenticationFailed("The session has ended")
        except AuthenticationFailed as error:
            raise _unauthenticated(error) from None
        return identity

    async def _body(self, request: Request, identity: Identity | None, held: AsyncExitStack) -> bytes:
        """Read the body. A large one waits until its caller has few others in memory, and counts as one until `held` is
        closed.
        """
        most = self._limits.body if identity is None else self._limits.large_body
        caller = caller_of(identity, host_in(request.scope))
        body = bytearray()
        is_large = False
        async for part in request.stream():
            await self._wait_to_read(caller, len(part))
            body += part
            if len(body) > most:
                raise _too_large(most)
            if len(body) > self._limits.body and not is_large:
                is_large = True
                await held.enter_async_context(self._callers.large_calls(caller))
        return bytes(body)

    async def _wait_to_read(self, caller: Hashable, size: int) -> None:
        try:
            await self._callers.wait_to_read(caller, size)
        except AppError as refusal:
            rejected = Rejected(429, refusal.code, refusal.message)
            rejected.response.headers["retry-after"] = str(refusal.data["retryAfter"])
            raise rejected from None


async def preflight(request: Request, origins: frozenset[str]) -> Response:
    """Answer whether a page of another origin may call. Never with cookies: the token identifies the caller."""
    origin = request.headers.get("origin")
    if origin not in origins:
        return Response(status_code=403, headers=HEADERS)
    allowed = {
        "access-control-allow-origin": origin,
        "access-control-allow-methods": "POST",
        "access-control-allow-headers": "content-type, authorization, convex-client",
        "access-control-max-age": "7200",
    }
    return Response(status_code=204, headers={**HEADERS, **allowed})


def _call(body: bytes) -> Call:
    try:
        call = msgspec.json.decode(body, type=Call)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Rejected(400, "BadJsonBody", str(error)) from None
    if call.format not in {None, "convex_encoded_json", "json"}:
        raise Rejected(400, "BadFormat", "The format is convex_encoded_json")
    return call


def _too_large(most: int) -> Rejected:
    return Rejected(413, "TooLarge", f"A call is at most {most} bytes")


def _unauthenticated(error: AuthenticationFailed) -> Rejected:
    return Rejected(401, "Unauthenticated", str(error) or "The token is not accepted")
