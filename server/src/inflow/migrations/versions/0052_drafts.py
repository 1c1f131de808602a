"""Drafts, and fotos that are posted at a time that their members chose."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from reflow.changes.publication import add_to_publication, identify_by_index

revision = "0052"
down_revision = "0051"
works_with = "0038"
branch_labels = None
depends_on = None

_TEXT = sa.Text(collation="C")
_INSTANT = sa.DateTime(timezone=True)
_PUBLISHED = {"drafts": ("id", "author_id"), "draft_fotos": ("draft_id", "position", "media_id")}


def upgrade() -> None:
    op.create_table(
        "drafts",
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("author_id", _TEXT, nullable=False),
        sa.Column("caption", sa.Text, server_default="", nullable=False),
        sa.Column("version", sa.Integer, server_default="1", nullable=False),
        sa.Column("created_at", _INSTANT, server_default=sa.func.now(), nullable=False),
        sa.Column("changed_at", _INSTANT, server_default=sa.func.now(), nullable=False),
        sa.Column("publish_at", _INSTANT),
        sa.Column("post_type", _TEXT),
        sa.Column("try_at", _INSTANT),
        sa.Column("attempts", sa.SmallInteger, server_default="0", nullable=False),
        sa.Column("failed_code", _TEXT),
        sa.Column("failed_words", sa.Text),
        sa.Column("failed_at", _INSTANT),
        _check("drafts", "post_type", "post_type IN ('sphere', 'cue')"),
        _check("drafts", "scheduled", "num_nulls(publish_at, post_type, try_at) IN (0, 3)"),
        _check("drafts", "failed", "num_nulls(failed_code, failed_words, failed_at) IN (0, 3)"),
        _check("drafts", "scheduled_or_failed", "publish_at IS NULL OR failed_at IS NULL"),
        _check("drafts", "caption", "char_length(caption) <= 300"),
        sa.ForeignKeyConstraint(["author_id"], ["users.id"], name=op.f("drafts_author_id_fkey"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("drafts_pkey")),
    )
    op.create_index("drafts_by_author", "drafts", ["author_id"])
    op.create_index("drafts_due", "drafts", ["try_at"], postgresql_where=sa.text("try_at IS NOT NULL"))
    op.create_index("drafts_live", "drafts", ["id", "author_id"], unique=True)
    op.create_table(
        "draft_fotos",
        sa.Column("draft_id", _TEXT, nullable=False),
        sa.Column("position", sa.SmallInteger, nullable=False),
        sa.Column("media_id", _TEXT, nullable=False),
        sa.Column("alt_text", sa.Text, server_default="", nullable=False),
        sa.Column("filter", _TEXT, server_default="none", nullable=False),
        *(sa.Column(name, sa.SmallInteger, server_default="100", nullable=False) for name in _PERCENTS),
        sa.Column("ratio", _TEXT, nullable=False),
        sa.Column("rotation", sa.SmallInteger, server_default="0", nullable=False),
        sa.Column("crop", JSONB),
        sa.Column("shape", _TEXT, nullable=False),
        *(_check("draft_fotos", name, f"{name} BETWEEN 0 AND 200") for name in _PERCENTS),
        _check("draft_fotos", "position", "position BETWEEN 0 AND 9"),
        _check("draft_fotos", "ratio", "ratio IN ('vertical', 'horizontal', 'landscape')"),
        _check("draft_fotos", "rotation", "rotation IN (0, 90, 180, 270)"),
        _check("draft_fotos", "alt_text", "char_length(alt_text) <= 1500"),
        _check("draft_fotos", "shape", "char_length(shape) <= 16"),
        sa.ForeignKeyConstraint(
            ["draft_id"], ["drafts.id"], name=op.f("draft_fotos_draft_id_fkey"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["media_id"], ["media.id"], name=op.f("draft_fotos_media_id_fkey")),
        sa.PrimaryKeyConstraint("draft_id", "position", name=op.f("draft_fotos_pkey")),
        sa.UniqueConstraint("media_id", name=op.f("draft_fotos_media_id_key")),
    )
    op.create_index("draft_fotos_live", "draft_fotos", ["draft_id", "position"], unique=True)
    for table in _PUBLISHED:
        op.execute(identify_by_index(table, f"{table}_live"))
    op.execute(add_to_publication("inflow", _PUBLISHED))
    # For the ledger of a backup. A draft that became a post was not erased.
    op.execute("""
        CREATE FUNCTION erasures_of_drafts_delete() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO erasures (transaction, erased_at, kind, act, subject)
            SELECT pg_current_xact_id()::text::bigint, clock_timestamp(), 'draft', 'deleted',
                   encode(sha256(convert_to(OLD.id, 'UTF8')), 'hex')
            WHERE NOT EXISTS (SELECT FROM posts WHERE id = OLD.id);
            RETURN NULL;
        END $$
    """)
    op.execute("""
        CREATE TRIGGER erasures_of_drafts_delete AFTER DELETE ON drafts
        FOR EACH ROW EXECUTE FUNCTION erasures_of_drafts_delete()
    """)


def downgrade() -> None:
    op.execute("DROP TRIGGER erasures_of_drafts_delete ON drafts")
    op.execute("DROP FUNCTION erasures_of_drafts_delete()")
    op.drop_table("draft_fotos")
    op.drop_table("drafts")


_PERCENTS = ("brightness", "contrast", "saturation")


def _check(table: str, name: str, condition: str) -> sa.CheckConstraint:
    return sa.CheckConstraint(condition, name=op.f(f"{table}_{name}_check"))
