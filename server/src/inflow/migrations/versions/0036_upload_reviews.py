"""Refused photos that their owners asked moderators to look at."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from reflow.changes.publication import add_to_publication, identify_by_index

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

_TABLE = "upload_reviews"
_TEXT = sa.Text(collation="C")
_BEFORE = "'post', 'grid', 'comment', 'message', 'profile', 'quote', 'proposal', 'refusals', 'activity'"


def upgrade() -> None:
    _allow_kinds(f"{_BEFORE}, 'upload'")
    op.create_table(
        _TABLE,
        sa.Column("case_id", _TEXT, nullable=False),
        sa.Column("member_id", _TEXT, nullable=False),
        sa.Column("account_id", _TEXT, nullable=False),
        sa.Column("sha256", _TEXT, nullable=False),
        sa.Column("state", _TEXT, server_default="waiting", nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("is_emailed", sa.Boolean, server_default=sa.text("false"), nullable=False),
        sa.CheckConstraint("state IN ('waiting', 'allowed', 'refused')", name=op.f(f"{_TABLE}_state_check")),
        sa.ForeignKeyConstraint(["case_id"], ["cases.id"], name=op.f(f"{_TABLE}_case_id_fkey"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("case_id", name=op.f(f"{_TABLE}_pkey")),
    )
    op.create_index(f"{_TABLE}_once", _TABLE, ["account_id", "sha256"], unique=True)
    op.create_index(f"{_TABLE}_by_member", _TABLE, ["member_id", "asked_at", "case_id"])
    op.create_index(f"{_TABLE}_live", _TABLE, ["case_id", "member_id", "state", "asked_at"], unique=True)
    op.execute(identify_by_index(_TABLE, f"{_TABLE}_live"))
    op.execute(add_to_publication("inflow", {_TABLE: ("case_id", "member_id", "state", "asked_at")}))


def downgrade() -> None:
    op.drop_table(_TABLE)
    op.execute("DELETE FROM cases WHERE kind = 'upload'")
    _allow_kinds(_BEFORE)


def _allow_kinds(kinds: str) -> None:
    op.drop_constraint(op.f("cases_kind_check"), "cases")
    op.create_check_constraint(op.f("cases_kind_check"), "cases", f"kind IN ({kinds})")
