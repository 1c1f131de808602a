"""Keeping what members are found by in step with their names, in the transaction that changes those."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY

from inflow.core.tables import TEXT
from inflow.profiles.rules import initial, spelled
from inflow.profiles.tables import profile_words
from inflow.users.tables import users
from reflow.statements import statement
from reflow.store import Row

NAMES = statement(sa.select(users.c.username, users.c.full_name).where(users.c.id == bindparam("user_id")))
FORGET_WORDS = statement(sa.delete(profile_words).where(profile_words.c.user_id == bindparam("user_id")))

_given = (
    sa.func.unnest(
        bindparam("places", type_=ARRAY(sa.SmallInteger)),
        bindparam("initials", type_=ARRAY(sa.SmallInteger)),
        bindparam("words", type_=ARRAY(TEXT)),
    )
    .table_valued("place", "initial", "word")
    .render_derived()
)
KEEP_WORDS = statement(
    sa.insert(profile_words).from_select(
        ["user_id", "place", "initial", "word"],
        sa.select(bindparam("user_id", type_=TEXT), _given.c.place, _given.c.initial, _given.c.word),
    )
)


async def spell(rows: Callable[..., Awaitable[list[Row]]], user_id: str) -> None:
    """Have a member found by the names that they have now. Whoever changes a name calls this afterwards.

    Args:
        rows: Runs a statement in the transaction, as `MutationCtx.rows` does.
    """
    (names,) = await rows(NAMES, user_id=user_id)
    words = spelled(names.username, names.full_name)
    await rows(FORGET_WORDS, user_id=user_id)
    given = {"places": list(range(len(words))), "initials": [initial(word) for word in words], "words": words}
    await rows(KEEP_WORDS, user_id=user_id, **given)
