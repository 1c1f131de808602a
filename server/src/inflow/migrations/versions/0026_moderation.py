"""Reports, cases, measures, appeals, roles, suspensions and the audit log."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from reflow.changes.publication import add_to_publication, identify_by_index

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

_TEXT = sa.Text(collation="C")
_INSTANT = sa.DateTime(timezone=True)
_PUBLISHED = {
    "identity_suspensions": ("account_id",),
    "roles": ("user_id", "role"),
    "restrictions": ("user_id",),
    "cases": ("id", "state", "member_id", "opened_at"),
    "reports": ("id", "case_id", "reporter_id", "created_at"),
    "measures": ("id", "case_id", "member_id", "state", "created_at"),
    "appeals": ("id", "measure_id", "state", "created_at"),
    "case_notes": ("id", "case_id"),
    "case_viewers": ("case_id", "moderator_id"),
    "evidence_openings": ("case_id", "moderator_id"),
}
_IDENTIFIED = ("roles", "cases", "reports", "measures", "appeals", "case_notes")


def upgrade() -> None:
    # A suspended member is hidden from everyone: the viewer of that row is no user.
    op.drop_constraint("hidden_viewer_id_fkey", "hidden", type_="foreignkey")
    _allow("posts", "'sphere', 'cue', 'unlisted', 'removed'")
    _allow("grids", "'sphere', 'cue', 'removed'")
    _create_standing()
    _create_cases()
    _create_measures()
    _create_audit()
    for table in _IDENTIFIED:
        op.execute(identify_by_index(table, f"{table}_live"))
    op.execute(add_to_publication("inflow", _PUBLISHED))


def downgrade() -> None:
    for table in ("audit_head", "audit_entries", "evidence_openings", "case_viewers", "case_notes", "appeals"):
        op.drop_table(table)
    for table in ("measures", "reports", "cases", "restrictions", "roles", "identity_suspensions"):
        op.drop_table(table)
    # What moderators took away comes back without their measures, and suspended members with it.
    op.execute("UPDATE posts SET post_type = 'sphere' WHERE post_type = 'unlisted'")
    op.execute("DELETE FROM grids WHERE post_type = 'removed'")
    op.execute("UPDATE posts SET post_type = 'cue' WHERE post_type = 'removed'")
    op.execute("DELETE FROM hidden WHERE viewer_id = '*'")
    _allow("posts", "'sphere', 'cue'")
    _allow("grids", "'sphere', 'cue'")
    op.create_foreign_key("hidden_viewer_id_fkey", "hidden", "users", ["viewer_id"], ["id"], ondelete="CASCADE")


def _allow(table: str, audiences: str) -> None:
    op.drop_constraint(f"{table}_post_type_check", table, type_="check")
    op.create_check_constraint(op.f(f"{table}_post_type_check"), table, f"post_type IN ({audiences})")


def _id() -> sa.Column[str]:
    return sa.Column("id", _TEXT, nullable=False)


def _of_case(table: str) -> tuple[sa.Column[str], sa.ForeignKeyConstraint]:
    key = sa.ForeignKeyConstraint(["case_id"], ["cases.id"], name=op.f(f"{table}_case_id_fkey"), ondelete="CASCADE")
    return sa.Column("case_id", _TEXT, nullable=False), key


def _of_user(table: str) -> tuple[sa.Column[str], sa.ForeignKeyConstraint, sa.PrimaryKeyConstraint]:
    key = sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f(f"{table}_user_id_fkey"), ondelete="CASCADE")
    return (
        sa.Column("user_id", _TEXT, nullable=False),
        key,
        sa.PrimaryKeyConstraint("user_id", name=op.f(f"{table}_pkey")),
    )


def _create_standing() -> None:
    op.create_table(
        "identity_suspensions",
        sa.Column("account_id", _TEXT, nullable=False),
        sa.Column("until", _INSTANT),
        sa.ForeignKeyConstraint(
            ["account_id"], ["identity_accounts.id"], name="identity_suspensions_account_id_fkey", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account_id", name=op.f("identity_suspensions_pkey")),
    )
    op.create_table(
        "roles",
        *_of_user("roles"),
        sa.Column("role", _TEXT, nullable=False),
        sa.Column("granted_at", _INSTANT, server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("role IN ('moderator', 'owner')", name=op.f("roles_role_check")),
    )
    op.create_index("roles_live", "roles", ["user_id", "role"], unique=True)
    op.create_table("restrictions", *_of_user("restrictions"), sa.Column("until", _INSTANT, nullable=False))


def _create_cases() -> None:
    op.create_table(
        "cases",
        _id(),
        sa.Column("kind", _TEXT, nullable=False),
        sa.Column("subject_id", _TEXT, nullable=False),
        sa.Column("member_id", _TEXT, nullable=False),
        sa.Column("state", _TEXT, server_default="open", nullable=False),
        sa.Column("reports", sa.Integer(), server_default="0", nullable=False),
        sa.Column("opened_at", _INSTANT, nullable=False),
        sa.Column("closed_at", _INSTANT),
        sa.Column("closed_by", _TEXT),
        sa.Column("is_dismissed", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("media_id", _TEXT),
        sa.Column("evidence", sa.LargeBinary()),
        sa.Column("photo", sa.LargeBinary()),
        sa.CheckConstraint(
            "kind IN ('post', 'grid', 'comment', 'message', 'profile', 'quote', 'proposal')",
            name=op.f("cases_kind_check"),
        ),
        sa.CheckConstraint("state IN ('open', 'closed')", name=op.f("cases_state_check")),
        sa.CheckConstraint("(state = 'closed') = (closed_at IS NOT NULL)", name=op.f("cases_closed_at_check")),
        sa.PrimaryKeyConstraint("id", name=op.f("cases_pkey")),
    )
    is_open, has_media = sa.text("state = 'open'"), sa.text("media_id IS NOT NULL")
    op.create_index("cases_one_open", "cases", ["kind", "subject_id"], unique=True, postgresql_where=is_open)
    op.create_index("cases_by_state", "cases", ["state", "opened_at", "id"])
    op.create_index("cases_by_member", "cases", ["member_id", "opened_at", "id"])
    op.create_index("cases_by_media", "cases", ["media_id"], postgresql_where=has_media)
    op.create_index("cases_live", "cases", ["id", "state", "member_id", "opened_at"], unique=True)
    op.create_table(
        "reports",
        _id(),
        *_of_case("reports"),
        sa.Column("reporter_id", _TEXT, nullable=False),
        sa.Column("reason", _TEXT, nullable=False),
        sa.Column("words", sa.LargeBinary()),
        sa.Column("created_at", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("reports_pkey")),
    )
    named = sa.text("reporter_id <> ''")
    op.create_index("reports_once", "reports", ["case_id", "reporter_id"], unique=True, postgresql_where=named)
    op.create_index("reports_by_reporter", "reports", ["reporter_id", "created_at", "id"])
    op.create_index("reports_live", "reports", ["id", "case_id", "reporter_id", "created_at"], unique=True)
    op.create_table(
        "case_notes",
        _id(),
        *_of_case("case_notes"),
        sa.Column("moderator_id", _TEXT, nullable=False),
        sa.Column("words", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("case_notes_pkey")),
    )
    op.create_index("case_notes_by_case", "case_notes", ["case_id", "created_at", "id"])
    op.create_index("case_notes_live", "case_notes", ["id", "case_id"], unique=True)
    for table, moment in (("case_viewers", "seen_at"), ("evidence_openings", "opened_at")):
        op.create_table(
            table,
            *_of_case(table),
            sa.Column("moderator_id", _TEXT, nullable=False),
            sa.Column(moment, _INSTANT, nullable=False),
            sa.PrimaryKeyConstraint("case_id", "moderator_id", name=op.f(f"{table}_pkey")),
        )


def _create_measures() -> None:
    op.create_table(
        "measures",
        _id(),
        *_of_case("measures"),
        sa.Column("member_id", _TEXT, nullable=False),
        sa.Column("moderator_id", _TEXT, nullable=False),
        sa.Column("kind", _TEXT, nullable=False),
        sa.Column("reason", _TEXT, nullable=False),
        sa.Column("facts", sa.Text(), server_default="", nullable=False),
        sa.Column("is_automatic", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("state", _TEXT, server_default="in_force", nullable=False),
        sa.Column("created_at", _INSTANT, nullable=False),
        sa.Column("until", _INSTANT),
        sa.Column("emailed", _TEXT, server_default="", nullable=False),
        sa.Column("before", sa.LargeBinary()),
        sa.Column("reversed_by", _TEXT),
        sa.Column("reversal", sa.Text(), server_default="", nullable=False),
        sa.CheckConstraint(
            "kind IN ('warn', 'remove', 'unlist', 'restrict', 'suspend', 'ban')", name=op.f("measures_kind_check")
        ),
        sa.CheckConstraint("state IN ('in_force', 'ended', 'reversed')", name=op.f("measures_state_check")),
        sa.PrimaryKeyConstraint("id", name=op.f("measures_pkey")),
    )
    op.create_index("measures_by_case", "measures", ["case_id"])
    op.create_index("measures_by_member", "measures", ["member_id", "created_at", "id"])
    op.create_index("measures_live", "measures", ["id", "case_id", "member_id", "state", "created_at"], unique=True)
    op.create_table(
        "appeals",
        _id(),
        sa.Column("measure_id", _TEXT, nullable=False),
        sa.Column("words", sa.LargeBinary(), nullable=False),
        sa.Column("state", _TEXT, server_default="open", nullable=False),
        sa.Column("created_at", _INSTANT, nullable=False),
        sa.Column("decided_at", _INSTANT),
        sa.Column("decided_by", _TEXT),
        sa.Column("answer", sa.Text(), server_default="", nullable=False),
        sa.CheckConstraint("state IN ('open', 'granted', 'refused')", name=op.f("appeals_state_check")),
        sa.ForeignKeyConstraint(
            ["measure_id"], ["measures.id"], name=op.f("appeals_measure_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("appeals_pkey")),
        sa.UniqueConstraint("measure_id", name=op.f("appeals_measure_id_key")),
    )
    op.create_index("appeals_by_state", "appeals", ["state", "created_at", "id"])
    op.create_index("appeals_live", "appeals", ["id", "measure_id", "state", "created_at"], unique=True)


def _create_audit() -> None:
    op.create_table(
        "audit_entries",
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", _INSTANT, nullable=False),
        sa.Column("actor", _TEXT, nullable=False),
        sa.Column("action", _TEXT, nullable=False),
        sa.Column("subject", _TEXT, nullable=False),
        sa.Column("details", sa.Text(), nullable=False),
        sa.Column("code", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("audit_entries_pkey")),
    )
    op.create_table(
        "audit_head",
        sa.Column("id", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("code", sa.LargeBinary(), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("audit_head_one_check")),
        sa.PrimaryKeyConstraint("id", name=op.f("audit_head_pkey")),
    )
    op.execute("INSERT INTO audit_head (id, number, code) VALUES (1, 0, ''::bytea)")
