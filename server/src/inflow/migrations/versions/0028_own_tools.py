"""Members' own tools: who may comment on their posts or send them requests, comments that they hid, and mutes."""

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
        sa.Column("requesters", _TEXT, server_default="everyone", nullable=False),
        sa.CheckConstraint(
            "requesters IN ('everyone', 'friends_of_friends', 'no_one')", name=op.f("safety_settings_requesters_check")
        ),
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
    op.create_table(
        "mutes",
        sa.Column("muter_id", _TEXT, nullable=False),
        sa.Column("muted_id", _TEXT, nullable=False),
        sa.Column("created_at", _INSTANT, server_default=sa.func.now(), nullable=False),
        sa.CheckConstraint("muter_id <> muted_id", name=op.f("mutes_not_oneself_check")),
        *(
            sa.ForeignKeyConstraint([column], ["users.id"], name=op.f(f"mutes_{column}_fkey"), ondelete="CASCADE")
            for column in ("muter_id", "muted_id")
        ),
        sa.PrimaryKeyConstraint("muter_id", "muted_id", name=op.f("mutes_pkey")),
    )
    op.create_index(
        "mutes_by_muter",
        "mutes",
        ["muter_id", sa.literal_column("created_at DESC"), sa.literal_column("muted_id DESC")],
    )
    op.create_index("mutes_by_muted", "mutes", ["muted_id"])
    op.create_index("mutes_live", "mutes", ["muter_id", "muted_id", "created_at"], unique=True)
    op.execute(identify_by_index("mutes", "mutes_live"))
    op.execute(identify_by_index("hidden_comments", "hidden_comments_live"))
    published = {
        "safety_settings": ("user_id",),
        "hidden_comments": ("post_id", "comment_id"),
        "mutes": ("muter_id", "muted_id", "created_at"),
    }
    op.execute(add_to_publication("inflow", published))


def downgrade() -> None:
    op.drop_table("mutes")
    op.drop_table("hidden_comments")
    op.drop_table("safety_settings")
