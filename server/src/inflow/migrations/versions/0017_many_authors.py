"""The newest posts of many authors are found in indexes alone."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

_Columns = list[str | sa.TextClause]

_DOWN = (sa.text("created_at DESC"), sa.text("id DESC"))
_BY_NOOK: _Columns = ["nook_type", "post_type", "is_video", *_DOWN]
_BY_AUTHOR: _Columns = ["author_id", "post_type", "is_video", *_DOWN]
_OF_SPHERE: _Columns = ["author_id", "nook_type", "is_video", *_DOWN]
_OF_CUE: _Columns = ["author_id", "is_video", *_DOWN]
_IS_SPHERE = sa.text("post_type = 'sphere'")
_IS_CUE = sa.text("post_type = 'cue'")


def upgrade() -> None:
    op.drop_index("posts_by_nook", "posts")
    op.create_index("posts_by_nook", "posts", _BY_NOOK, postgresql_include=["author_id"])
    op.drop_index("posts_by_author_and_kind", "posts")
    op.create_index("posts_of_sphere_by_author", "posts", _OF_SPHERE, postgresql_where=_IS_SPHERE)
    op.create_index("posts_of_cue_by_author", "posts", _OF_CUE, postgresql_where=_IS_CUE)
    op.create_index(
        "posts_of_cue", "posts", ["is_video", *_DOWN], postgresql_include=["author_id"], postgresql_where=_IS_CUE
    )


def downgrade() -> None:
    for index in ("posts_of_cue", "posts_of_cue_by_author", "posts_of_sphere_by_author", "posts_by_nook"):
        op.drop_index(index, "posts")
    op.create_index("posts_by_author_and_kind", "posts", _BY_AUTHOR)
    op.create_index("posts_by_nook", "posts", _BY_NOOK)
