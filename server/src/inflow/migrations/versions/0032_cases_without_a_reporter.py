"""Cases that are opened automatically, about a member's refused uploads."""

from __future__ import annotations

from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

_REPORTED = "'post', 'grid', 'comment', 'message', 'profile', 'quote', 'proposal'"


def upgrade() -> None:
    op.drop_constraint(op.f("cases_kind_check"), "cases")
    op.create_check_constraint(op.f("cases_kind_check"), "cases", f"kind IN ({_REPORTED}, 'refusals')")


def downgrade() -> None:
    op.execute("DELETE FROM cases WHERE kind = 'refusals'")
    op.drop_constraint(op.f("cases_kind_check"), "cases")
    op.create_check_constraint(op.f("cases_kind_check"), "cases", f"kind IN ({_REPORTED})")
