"""All photos of a reported grid, not only its first one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from reflow.changes.publication import add_to_publication

revision = "0039"
down_revision = "0038"
works_with = "0038"
branch_labels = None
depends_on = None

_TABLE = "case_photos"
_TEXT = sa.Text(collation="C")


def upgrade() -> None:
    op.create_table(
        _TABLE,
        sa.Column("case_id", _TEXT, nullable=False),
        sa.Column("place", sa.SmallInteger, nullable=False),
        sa.Column("media_id", _TEXT),
        sa.Column("photo", sa.LargeBinary),
        sa.CheckConstraint("place > 0", name=op.f(f"{_TABLE}_place_check")),
        sa.ForeignKeyConstraint(["case_id"], ["cases.id"], name=op.f(f"{_TABLE}_case_id_fkey"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("case_id", "place", name=op.f(f"{_TABLE}_pkey")),
    )
    op.create_index(f"{_TABLE}_by_media", _TABLE, ["media_id"], postgresql_where=sa.text("media_id IS NOT NULL"))
    op.execute(add_to_publication("inflow", {_TABLE: ("case_id", "place")}))


def downgrade() -> None:
    op.drop_table(_TABLE)
