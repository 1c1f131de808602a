"""How Alembic runs here: on the connection it is given, with a transaction for each migration.

A migration that needs none, such as one that builds an index beside a running Inflow, uses
`op.get_context().autocommit_block()`.
"""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"], transaction_per_migration=True)
with context.begin_transaction():
    context.run_migrations()
