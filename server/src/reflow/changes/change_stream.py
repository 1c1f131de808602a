"""The interface between a change source and the stream that brings it the commits.

Usually the stream is the server's own log (:class:`reflow.changes.stream.LogConnection`). A relay may stand in for it:
one process decodes the log and passes transactions on to many.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from reflow.changes.replication import System
    from reflow.changes.transactions import Transaction

Deliver = Callable[[list["Transaction"]], None]
"""Takes transactions. It is called in the event loop, returns at once and does not raise."""


class ChangeStream(Protocol):
    """A running stream of commits to the published tables.

    An engine shows what it gets from here, so a stream promises:

    * **Order.** Transactions are delivered whole, each once, by ascending `lsn`, the order of their commits.
    * **No gap.** From the position at which the stream began, every transaction is delivered that wrote to a published
      table or emitted a logical message in its transaction, whichever client made it. A stream that may have missed one
      sets `lost` and delivers nothing more. It never continues behind a gap: a relay whose own log was interrupted ends
      the streams of all its followers.
    * **Position.** `position` never goes back. Whenever code outside the stream reads it, everything committed up to it
      has been delivered. It also advances over parts of the log in which nothing was published, at the latest when
      :meth:`reach` or :meth:`ask` is called; otherwise no snapshot could be matched with the stream.
    * **One log.** All positions are those of the log that :meth:`StreamConnection.identify` named. When the server
      begins another one (a failover, a restore), `lost` is set.

    Delivered objects are shared by the followers of a relay, so no consumer may change them.

    Attributes:
        position: Everything committed up to here has been delivered, in bytes of the log.
        lost: Set when the stream has ended, to the reason. It is set once, and nothing is delivered afterwards.
        position_listeners: Called after `position` has moved.
    """

    position_listeners: list[Callable[[], None]]

    @property
    def position(self) -> int:
        """See the class."""

    @property
    def lost(self) -> asyncio.Future[BaseException]:
        """See the class."""

    async def reach(self, lsn: int, *, within: float) -> bool:
        """Wait until everything committed up to this position has been delivered. For one caller at a time.

        Args:
            lsn: A position that the server has flushed. It may be inside a record, and is then reached only after the
                next record; the caller writes one if it must.
            within: Seconds to wait at most.

        Returns:
            Whether `position` has come that far; False also when the stream was lost meanwhile.
        """

    def ask(self) -> None:
        """Ask for everything that the server has committed by now, and return at once.

        Called when a commit is late. A lost stream ignores it.
        """

    def close(self) -> None:
        """End the stream: `lost` is set, and nothing more is delivered. May be called again."""


class StreamConnection(Protocol):
    """A connection on which one stream can be started.

    Attributes:
        slot: The replication slot that the server keeps for this stream, or for the relay that it comes from; empty
            if it keeps none.
    """

    @property
    def slot(self) -> str:
        """See the class."""

    async def identify(self) -> System:
        """The identity of the log from which the stream will come."""

    async def stream(self, deliver: Deliver) -> ChangeStream:
        """Start the stream. Called once, after :meth:`identify`.

        Args:
            deliver: Takes each batch of transactions as it comes, from now on, also before this returns.

        Raises:
            psycopg.errors.LockNotAvailable: It cannot begin while an open transaction writes; a later try may succeed.
            Exception: Any other reason why it cannot begin.
        """

    def close(self) -> None:
        """Give the connection up. Called only if no stream was started; a stream closes its own."""


Connect = Callable[[], Awaitable[StreamConnection]]
"""Connects to where a stream comes from. Called again, with pauses, after each loss."""
