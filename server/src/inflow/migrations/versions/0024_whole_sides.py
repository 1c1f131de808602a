"""The log contains a participant's row as a whole, so that a message runs only the queries whose columns it changed."""

from __future__ import annotations

from alembic import op

from reflow.changes.publication import add_to_publication, identify_by_index

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _publish(None)
    op.execute("ALTER TABLE conversation_sides REPLICA IDENTITY FULL")
    op.drop_index("conversation_sides_live", "conversation_sides")


def downgrade() -> None:
    op.create_index(
        "conversation_sides_live", "conversation_sides", ["conversation_id", "member_id", "place"], unique=True
    )
    op.execute(identify_by_index("conversation_sides", "conversation_sides_live"))
    _publish(("conversation_id", "member_id", "place"))


def _publish(columns: tuple[str, ...] | None) -> None:
    op.execute("ALTER PUBLICATION inflow DROP TABLE conversation_sides")
    op.execute(add_to_publication("inflow", {"conversation_sides": columns}))
