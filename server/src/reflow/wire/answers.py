"""The mutations and actions of one connection: run and answered, each mutation with a Transition after it."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from reflow.errors import AuthenticationFailed, BadArguments, UnknownFunction
from reflow.identity import Identity
from reflow.results import Failure, Outcome
from reflow.wire import frames, messages
from reflow.wire.calls import Calls
from reflow.wire.engine import Engine
from reflow.wire.limits import Limits
from reflow.wire.messages import Action, Mutation, Unreadable
from reflow.wire.transitions import Transitions
from reflow.wire.writer import BROKEN, Writer

SIGN_IN_FIRST = Outcome(
    failure=Failure("Please log in.", {"code": "unauthenticated", "message": "Please log in."}),
)
UNREADABLE = Outcome(failure=Failure("The call cannot be read, or is too large"))
log = logging.getLogger(__name__)


class Answers:
    """The calls of one connection.

    A bad call is always answered and never closes the connection, because the client would send it again for ever. A
    call whose identity has ended closes the connection without an answer, because the client is then meant to send it
    again, with a fresh token.

    Args:
        end_identity: Closes the connection because the identity has ended.

    Attributes:
        running: How many mutations are running.
    """

    def __init__(
        self,
        *,
        engine: Engine,
        calls: Calls,
        writer: Writer,
        transitions: Transitions,
        limits: Limits,
        end_identity: Callable[[], None],
    ) -> None:
        self._engine = engine
        self._calls = calls
        self._writer = writer
        self._transitions = transitions
        self._limits = limits
        self._end_identity = end_identity
        self._room = asyncio.Semaphore(limits.pending)
        self._catching_up: set[asyncio.Task[None]] = set()
        self.running = 0

    async def call(
        self, session: str, message: Mutation | Action, identity: Identity | None, large_calls: asyncio.Semaphore
    ) -> None:
        """Run the call with the identity that the connection has now. Waits while very many calls are pending, or
        several with files.

        Args:
            large_calls: Each pending call of this caller with a file holds it.
        """
        held = [self._room]
        if self._is_large(message):
            held.append(large_calls)
        for slots in reversed(held):
            await slots.acquire()
        if isinstance(message, Mutation):
            self._calls.mutation(session, message.request_id, partial(self._mutate, session, message, identity, held))
        else:
            self._calls.action(partial(self._act, session, message, identity, held))

    def refuse(self, message: Unreadable) -> None:
        """Answer a call that could not be parsed."""
        if message.kind == "Mutation":
            self._answer_mutation(message.request_id, UNREADABLE)
        else:
            self._writer.put(frames.action_response(message.request_id, UNREADABLE))

    def end(self) -> None:
        """Handle the connection's end. Running calls continue; waiting ones find it closed and do not start."""
        for task in self._catching_up:
            task.cancel()

    async def _mutate(
        self, session: str, message: Mutation, identity: Identity | None, held: list[asyncio.Semaphore]
    ) -> None:
        self.running += 1
        try:
            if not self._writer.is_closing:
                outcome = await self._outcome(session, message, identity)
                if outcome is not None:
                    self._answer_mutation(message.request_id, outcome)
        except Exception as error:  # noqa: BLE001  # any doubt about an answer closes the connection
            self._give_up(error)
        finally:
            self.running -= 1
            _release(held)

    async def _act(
        self, session: str, message: Action, identity: Identity | None, held: list[asyncio.Semaphore]
    ) -> None:
        try:
            outcome = await self._outcome(session, message, identity)
            if outcome is not None:
                self._writer.put(frames.action_response(message.request_id, outcome))
        except Exception as error:  # noqa: BLE001  # any doubt about an answer closes the connection
            self._give_up(error)
        finally:
            _release(held)

    async def _outcome(self, session: str, message: Mutation | Action, identity: Identity | None) -> Outcome | None:
        """The call's outcome; None if the identity has ended, and the connection with it."""
        if identity is not None and identity.expires_at <= time.time():
            self._end_identity()
            return None
        if identity is None and not self._limits.unauthenticated_calls:
            return SIGN_IN_FIRST
        try:
            arguments = messages.arguments(message.args, self._limits.arguments_of(message.udf_path))
            if isinstance(message, Action):
                return await self._engine.run_action(path=message.udf_path, arguments=arguments, identity=identity)
            return await self._engine.mutate(
                path=message.udf_path,
                arguments=arguments,
                identity=identity,
                session=session,
                request=message.request_id,
            )
        except AuthenticationFailed:
            self._end_identity()
            return None
        except Exception as error:  # noqa: BLE001  # every exception of a call becomes its answer
            return refusal(error)

    def _is_large(self, message: Mutation | Action) -> bool:
        return memoryview(message.args).nbytes > self._limits.arguments

    def _answer_mutation(self, request: int, outcome: Outcome) -> None:
        """Send the response, and require a Transition after it, without which the client would wait for ever."""
        ts = self._engine.ts if outcome.ts is None else outcome.ts
        self._writer.put(frames.mutation_response(request, outcome, ts))
        self._transitions.gate.answered(request, ts)
        self._transitions.require_transition(ts)
        if ts > self._engine.ts:
            self.wake_at(ts)

    def wake_at(self, ts: int) -> None:
        """Wake the writer once the engine has reached this state; the connection stays open until then."""
        if not self._writer.is_closing:
            task = asyncio.ensure_future(self._catch_up(ts))
            self._catching_up.add(task)
            task.add_done_callback(self._catching_up.discard)

    async def _catch_up(self, ts: int) -> None:
        while self._engine.ts < ts:
            with suppress(TimeoutError):
                await self._engine.reached(ts)
        self._writer.wake()

    def _give_up(self, error: Exception) -> None:
        log.error("a connection is closed because a call could not be answered", exc_info=error)
        self._writer.close(1011, BROKEN)


def refusal(error: Exception) -> Outcome:
    """The answer to a call that raised. Clients get a fixed text for bugs; the log has the details under its number."""
    if isinstance(error, BadArguments | UnknownFunction):
        return Outcome(failure=Failure(str(error)))
    incident = secrets.token_hex(4)
    log.error("a call raised", extra={"incident": incident}, exc_info=error)
    return Outcome(failure=Failure(f"Server Error ({incident})"))


def _release(held: list[asyncio.Semaphore]) -> None:
    for slots in held:
        slots.release()
