"""Ends a member's 'is typing' with their last connection, so that it does not stay until it expires."""

from __future__ import annotations

import asyncio

import structlog

from inflow.messages.rules import ConversationId
from inflow.messages.typing import Typing, signal_typing
from reflow.live.engine import Engine

log = structlog.get_logger(__name__)


class TypingEnd:
    """Tells the other participants that a member who has left does not type any more."""

    def __init__(self, engine: Engine, typing: Typing) -> None:
        self._engine = engine
        self._typing = typing
        self._tasks: set[asyncio.Task[None]] = set()

    def of(self, subject: str) -> None:
        """End what this member, who has no connection any more, typed through this process."""
        for conversation_id, seat in self._typing.leave(subject).items():
            task = asyncio.create_task(self._end(conversation_id, seat))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _end(self, conversation_id: ConversationId, seat: int) -> None:
        given = {"conversation_id": conversation_id, "seat": seat, "typing": False}
        try:
            await self._engine.run_mutation(signal_typing, given, None)
        except Exception as error:  # noqa: BLE001  # pages stop showing it after six seconds anyway
            log.info("typing was not ended", reason=f"{type(error).__name__}: {error}")
