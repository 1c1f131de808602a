"""When the evidence of a case is no longer kept."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.moderation.rules import APPEAL_WITHIN, EVIDENCE_KEPT
from inflow.moderation.tables import appeals, cases, measures

_APPEAL_IS_POSSIBLE: Final = sa.and_(
    appeals.c.id.is_(None), measures.c.state == "in_force", measures.c.created_at > bindparam("appealable")
)
_APPEAL: Final = (
    sa.select(sa.literal(1))
    .select_from(measures.outerjoin(appeals, appeals.c.measure_id == measures.c.id))
    .where(measures.c.case_id == cases.c.id, sa.or_(_APPEAL_IS_POSSIBLE, appeals.c.state == "open"))
)

EVIDENCE_IS_OVER: Final = sa.and_(cases.c.closed_at < bindparam("closed_before"), sa.not_(sa.exists(_APPEAL)))
"""Long closed, with no measure against which an appeal is possible or waits; see `times_of`."""


def times_of(now: datetime) -> dict[str, datetime]:
    """What `EVIDENCE_IS_OVER` is asked with at this time."""
    return {"closed_before": now - EVIDENCE_KEPT, "appealable": now - APPEAL_WITHIN}
