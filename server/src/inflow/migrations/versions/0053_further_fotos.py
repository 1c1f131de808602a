"""The second and further fotos of posts, and several removed photos for one measure."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

from reflow.changes.publication import add_to_publication, identify_by_index

revision = "0053"
down_revision = "0052"
works_with = "0038"
branch_labels = None
depends_on = None

_TABLE = "further_fotos"
_TEXT = sa.Text(collation="C")
_RATIOS = "ratio IN ('vertical', 'horizontal', 'landscape')"


def upgrade() -> None:
    op.add_column("posts", sa.Column("foto_count", sa.SmallInteger, server_default="1", nullable=False))
    op.create_check_constraint(op.f("posts_foto_count_check"), "posts", "foto_count BETWEEN 1 AND 10")
    op.create_table(
        _TABLE,
        sa.Column("post_id", _TEXT, nullable=False),
        sa.Column("place", sa.SmallInteger, nullable=False),
        sa.Column("media_id", _TEXT, nullable=False),
        sa.Column("ratio", _TEXT, nullable=False),
        sa.Column("alt_text", sa.Text, server_default="", nullable=False),
        sa.Column("filter", _TEXT, server_default="none", nullable=False),
        *(_percent(name) for name in ("brightness", "contrast", "saturation")),
        *(_between(name, 200) for name in ("brightness", "contrast", "saturation")),
        sa.CheckConstraint("place BETWEEN 1 AND 9", name=op.f(f"{_TABLE}_place_check")),
        sa.CheckConstraint(_RATIOS, name=op.f(f"{_TABLE}_ratio_check")),
        sa.CheckConstraint("char_length(alt_text) <= 1500", name=op.f(f"{_TABLE}_alt_text_check")),
        sa.ForeignKeyConstraint(["post_id"], ["posts.id"], name=op.f(f"{_TABLE}_post_id_fkey"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["media_id"], ["media.id"], name=op.f(f"{_TABLE}_media_id_fkey")),
        sa.PrimaryKeyConstraint("post_id", "place", name=op.f(f"{_TABLE}_pkey")),
        sa.UniqueConstraint("media_id", name=op.f(f"{_TABLE}_media_id_key")),
    )
    op.create_index(f"{_TABLE}_live", _TABLE, ["post_id", "place", "media_id"], unique=True)
    op.execute(identify_by_index(_TABLE, f"{_TABLE}_live"))
    op.execute(add_to_publication("inflow", {_TABLE: ("post_id", "place", "media_id")}))
    op.add_column("post_edits", sa.Column("further_alt_texts", ARRAY(sa.Text), server_default="{}", nullable=False))
    op.drop_constraint("removed_photos_pkey", "removed_photos")
    op.create_primary_key("removed_photos_pkey", "removed_photos", ["measure_id", "fingerprint"])


def downgrade() -> None:
    op.drop_constraint("removed_photos_pkey", "removed_photos")
    op.create_primary_key("removed_photos_pkey", "removed_photos", ["measure_id"])
    op.drop_column("post_edits", "further_alt_texts")
    op.drop_table(_TABLE)
    op.drop_column("posts", "foto_count")


def _percent(name: str) -> sa.Column[object]:
    return sa.Column(name, sa.SmallInteger, server_default="100", nullable=False)


def _between(name: str, most: int) -> sa.CheckConstraint:
    return sa.CheckConstraint(f"{name} BETWEEN 0 AND {most}", name=op.f(f"{_TABLE}_{name}_check"))
