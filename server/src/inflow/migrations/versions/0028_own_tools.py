"""Members' own tools: who may comment on their posts, and comments that they hid."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from reflow.changes.publication import add_to_publication, identify_by_index

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

_INSTANT = sa.DateTime(timezone=True)
_TEXT = sa.Text(collation="C")


def upgrade() -> None:
    op.create_table(
        "safety_settings",
        sa.Column("user_id", _TEXT, nullable=False),
        sa.Column("commenters", _TEXT, server_default="everyone", nullable=False),
        sa.CheckConstraint(
            "commenters IN ('everyone', 'in_flow', 'no_one')", name=op.f("safety_settings_commenters_check")
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("safety_settings_user_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("safety_settings_pkey")),
    )
    op.create_table(
        "hidden_comments",
        sa.Column("comment_id", _TEXT, nullable=False),
        sa.Column("post_id", _TEXT, nullable=False),
        sa.Column("hidden_by", _TEXT, nullable=False),
        sa.Column("hidden_at", _INSTANT, server_default=sa.func.now(), nullable=False),
        *(
            sa.ForeignKeyConstraint(
                [column], [f"{table}.id"], name=op.f(f"hidden_comments_{column}_fkey"), ondelete="CASCADE"
            )
            for column, table in (("comment_id", "comments"), ("post_id", "posts"), ("hidden_by", "users"))
        ),
        sa.PrimaryKeyConstraint("comment_id", name=op.f("hidden_comments_pkey")),
    )
    op.create_index("hidden_comments_by_owner", "hidden_comments", ["hidden_by"])
    op.create_index("hidden_comments_live", "hidden_comments", ["post_id", "comment_id"], unique=True)
    op.execute(identify_by_index("hidden_comments", "hidden_comments_live"))
    op.execute(
        add_to_publication("inflow", {"safety_settings": ("user_id",), "hidden_comments": ("post_id", "comment_id")})
    )


def downgrade() -> None:
    op.drop_table("hidden_comments")
    op.drop_table("safety_settings")
