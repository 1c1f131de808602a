"""One connection of a client: it reads and processes the client's frames in order, and answers through its writer."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from reflow.errors import AppError, AuthenticationFailed
from reflow.identity import Identity
from reflow.limits.rate_limits import TokenBucket
from reflow.wire import frames, messages
from reflow.wire.answers import Answers
from reflow.wire.caller_limits import CallerLimits, caller_of
from reflow.wire.calls import Calls
from reflow.wire.connections import Connections
from reflow.wire.engine import Engine
from reflow.wire.limits import Limits
from reflow.wire.messages import Action, Authenticate, BadFrame, Connect, ModifyQuerySet, Mutation, Unreadable
from reflow.wire.transitions import Transitions
from reflow.wire.unfinished_messages import Identify
from reflow.wire.writer import BROKEN, OVERLOADED, Send, Writer

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]

ENDED = "The session has ended"
UNKNOWN = "ExpiredInQueue: nobody has signed in here"
"""Clients recognise the first word, and wait three seconds or more before they reconnect."""
_ROUNDS = 20
_MOST_NAME = 100
_LONGEST = 1e6  # seconds; a timer takes no infinity
_LARGE = 64 * 1024  # characters
_HALF_A_PAIR = ("\\ud", "\\uD")
_MENDING_IN_FRAMES = 50
_MENDING_IN_BYTES = 4  # it costs as much as a frame of this many times its size
log = logging.getLogger(__name__)


class Connection:
    """A client's socket, from accept to close.

    Args:
        identify: Is called with the caller, now and whenever it changes, so that the server can count their memory.

    Attributes:
        host: The host that it comes from.
    """

    def __init__(
        self,
        *,
        engine: Engine,
        calls: Calls,
        connections: Connections,
        callers: CallerLimits,
        limits: Limits,
        send: Send,
        host: str,
        identify: Identify | None = None,
    ) -> None:
        self.host = host
        self._identify: Identify = identify or (lambda _: None)
        self._identify(caller_of(None, host))
        self._engine = engine
        self._calls = calls
        self._connections = connections
        self._callers = callers
        self._limits = limits
        self._writer = Writer(
            send=send,
            is_unsettled=self._is_unsettled,
            settle=self._settle,
            compose=self._compose,
            limits=limits,
        )
        self._transitions = Transitions(engine, limits, self._writer.wake)
        self._answers = Answers(
            engine=engine,
            calls=calls,
            writer=self._writer,
            transitions=self._transitions,
            limits=limits,
            end_identity=self.revoke,
        )
        self._frames = TokenBucket(limits.frames, limits.frames_burst)
        self._held_until = 0.0
        self._modifications = TokenBucket(limits.modifications, limits.modifications_burst)
        self._logins = TokenBucket(limits.logins, limits.logins_burst)
        self._session: str | None = None
        self._returning = False
        self._resumes_from: int | None = None
        self._identity: Identity | None = None
        self._authenticating = False
        self._timer: asyncio.TimerHandle | None = None
        self._reading = True
        self._arrived = 0
        self._settled = 0

    async def serve(self, receive: Receive) -> None:
        """Read until the connection ends, for whatever reason."""
        reader = asyncio.current_task()
        assert reader is not None
        self._start_auth_timer()
        writing = asyncio.create_task(self._writer.run())
        writing.add_done_callback(lambda _: self._reading and reader.cancel())
        try:
            await self._read(receive)
            writing.cancel()
        except asyncio.CancelledError:
            if not writing.done():
                writing.cancel()
                raise  # The server cancelled the task; if the writer is done, we did.
            reader.uncancel()
        except BadFrame as error:
            self._writer.close(error.code, str(error))
        except Exception:
            log.exception("a connection is closed because a frame could not be taken")
            self._writer.close(1011, BROKEN)
        finally:
            self._leave()
        await asyncio.wait({writing})

    def close(self, code: int, reason: str = "") -> None:
        """Close the connection. Running calls complete; waiting ones do not start."""
        self._writer.close(code, reason)

    def revoke(self) -> None:
        """End the identity: from now on the client gets no more data on this socket."""
        self._writer.put(frames.auth_error(ENDED, self._transitions.versions.identity, attempted=False))
        self._writer.close(1000)

    def _leave(self) -> None:
        self._reading = False
        self._writer.close(1000)
        self._connections.discard(self)
        self._transitions.end()
        self._answers.end()
        if self._timer:
            self._timer.cancel()

    async def _read(self, receive: Receive) -> None:
        while (event := await receive())["type"] != "websocket.disconnect":
            if self._writer.is_closing:
                continue
            text = event.get("text")
            if text is None:
                raise BadFrame("Frames are text", code=1003)
            needs_mending = _needs_mending(text)
            if not self._frames.take(_MENDING_IN_FRAMES if needs_mending else 1):
                raise BadFrame("Too many frames", code=1008)
            await self._wait_to_read(len(text) * (_MENDING_IN_BYTES if needs_mending else 1))
            self._arrived += 1
            await self._take(self._decode(text))
            if len(text) > _LARGE:
                await asyncio.sleep(0)  # frames that arrive faster than they are read would delay other connections

    async def _wait_to_read(self, size: int) -> None:
        try:
            await self._callers.wait_to_read(caller_of(self._identity, self.host), size)
        except AppError:
            raise BadFrame(OVERLOADED, code=1013) from None

    def _decode(self, text: str) -> messages.Readable | messages.Unreadable | messages.Unknown:
        if self._identity is not None or len(text) <= self._limits.unauthenticated_frame:
            return messages.decode(text)
        call = messages.unread(text)
        if call is None:
            raise BadFrame("The frame is too large", code=1009)
        return call

    async def _take(self, message: messages.Readable | messages.Unreadable | messages.Unknown) -> None:
        if isinstance(message, Connect):
            await self._connect(message)
            return
        if self._session is None:
            # A client without a Connect has lost its queries too; a new connection restores both.
            raise BadFrame("Connect comes first")
        if self._identity is None:
            self._count(message)
        match message:
            case Authenticate():
                await self._authenticate(message)
            case ModifyQuerySet():
                if not self._modifications.take(len(message.modifications)):
                    raise BadFrame("Too many modifications", code=1008)
                again = self._returning and message.base_version == 0
                self._transitions.modify(message, self._identity, again=again)
            case Mutation() | Action():
                large_calls = self._callers.large_calls(caller_of(self._identity, self.host))
                await self._answers.call(self._session, message, self._identity, large_calls)
            case Unreadable():
                self._answers.refuse(message)

    def _count(self, message: messages.Readable | messages.Unreadable | messages.Unknown) -> None:
        """Rate-limits unauthenticated calls per host: each runs a query, or a transaction where the limits allow it."""
        if not isinstance(message, ModifyQuerySet | Mutation | Action):
            return
        asked = len(message.modifications) if isinstance(message, ModifyQuerySet) else 1
        try:
            self._connections.count(self.host, asked)
        except AppError:
            raise BadFrame(OVERLOADED, code=1013) from None

    async def _connect(self, message: Connect) -> None:
        if self._session is not None:
            raise BadFrame("Connect comes once")
        if len(message.session_id) > _MOST_NAME or not message.session_id.isprintable():
            raise BadFrame("The session's name is too long, or no name")
        observed = messages.timestamp(message.max_observed_timestamp) if message.max_observed_timestamp else 0
        if message.client_ts > 0:
            self._transitions.skew = round(message.client_ts - time.time() * 1000)
        self._session = message.session_id
        if message.connection_count > 0:
            self._returning = True
            self._resumes_from = observed
            if self._limits.unauthenticated_calls:
                await self._resume()

    async def _resume(self) -> None:
        """Read which requests a returning client is about to send again, so that the first Transition waits for them.

        If unauthenticated callers may not make calls, they have none to send again, and the database is not
        queried for them.
        """
        observed, self._resumes_from = self._resumes_from, None
        if observed is None or self._session is None:
            return
        gate = self._transitions.gate
        try:
            async with asyncio.timeout(self._limits.resend_timeout):
                pending = self._calls.pending(self._session)
                gate.for_requests(pending | await self._engine.unseen(self._session, observed))
        except TimeoutError:
            log.warning("the requests of a returning session could not be read in time")
        if observed > self._engine.ts:
            gate.for_state(observed)
            self._answers.wake_at(observed)

    async def _authenticate(self, message: Authenticate) -> None:
        if not self._logins.take():
            raise BadFrame("Too many logins", code=1008)
        self._transitions.versions.check_identity(message.base_version)
        self._authenticating = True
        try:
            identity = await self._verified(message)
        except AuthenticationFailed as error:
            # Frames behind it must not run without an identity: the client sends them again with a better token.
            self._writer.put(frames.auth_error(str(error) or ENDED, message.base_version, attempted=True))
            self._writer.close(1000)
            return
        finally:
            self._authenticating = False
        if identity is not None:
            await self._resume()
        if self._writer.is_closing:
            return
        if identity is not None and self._connections.others(self, identity) >= self._limits.member:
            self._connections.turned_away += 1
            # Not an AuthError: the token is valid, and the client would request another one at once.
            self._writer.close(1013, OVERLOADED)
            return
        self._set_identity(identity)

    async def _verified(self, message: Authenticate) -> Identity | None:
        if message.speaker == "None":
            return None
        if message.speaker != "User" or not message.value:
            raise AuthenticationFailed("Only people's tokens are accepted")
        with self._connections.revocations() as revoked:
            async with asyncio.timeout(self._limits.timeout):
                identity = await self._engine.authenticate(message.value)
            if revoked.cover(identity) or identity.expires_at <= time.time():
                raise AuthenticationFailed(ENDED)
            return identity

    def _set_identity(self, identity: Identity | None) -> None:
        was, self._identity = self._identity, identity
        self._connections.identify(self, identity)
        self._identify(caller_of(identity, self.host))
        self._held_until = 0.0
        if identity is not None:
            self._after(identity.expires_at - time.time(), self._expire)
        elif was is not None:
            self._start_auth_timer()
        self._transitions.set_identity(identity)

    def _start_auth_timer(self) -> None:
        self._after(self._limits.auth_timeout, self._auth_timed_out)

    def _after(self, seconds: float, then: Callable[[], None]) -> None:
        """Set the connection's timer: it ends an authentication that takes too long, or a token that expires."""
        if self._timer:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(min(max(seconds, 0.0), _LONGEST), then)

    def _auth_timed_out(self) -> None:
        """Close the connection because no caller has authenticated. While a token is being checked, its result
        decides.
        """
        if not self._authenticating:
            self._writer.close(1008, UNKNOWN)

    def _expire(self) -> None:
        """End the identity because its token has expired. While another token is being checked, its result decides."""
        if not self._authenticating:
            self.revoke()

    def _compose(self) -> str | None:
        """The next Transition, if one is due, and the member has not had very many changed answers just now."""
        if self._held_until and asyncio.get_running_loop().time() < self._held_until:
            return None
        before = self._transitions.updates
        transition = self._transitions.compose()
        self._connections.transitions += transition is not None
        if updates := self._transitions.updates - before:
            self._hold(updates)
        return transition

    def _hold(self, updates: int) -> None:
        """Hold the next Transition, so that one member's very many queries do not delay the updates of others."""
        loop = asyncio.get_running_loop()
        pause = self._callers.pause_after(caller_of(self._identity, self.host), updates)
        self._held_until = loop.time() + pause if pause else 0.0
        if pause:
            loop.call_at(self._held_until, self._writer.wake)

    def _is_unsettled(self) -> bool:
        return self._arrived != self._settled or self._answers.running > 0

    async def _settle(self) -> None:
        """Wait for events that belong before a Transition: frames that have arrived, and answers of finished mutations.

        A few turns of the loop are enough for a frame to get from the kernel's buffer to here.
        """
        for _ in range(_ROUNDS):
            self._settled = self._arrived
            for _ in range(3):
                await asyncio.sleep(0)
            if self._arrived == self._settled:
                return


def _needs_mending(text: str) -> bool:
    """Whether the frame is large and may contain half a surrogate pair: such a frame is parsed several times."""
    return len(text) > _LARGE and any(half in text for half in _HALF_A_PAIR)
