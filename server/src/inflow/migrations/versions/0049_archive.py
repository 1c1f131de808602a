"""The archive of the posts that members hide."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0049"
down_revision = "0048"
works_with = "0038"
branch_labels = None
depends_on = None

_TEXT = sa.Text(collation="C")
_TRIGGER = "erasures_of_posts_update"


def upgrade() -> None:
    op.add_column("posts", sa.Column("archived_from", _TEXT))
    _replace_check("posts", "('sphere', 'cue', 'unlisted', 'removed', 'archived')")
    _replace_check("grids", "('sphere', 'cue', 'removed', 'archived')")
    op.create_check_constraint(
        op.f("posts_archived_from_check"), "posts", "archived_from IN ('sphere', 'cue', 'unlisted')"
    )
    op.create_check_constraint(
        op.f("posts_archived_check"),
        "posts",
        "post_type = 'removed' OR (post_type = 'archived') = (archived_from IS NOT NULL)",
    )
    op.create_index(
        "posts_of_archive",
        "posts",
        ["author_id", sa.literal_column("created_at DESC"), sa.literal_column("id DESC")],
        postgresql_where=sa.text("post_type = 'archived'"),
    )
    # A restore also learns to which audience an archived post returns.
    _replace_trigger(
        "post_type, archived_from",
        "(NEW.post_type, NEW.archived_from) IS DISTINCT FROM (OLD.post_type, OLD.archived_from)",
        "CASE NEW.post_type WHEN 'archived' THEN 'archived ' || NEW.archived_from ELSE NEW.post_type END",
    )


def downgrade() -> None:
    _replace_trigger("post_type", "NEW.post_type <> OLD.post_type", "NEW.post_type")
    op.drop_index("posts_of_archive", "posts")
    op.drop_constraint(op.f("posts_archived_check"), "posts")
    op.drop_constraint(op.f("posts_archived_from_check"), "posts")
    # What was archived stays hidden.
    for table in ("posts", "grids"):
        op.execute(f"UPDATE {table} SET post_type = 'removed' WHERE post_type = 'archived'")  # noqa: S608  # constants
    op.drop_column("posts", "archived_from")
    _replace_check("posts", "('sphere', 'cue', 'unlisted', 'removed')")
    _replace_check("grids", "('sphere', 'cue', 'removed')")


def _replace_check(table: str, allowed: str) -> None:
    name = op.f(f"{table}_post_type_check")
    op.drop_constraint(name, table)
    op.create_check_constraint(name, table, f"post_type IN {allowed}")


def _replace_trigger(columns: str, condition: str, act: str) -> None:
    op.execute(f"DROP TRIGGER {_TRIGGER} ON posts")
    op.execute(f"""
        CREATE OR REPLACE FUNCTION {_TRIGGER}() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO erasures (transaction, erased_at, kind, act, subject)
            VALUES (pg_current_xact_id()::text::bigint, clock_timestamp(), 'post', {act},
                    encode(sha256(convert_to(NEW.id, 'UTF8')), 'hex'));
            RETURN NULL;
        END $$
    """)  # noqa: S608  # all parts are constants above
    op.execute(
        f"CREATE TRIGGER {_TRIGGER} AFTER UPDATE OF {columns} ON posts"
        f" FOR EACH ROW WHEN ({condition}) EXECUTE FUNCTION {_TRIGGER}()"
    )
