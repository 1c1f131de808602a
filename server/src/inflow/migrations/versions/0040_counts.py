"""The numbers of a post's reactions and comments as sums of changes, which triggers note. 0041 adds what there was."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from reflow.changes.publication import add_to_publication

revision = "0040"
down_revision = "0039"
works_with = "0038"
branch_labels = None
depends_on = None

_TEXT = sa.Text(collation="C")
# Every so many changes one transaction replaces all changes of a count by their sum.
_SUMMED_EVERY = 64


def upgrade() -> None:
    _count("reactions", "reaction_counts", "post_id", "reaction")
    _count("comments", "comment_counts", "post_id", where="author_id IS NOT NULL")


def downgrade() -> None:
    for table, counts in (("reactions", "reaction_counts"), ("comments", "comment_counts")):
        for event in ("insert", "update", "delete"):
            op.execute(f"DROP TRIGGER {counts}_{event} ON {table}")
        op.execute(f"DROP FUNCTION {counts}()")
        op.drop_table(counts)


def _count(table: str, counts: str, *by: str, where: str = "true") -> None:
    op.create_table(
        counts,
        *(sa.Column(each, _TEXT, nullable=False) for each in by),
        sa.Column("id", sa.BigInteger, sa.Identity(always=True), nullable=False),
        sa.Column("delta", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["post_id"], ["posts.id"], name=op.f(f"{counts}_post_id_fkey"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint(*by, "id", name=op.f(f"{counts}_pkey")),
    )
    op.execute(add_to_publication("inflow", {counts: (*by, "id")}))
    op.execute(_function(counts, by, where))
    for event, rows in (
        ("INSERT", "NEW TABLE AS new_rows"),
        ("UPDATE", "OLD TABLE AS old_rows NEW TABLE AS new_rows"),
        ("DELETE", "OLD TABLE AS old_rows"),
    ):
        op.execute(f"""
            CREATE TRIGGER {counts}_{event.lower()} AFTER {event} ON {table} REFERENCING {rows}
            FOR EACH STATEMENT EXECUTE FUNCTION {counts}()
        """)


def _function(counts: str, by: Sequence[str], where: str) -> str:
    """One statement notes one change for each count. If the post is being deleted, its counts go with it."""
    columns = ", ".join(by)
    new, old = (
        f"SELECT {columns}, {delta} AS delta FROM {rows} WHERE {where}"  # noqa: S608  # all parts are constants above
        for delta, rows in ((1, "new_rows"), (-1, "old_rows"))
    )
    same = " AND ".join(f"{each} = full_count.{each}" for each in by)
    kept = ", ".join(f"full_count.{each}" for each in by)

    def noted(rows: str) -> str:
        return f"""
            FOR full_count IN
                WITH noted AS (
                    INSERT INTO {counts} ({columns}, delta)
                    SELECT changes.* FROM posts JOIN (
                        SELECT {columns}, sum(delta) FROM ({rows}) AS changes GROUP BY {columns} HAVING sum(delta) <> 0
                    ) AS changes ON changes.post_id = posts.id
                    FOR KEY SHARE OF posts
                    RETURNING {columns}, id
                ) SELECT * FROM noted WHERE id % {_SUMMED_EVERY} = 0
            LOOP
                WITH summed AS (DELETE FROM {counts} WHERE {same} RETURNING delta)
                INSERT INTO {counts} ({columns}, delta) SELECT {kept}, sum(delta) FROM summed;
            END LOOP;
        """  # noqa: S608  # all parts are constants above

    return f"""
        CREATE FUNCTION {counts}() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE full_count record;
        BEGIN
            IF TG_OP = 'INSERT' THEN {noted(new)}
            ELSIF TG_OP = 'DELETE' THEN {noted(old)}
            ELSE {noted(f"{new} UNION ALL {old}")}
            END IF;
            RETURN NULL;
        END $$
    """
