"""Photos in messages: the database keeps a photo as long as a message shows it."""

from __future__ import annotations

from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

# A photo that was tidied away in the moment in which it was sent. Nothing is left that the message could show.
_ERASE_WHAT_SHOWS_NOTHING = """
    UPDATE messages SET is_deleted = true, content = NULL, media_id = NULL
    WHERE media_id IS NOT NULL AND NOT EXISTS (SELECT FROM media WHERE media.id = messages.media_id)
"""


def upgrade() -> None:
    op.execute(_ERASE_WHAT_SHOWS_NOTHING)
    op.create_foreign_key(op.f("messages_media_id_fkey"), "messages", "media", ["media_id"], ["id"])


def downgrade() -> None:
    op.drop_constraint(op.f("messages_media_id_fkey"), "messages", type_="foreignkey")
