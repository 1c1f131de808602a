"""The tables of cases, reports, measures and appeals.

Members' ids stand here without foreign keys: a case outlives the account, which then leaves an empty id.
"""

from __future__ import annotations

import sqlalchemy as sa

from inflow.core.tables import INSTANT, TEXT, metadata


def _of_case(*, primary_key: bool = False) -> sa.Column[str]:
    reference = sa.ForeignKey("cases.id", ondelete="CASCADE")
    return sa.Column("case_id", TEXT, reference, primary_key=primary_key, nullable=False)


cases = sa.Table(
    "cases",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column("kind", TEXT, nullable=False),
    sa.Column("subject_id", TEXT, nullable=False),
    sa.Column("member_id", TEXT, nullable=False),
    sa.Column("state", TEXT, nullable=False, server_default="open"),
    sa.Column("reports", sa.Integer, nullable=False, server_default="0"),
    sa.Column("opened_at", INSTANT, nullable=False),
    sa.Column("closed_at", INSTANT),
    sa.Column("closed_by", TEXT),
    sa.Column("is_dismissed", sa.Boolean, nullable=False, server_default=sa.text("false")),
    # A photo that must stay as long as the case may need it: of a former member, until it is copied.
    sa.Column("media_id", TEXT),
    # Encrypted: see `encryption.py`. Null once it is deleted.
    sa.Column("evidence", sa.LargeBinary),
    sa.Column("photo", sa.LargeBinary),
    sa.CheckConstraint(
        "kind IN ('post', 'grid', 'comment', 'message', 'profile', 'quote', 'proposal', 'refusals', 'activity', "
        "'upload')",
        name="kind",
    ),
    sa.CheckConstraint("state IN ('open', 'closed')", name="state"),
    sa.CheckConstraint("(state = 'closed') = (closed_at IS NOT NULL)", name="closed_at"),
    # Reports about the same thing are one case.
    sa.Index("cases_one_open", "kind", "subject_id", unique=True, postgresql_where=sa.text("state = 'open'")),
    sa.Index("cases_by_state", "state", "opened_at", "id"),
    sa.Index("cases_by_member", "member_id", "opened_at", "id"),
    sa.Index("cases_by_media", "media_id", postgresql_where=sa.text("media_id IS NOT NULL")),
    # The replica identity, with the columns by which live queries find cases: see docs/architecture.md.
    sa.Index("cases_live", "id", "state", "member_id", "opened_at", unique=True),
)

# The second and third photo of a reported grid, in its order; the first is in `cases`.
case_photos = sa.Table(
    "case_photos",
    metadata,
    _of_case(primary_key=True),
    sa.Column("place", sa.SmallInteger, primary_key=True),
    sa.Column("media_id", TEXT),
    sa.Column("photo", sa.LargeBinary),  # encrypted; null until it is copied
    sa.CheckConstraint("place > 0", name="place"),
    sa.Index("case_photos_by_media", "media_id", postgresql_where=sa.text("media_id IS NOT NULL")),
)

reports = sa.Table(
    "reports",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    _of_case(),
    sa.Column("reporter_id", TEXT, nullable=False),
    sa.Column("reason", TEXT, nullable=False),
    sa.Column("words", sa.LargeBinary),  # encrypted; null if there are none
    sa.Column("created_at", INSTANT, nullable=False),
    # Reporting twice is one report. A former member leaves an empty id.
    sa.Index("reports_once", "case_id", "reporter_id", unique=True, postgresql_where=sa.text("reporter_id <> ''")),
    sa.Index("reports_by_reporter", "reporter_id", "created_at", "id"),
    sa.Index("reports_live", "id", "case_id", "reporter_id", "created_at", unique=True),
)

# Photos that the content check refused, and that their owners asked moderators to look at, each once.
upload_reviews = sa.Table(
    "upload_reviews",
    metadata,
    _of_case(primary_key=True),
    sa.Column("member_id", TEXT, nullable=False),
    # The owner of the upload, and the SHA-256 of its file: by these an allowed photo is recognised.
    sa.Column("account_id", TEXT, nullable=False),
    sa.Column("sha256", TEXT, nullable=False),
    sa.Column("state", TEXT, nullable=False, server_default="waiting"),
    sa.Column("asked_at", INSTANT, nullable=False),
    # So that a repeated job sends no second email.
    sa.Column("is_emailed", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.CheckConstraint("state IN ('waiting', 'allowed', 'refused')", name="state"),
    sa.Index("upload_reviews_once", "account_id", "sha256", unique=True),
    sa.Index("upload_reviews_by_member", "member_id", "asked_at", "case_id"),
    # The replica identity, with the columns by which live queries find reviews.
    sa.Index("upload_reviews_live", "case_id", "member_id", "state", "asked_at", unique=True),
)

measures = sa.Table(
    "measures",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    _of_case(),
    sa.Column("member_id", TEXT, nullable=False),
    sa.Column("moderator_id", TEXT, nullable=False),
    sa.Column("kind", TEXT, nullable=False),
    sa.Column("reason", TEXT, nullable=False),
    sa.Column("facts", sa.Text, nullable=False, server_default=""),
    sa.Column("is_automatic", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.Column("state", TEXT, nullable=False, server_default="in_force"),
    sa.Column("created_at", INSTANT, nullable=False),
    sa.Column("until", INSTANT),
    # Which emails about it were sent, so that a repeated job sends none twice.
    sa.Column("emailed", TEXT, nullable=False, server_default=""),
    # What it changed, encrypted, to restore it; null if it changed nothing.
    sa.Column("before", sa.LargeBinary),
    sa.Column("reversed_by", TEXT),
    sa.Column("reversal", sa.Text, nullable=False, server_default=""),
    sa.CheckConstraint("kind IN ('warn', 'remove', 'unlist', 'restrict', 'suspend', 'ban')", name="kind"),
    sa.CheckConstraint("state IN ('in_force', 'ended', 'reversed')", name="state"),
    sa.Index("measures_by_case", "case_id"),
    sa.Index("measures_by_member", "member_id", "created_at", "id"),
    sa.Index("measures_live", "id", "case_id", "member_id", "state", "created_at", unique=True),
)

# The perceptual fingerprints of removed photos, which may not be uploaded again while the measure is in force.
removed_photos = sa.Table(
    "removed_photos",
    metadata,
    sa.Column("measure_id", TEXT, sa.ForeignKey("measures.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("fingerprint", TEXT, primary_key=True),
    sa.CheckConstraint("fingerprint ~ '^[0-9a-f]{64}$'", name="fingerprint"),
)

appeals = sa.Table(
    "appeals",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    # A measure is appealed once.
    sa.Column("measure_id", TEXT, sa.ForeignKey("measures.id", ondelete="CASCADE"), nullable=False, unique=True),
    sa.Column("words", sa.LargeBinary, nullable=False),  # encrypted
    sa.Column("state", TEXT, nullable=False, server_default="open"),
    sa.Column("created_at", INSTANT, nullable=False),
    sa.Column("decided_at", INSTANT),
    sa.Column("decided_by", TEXT),
    sa.Column("answer", sa.Text, nullable=False, server_default=""),
    sa.CheckConstraint("state IN ('open', 'granted', 'refused')", name="state"),
    sa.Index("appeals_by_state", "state", "created_at", "id"),
    sa.Index("appeals_live", "id", "measure_id", "state", "created_at", unique=True),
)

case_notes = sa.Table(
    "case_notes",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    _of_case(),
    sa.Column("moderator_id", TEXT, nullable=False),
    sa.Column("words", sa.LargeBinary, nullable=False),  # encrypted
    sa.Column("created_at", INSTANT, nullable=False),
    sa.Index("case_notes_by_case", "case_id", "created_at", "id"),
    sa.Index("case_notes_live", "id", "case_id", unique=True),
)

# Which moderator looks at which case now.
case_viewers = sa.Table(
    "case_viewers",
    metadata,
    _of_case(primary_key=True),
    sa.Column("moderator_id", TEXT, primary_key=True),
    sa.Column("seen_at", INSTANT, nullable=False),
)

# Which moderator opened the messages of which case. Each opening is in the audit log as well.
evidence_openings = sa.Table(
    "evidence_openings",
    metadata,
    _of_case(primary_key=True),
    sa.Column("moderator_id", TEXT, primary_key=True),
    sa.Column("opened_at", INSTANT, nullable=False),
)
