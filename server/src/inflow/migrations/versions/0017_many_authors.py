"""The newest posts of many authors are found in indexes alone."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

_DOWN = (sa.text("created_at DESC"), sa.text("id DESC"))
_BY_NOOK: list[str | sa.TextClause] = ["nook_type", "post_type", "is_video", *_DOWN]
_BY_AUTHOR: list[str | sa.TextClause] = ["author_id", "post_type", "is_video", *_DOWN]


def upgrade() -> None:
    _make_again(by_nook=["author_id"], by_author=["nook_type"])
    op.create_index(
        "posts_of_cue",
        "posts",
        ["is_video", *_DOWN],
        postgresql_include=["author_id"],
        postgresql_where=sa.text("post_type = 'cue'"),
    )


def downgrade() -> None:
    op.drop_index("posts_of_cue", "posts")
    _make_again(by_nook=[], by_author=[])


def _make_again(by_nook: list[str], by_author: list[str]) -> None:
    op.drop_index("posts_by_nook", "posts")
    op.drop_index("posts_by_author_and_kind", "posts")
    op.create_index("posts_by_nook", "posts", _BY_NOOK, postgresql_include=by_nook)
    op.create_index("posts_by_author_and_kind", "posts", _BY_AUTHOR, postgresql_include=by_author)
