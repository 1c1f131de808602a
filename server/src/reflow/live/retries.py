"""Which errors of a mutation's transaction are retried, and for how long."""

from __future__ import annotations

import asyncpg

from reflow.limits.concurrency import NotAdmitted
from reflow.postgres.database import OUTDATED

_LEAST_ATTEMPTS = 20
_CONTENTION = 10.0  # seconds of retries after conflicts; several processes conflict more often
_LONGEST_CONTENTION = 15.0  # seconds after which it gives up even after few, slow attempts
_LOCKED = 4.0  # seconds of waiting for locks: another transaction holds one for longer than any mutation does
_FULL = 1.0  # seconds of retries while the server's disk is full: it rarely has room a moment later
_PATIENCE = 30.0  # seconds for a lost database to come back
_PATIENCE_WITHOUT_NAME = 10.0  # the same over HTTP, where the caller keeps a request open and may repeat it

READ_ONLY = (asyncpg.ReadOnlySQLTransactionError,)
"""The error of a write on a standby. After a failover, the same address may lead to another server."""
LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # on a connection that the server has closed
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.DatabaseDroppedError,
    asyncpg.IdleSessionTimeoutError,
    *READ_ONLY,
    OSError,
)
"""The errors of a database that went away, and may come back."""
UNREADABLE = (*LOST, asyncpg.ObjectNotInPrerequisiteStateError)
"""The same for functions about the log's positions, which a standby refuses."""
COLLISIONS = (asyncpg.SerializationError, asyncpg.DeadlockDetectedError)
"""The errors of a transaction that PostgreSQL could not order after the others."""
NO_ROOM = (asyncpg.InsufficientResourcesError, asyncpg.PostgresIOError)
"""The errors of a server whose disk or memory is full. An error at the end of the log itself would end the server."""
ABORTED = (*NO_ROOM, *COLLISIONS, asyncpg.LockNotAvailableError, *OUTDATED)
"""The errors after which certainly nothing was committed."""


def is_over(error: Exception, attempt: int, waited: float, *, has_name: bool, in_doubt: bool) -> bool:
    """Whether to give up a mutation after this many attempts and seconds.

    Args:
        has_name: Whether it has an idempotency key.
        in_doubt: Whether a COMMIT was sent whose outcome is unknown.
    """
    if in_doubt and not has_name:
        return True  # without an idempotency key the server cannot look up whether it committed
    if isinstance(error, NotAdmitted):
        return True
    if isinstance(error, NO_ROOM) and not in_doubt:
        return waited > _FULL
    if isinstance(error, ABORTED):
        if isinstance(error, asyncpg.LockNotAvailableError) and waited > _LOCKED:
            return True
        return waited > (_CONTENTION if attempt >= _LEAST_ATTEMPTS else _LONGEST_CONTENTION)
    return waited > (_PATIENCE if has_name else _PATIENCE_WITHOUT_NAME)
