"""The register that every feature's tables are in. Constraints without a name of their own get one by rule."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "pk": "%(table_name)s_pkey",
        "uq": "%(table_name)s_%(column_0_N_name)s_key",
        "fk": "%(table_name)s_%(column_0_N_name)s_fkey",
        "ix": "%(table_name)s_%(column_0_N_name)s_idx",
        "ck": "%(table_name)s_%(constraint_name)s_check",
    }
)

TEXT = sa.Text(collation="C")
"""Ids and other texts that are compared and never sorted for people: byte order, so that indexes serve ranges too."""

INSTANT = sa.DateTime(timezone=True)
