"""Drafts keep their photos from being deleted."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.drafts.tables import draft_fotos


def kept_in_a_draft(media_id: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """The condition that a draft has this medium."""
    return sa.exists(sa.select(draft_fotos.c.draft_id).where(draft_fotos.c.media_id == media_id))
