"""The statements that read documents and acceptances."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.members.tables import users
from inflow.policies.tables import policy_acceptances, policy_versions
from reflow import statement

_FEW: Final = "A handful of rows, which change a few times a year."

_newest = (
    sa.select(policy_versions.c.kind, sa.func.max(policy_versions.c.version).label("version"))
    .group_by(policy_versions.c.kind)
    .subquery("newest")
)
NEWEST = statement(
    sa.select(policy_versions.c.kind, policy_versions.c.version, policy_versions.c.published_at)
    .join(_newest, sa.and_(_newest.c.kind == policy_versions.c.kind, _newest.c.version == policy_versions.c.version))
    .order_by(policy_versions.c.kind),
    whole_table=_FEW,
)
NEWEST_WITH_TEXT = statement(
    sa.select(policy_versions.c.kind, policy_versions.c.version, policy_versions.c.published_at, policy_versions.c.text)
    .join(_newest, sa.and_(_newest.c.kind == policy_versions.c.kind, _newest.c.version == policy_versions.c.version))
    .order_by(policy_versions.c.kind),
    whole_table=_FEW,
)
VERSIONS_OF_KIND = statement(
    sa.select(
        policy_versions.c.version,
        policy_versions.c.published_at,
        policy_versions.c.needs_acceptance,
        users.c.username,
        sa.select(sa.func.count())
        .select_from(policy_acceptances)
        .where(
            policy_acceptances.c.kind == policy_versions.c.kind,
            policy_acceptances.c.version == policy_versions.c.version,
        )
        .scalar_subquery()
        .label("accepted_by"),
    )
    .select_from(policy_versions.outerjoin(users, users.c.id == policy_versions.c.published_by))
    .where(policy_versions.c.kind == bindparam("kind"))
    .order_by(policy_versions.c.version.desc())
    .limit(100),
    whole_table="Read by owners only, who are few.",
)
VERSION = statement(
    sa.select(policy_versions.c.kind, policy_versions.c.version, policy_versions.c.text).where(
        policy_versions.c.kind == bindparam("kind"), policy_versions.c.version == bindparam("version")
    )
)
NEWEST_OF_KIND = statement(
    sa.select(policy_versions.c.version, policy_versions.c.text)
    .where(policy_versions.c.kind == bindparam("kind"))
    .order_by(policy_versions.c.version.desc())
    .limit(1)
)


def lacks_acceptance(user_id: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """The condition that this user has not accepted a version that needs it, or a later one of the same kind."""
    accepted = (
        sa.select(policy_acceptances.c.version)
        .where(
            policy_acceptances.c.user_id == user_id,
            policy_acceptances.c.kind == policy_versions.c.kind,
            policy_acceptances.c.version >= policy_versions.c.version,
        )
        .exists()
    )
    return sa.select(policy_versions.c.kind).where(policy_versions.c.needs_acceptance, ~accepted).exists()


KINDS_TO_ACCEPT = statement(
    sa.select(policy_versions.c.kind)
    .where(
        policy_versions.c.needs_acceptance,
        ~sa.select(policy_acceptances.c.version)
        .where(
            policy_acceptances.c.user_id == bindparam("user_id"),
            policy_acceptances.c.kind == policy_versions.c.kind,
            policy_acceptances.c.version >= policy_versions.c.version,
        )
        .exists(),
    )
    .distinct(),
    whole_table=_FEW,
)
