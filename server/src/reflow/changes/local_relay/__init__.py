"""One process of a machine reads the log, and passes the transactions on to the others over a Unix socket.

PostgreSQL decodes its log once for each reader. Processes that share one reader do not multiply that work, and a bulk
write keeps none of their event loops busy. The first process that finds no relay starts it
(``python -m reflow.changes.local_relay``); it ends when the last one has left.
"""

from reflow.changes.local_relay.starting import LocalRelay

__all__ = ["LocalRelay"]
