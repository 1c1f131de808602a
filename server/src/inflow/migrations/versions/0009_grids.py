"""Grids, and nooks with the proposals for more of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from reflow.changes.publication import add_to_publication, identify_by_index

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_TEXT = sa.Text(collation="C")
_INSTANT = sa.DateTime(timezone=True)

_PUBLISHED = {
    "grids": ("id", "author_id", "post_type", "created_at"),
    "grid_images": ("grid_id", "place", "post_id"),
    "nooks": ("name",),
    "proposals": ("id", "status"),
    "proposal_votes": ("proposal_id", "voter_id"),
}
# The angles of the colours that the interface gave them before they were kept here.
_NOOKS = {"randomized": 252, "scenic": 171, "lifestyle": 31}


def upgrade() -> None:
    _create_grids()
    _create_nooks()
    _create_proposals()
    for table in ("grids", "grid_images", "proposals"):
        op.execute(identify_by_index(table, f"{table}_live"))
    op.execute(add_to_publication("inflow", _PUBLISHED))


def downgrade() -> None:
    for table in ("grid_images", "grids", "proposal_votes", "proposals", "nooks"):
        op.drop_table(table)


def _create_grids() -> None:
    layouts = "'vertical1', 'vertical2', 'vertical3', 'layout1', 'layout2', 'layout3', 'landscape'"
    op.create_table(
        "grids",
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("author_id", _TEXT, nullable=False),
        sa.Column("layout", _TEXT, nullable=False),
        sa.Column("post_type", _TEXT, nullable=False),
        sa.Column("made_of", _TEXT, nullable=False),
        _now(),
        sa.CheckConstraint(f"layout IN ({layouts})", name=op.f("grids_layout_check")),
        sa.CheckConstraint("post_type IN ('sphere', 'cue')", name=op.f("grids_post_type_check")),
        _reference("grids", "author_id", "users.id"),
        sa.PrimaryKeyConstraint("id", name=op.f("grids_pkey")),
        sa.UniqueConstraint("made_of", name=op.f("grids_made_of_key")),
    )
    newest: list[sa.ColumnElement[object]] = [sa.literal_column("created_at DESC"), sa.literal_column("id DESC")]
    op.create_index("grids_by_author", "grids", ["author_id", *newest])
    op.create_index("grids_live", "grids", list(_PUBLISHED["grids"]), unique=True)
    op.create_table(
        "grid_images",
        sa.Column("grid_id", _TEXT, nullable=False),
        sa.Column("place", sa.SmallInteger(), nullable=False),
        sa.Column("post_id", _TEXT, nullable=False),
        sa.CheckConstraint("place BETWEEN 0 AND 2", name=op.f("grid_images_place_check")),
        _reference("grid_images", "grid_id", "grids.id"),
        _reference("grid_images", "post_id", "posts.id", ondelete=None),
        sa.PrimaryKeyConstraint("grid_id", "place", name=op.f("grid_images_pkey")),
        sa.UniqueConstraint("grid_id", "post_id", name=op.f("grid_images_grid_id_post_id_key")),
    )
    op.create_index("grid_images_of_post", "grid_images", ["post_id"])
    op.create_index("grid_images_live", "grid_images", list(_PUBLISHED["grid_images"]), unique=True)


def _create_nooks() -> None:
    nooks = op.create_table(
        "nooks",
        sa.Column("name", _TEXT, nullable=False),
        sa.Column("hue", sa.SmallInteger(), nullable=False),
        _now(),
        sa.CheckConstraint("char_length(name) BETWEEN 3 AND 20", name=op.f("nooks_name_check")),
        sa.CheckConstraint("hue BETWEEN 0 AND 359", name=op.f("nooks_hue_check")),
        sa.PrimaryKeyConstraint("name", name=op.f("nooks_pkey")),
    )
    # A moment apart, for the order in which they are offered.
    since = "timestamptz '2000-01-01 00:00:00Z' + interval '1 second' * :place"
    for place, (name, hue) in enumerate(_NOOKS.items()):
        created_at = sa.text(since).bindparams(place=place)
        op.execute(sa.insert(nooks).values(name=name, hue=hue, created_at=created_at))


def _create_proposals() -> None:
    op.create_table(
        "proposals",
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("name", _TEXT, nullable=False),
        sa.Column("proposed_by", _TEXT),
        sa.Column("status", _TEXT, server_default="open", nullable=False),
        sa.Column("voters", sa.Integer(), server_default="0", nullable=False),
        _now(),
        sa.Column("voting_ends", _INSTANT, nullable=False),
        sa.CheckConstraint("status IN ('open', 'passed', 'expired')", name=op.f("proposals_status_check")),
        sa.CheckConstraint("voters >= 0", name=op.f("proposals_voters_check")),
        sa.CheckConstraint("char_length(name) BETWEEN 3 AND 20", name=op.f("proposals_name_check")),
        _reference("proposals", "proposed_by", "users.id", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("proposals_pkey")),
    )
    op.create_index(
        "proposals_one_open", "proposals", ["status"], unique=True, postgresql_where=sa.text("status = 'open'")
    )
    op.create_index("proposals_by_proposer", "proposals", ["proposed_by", "created_at"])
    op.create_index("proposals_live", "proposals", ["id", "status"], unique=True)
    op.create_table(
        "proposal_votes",
        sa.Column("proposal_id", _TEXT, nullable=False),
        sa.Column("voter_id", _TEXT, nullable=False),
        _reference("proposal_votes", "proposal_id", "proposals.id"),
        _reference("proposal_votes", "voter_id", "users.id"),
        sa.PrimaryKeyConstraint("proposal_id", "voter_id", name=op.f("proposal_votes_pkey")),
    )
    op.create_index("proposal_votes_of_voter", "proposal_votes", ["voter_id"])


def _now() -> sa.Column[object]:
    return sa.Column("created_at", _INSTANT, server_default=sa.text("now()"), nullable=False)


def _reference(table: str, column: str, to: str, ondelete: str | None = "CASCADE") -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [to], name=op.f(f"{table}_{column}_fkey"), ondelete=ondelete)
