"""The reactions and comments from before 0040 in the counts.

It locks no table: what is written meanwhile is noted by the triggers, and one statement reads rows and changes in the
same state.
"""

from __future__ import annotations

from alembic import op

revision = "0041"
down_revision = "0040"
works_with = "0038"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _add("reactions", "reaction_counts", "post_id, reaction")
    _add("comments", "comment_counts", "post_id", where="author_id IS NOT NULL")


def downgrade() -> None:
    """The counts stay right."""


def _add(table: str, counts: str, by: str, where: str = "true") -> None:
    op.execute(f"""
        INSERT INTO {counts} ({by}, delta)
        SELECT numbers.* FROM posts JOIN (
            SELECT {by}, sum(number) FROM (
                SELECT {by}, count(*) AS number FROM {table} WHERE {where} GROUP BY {by}
                UNION ALL SELECT {by}, -sum(delta) FROM {counts} GROUP BY {by}
            ) AS numbers
            GROUP BY {by} HAVING sum(number) <> 0
        ) AS numbers ON numbers.post_id = posts.id
        FOR KEY SHARE OF posts
    """)  # noqa: S608  # all parts are constants above
