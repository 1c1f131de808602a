"""Cases about unusual activity, and the indexes by which a job finds the rows of the last day."""

from __future__ import annotations

from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None

_BEFORE = "'post', 'grid', 'comment', 'message', 'profile', 'quote', 'proposal', 'refusals'"
_TABLES = ("comments", "flow_requests", "posts")


def upgrade() -> None:
    op.drop_constraint(op.f("cases_kind_check"), "cases")
    op.create_check_constraint(op.f("cases_kind_check"), "cases", f"kind IN ({_BEFORE}, 'activity')")
    for table in _TABLES:
        op.create_index(f"{table}_by_time", table, ["created_at"], postgresql_using="brin")
    op.create_index("blocks_by_time", "blocks", ["created_at"])


def downgrade() -> None:
    op.drop_index("blocks_by_time", "blocks")
    for table in _TABLES:
        op.drop_index(f"{table}_by_time", table)
    op.execute("DELETE FROM cases WHERE kind = 'activity'")
    op.drop_constraint(op.f("cases_kind_check"), "cases")
    op.create_check_constraint(op.f("cases_kind_check"), "cases", f"kind IN ({_BEFORE})")
