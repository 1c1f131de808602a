"""The tables of imports and of what was found in their archives."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from inflow.core.tables import INSTANT, TEXT, metadata

UNFINISHED = "state IN ('uploading', 'reading', 'ready', 'working')"

imports = sa.Table(
    "imports",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column("user_id", TEXT, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    sa.Column("state", TEXT, nullable=False),
    # Null before the archive is read.
    sa.Column("source", TEXT),
    sa.Column("file_name", sa.Text, nullable=False),
    sa.Column("byte_size", sa.BigInteger, nullable=False),
    # Who sees the posts; null before the member starts.
    sa.Column("audience", TEXT),
    # How many items are to arrive, and how many did, were here before, or cannot come.
    sa.Column("total", sa.Integer, nullable=False, server_default="0"),
    sa.Column("done", sa.Integer, nullable=False, server_default="0"),
    sa.Column("skipped", sa.Integer, nullable=False, server_default="0"),
    sa.Column("refused", sa.Integer, nullable=False, server_default="0"),
    # What the archive has: see `views.Contents`.
    sa.Column("contents", JSONB(none_as_null=True)),
    # Why it failed; while it works, why it waits.
    sa.Column("failure_code", TEXT),
    sa.Column("failure_words", sa.Text),
    # The newest job that took it up. Only that one brings posts: see `progress.py`.
    sa.Column("claim", TEXT, nullable=False, server_default=""),
    # How many jobs took it up since the last item.
    sa.Column("attempts", sa.SmallInteger, nullable=False, server_default="0"),
    sa.Column("created_at", INSTANT, nullable=False, server_default=sa.func.clock_timestamp()),
    sa.Column("finished_at", INSTANT),
    sa.CheckConstraint(
        "state IN ('uploading', 'reading', 'ready', 'working', 'done', 'failed', 'cancelled')", name="state"
    ),
    sa.CheckConstraint("audience IN ('cue', 'sphere')", name="audience"),
    sa.CheckConstraint("(state IN ('done', 'failed', 'cancelled')) = (finished_at IS NOT NULL)", name="finished"),
    sa.CheckConstraint("byte_size >= 0", name="byte_size"),
    # A member has one unfinished import.
    sa.Index("imports_unfinished", "user_id", unique=True, postgresql_where=sa.text(UNFINISHED)),
    sa.Index("imports_by_user", "user_id", sa.desc("created_at"), sa.desc("id")),
    # The replica identity, with the columns by which live queries find imports: see docs/architecture.md.
    sa.Index("imports_live", "id", "user_id", "created_at", unique=True),
)

# In the order in which they arrive. Those that cannot come are among them, so that they can be named.
import_items = sa.Table(
    "import_items",
    metadata,
    sa.Column("import_id", TEXT, sa.ForeignKey("imports.id", ondelete="CASCADE"), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    # The same for the same thing in another archive of its source.
    sa.Column("key", TEXT, nullable=False),
    sa.Column("at", INSTANT),
    # See `found.py`.
    sa.Column("content", JSONB, nullable=False),
    sa.Column("state", TEXT, nullable=False, server_default="waiting"),
    # What the member should know about it.
    sa.Column("why", sa.Text),
    # Without a foreign key: the post may be deleted, and the item says that it arrived.
    sa.Column("post_id", TEXT),
    sa.PrimaryKeyConstraint("import_id", "number"),
    sa.UniqueConstraint("import_id", "key"),
    sa.CheckConstraint("state IN ('waiting', 'done', 'skipped', 'refused')", name="state"),
    sa.Index("import_items_waiting", "import_id", "number", postgresql_where=sa.text("state = 'waiting'")),
    sa.Index("import_items_told", "import_id", "number", postgresql_where=sa.text("why IS NOT NULL")),
    # The replica identity, with the columns by which live queries find items: see docs/architecture.md.
    sa.Index("import_items_live", "import_id", "number", "state", unique=True),
)

import_uploads = sa.Table(
    "import_uploads",
    metadata,
    sa.Column("import_id", TEXT, sa.ForeignKey("imports.id", ondelete="CASCADE"), primary_key=True),
    # By which a browser recognises the file when its member chooses it again.
    sa.Column("fingerprint", TEXT, nullable=False),
    sa.Column("received", sa.BigInteger, nullable=False, server_default="0"),
    # The names of the segments in the store, in order. Each begins with the offset of its first byte.
    sa.Column("parts", JSONB, nullable=False, server_default="[]"),
    # When its newest bytes came.
    sa.Column("changed_at", INSTANT, nullable=False, server_default=sa.func.clock_timestamp(), index=True),
    sa.CheckConstraint("received >= 0", name="received"),
)
"""Not live: only the page that sends the file shows how far it is."""
