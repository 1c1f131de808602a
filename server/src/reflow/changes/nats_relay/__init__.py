"""One process of a deployment decodes the log, and passes the transactions on to other machines over NATS JetStream.

Without it, each machine has a reader of the log, and PostgreSQL decodes the log once for each. With it, the machine
that holds an advisory lock reads the log and publishes what it decodes; the others consume that. If the decoder ends,
another machine takes its place within seconds, and all of them resync.
"""

from reflow.changes.nats_relay.relay import NatsRelay

__all__ = ["NatsRelay"]
