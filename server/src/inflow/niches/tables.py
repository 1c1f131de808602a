"""The tables of proposals and votes."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.core.tables import INSTANT, TEXT, metadata
from inflow.members.rules import NOOK_NAME_MAX, NOOK_NAME_MIN

proposals = sa.Table(
    "proposals",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column("name", TEXT, nullable=False),
    # Null once the member has left.
    sa.Column("proposed_by", TEXT, sa.ForeignKey("users.id", ondelete="SET NULL")),
    sa.Column("status", TEXT, nullable=False, server_default="open"),
    # How many members voted. Members who left are still counted, and stored nowhere.
    sa.Column("voters", sa.Integer, nullable=False, server_default="0"),
    sa.Column("created_at", INSTANT, nullable=False, server_default=sa.func.now()),
    sa.Column("voting_ends", INSTANT, nullable=False),
    sa.CheckConstraint("status IN ('open', 'passed', 'expired')", name="status"),
    sa.CheckConstraint("voters >= 0", name="voters"),
    sa.CheckConstraint(f"char_length(name) BETWEEN {NOOK_NAME_MIN} AND {NOOK_NAME_MAX}", name="name"),
    # Only one proposal may be open.
    sa.Index("proposals_one_open", "status", unique=True, postgresql_where=sa.text("status = 'open'")),
    sa.Index("proposals_by_proposer", "proposed_by", "created_at"),
    # The replica identity, with the columns by which live queries find proposals: see docs/architecture.md.
    sa.Index("proposals_live", "id", "status", unique=True),
)

proposal_votes = sa.Table(
    "proposal_votes",
    metadata,
    sa.Column("proposal_id", TEXT, sa.ForeignKey("proposals.id", ondelete="CASCADE"), nullable=False),
    sa.Column("voter_id", TEXT, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    # A member votes once.
    sa.PrimaryKeyConstraint("proposal_id", "voter_id"),
    sa.Index("proposal_votes_of_voter", "voter_id"),
)
