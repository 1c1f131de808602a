"""Updates a member's search words in the transaction that changes their names."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY

from inflow.core.tables import TEXT
from inflow.members.rules import WORDS_VERSION, search_words
from inflow.members.tables import profile_words, users
from reflow import Row, statement

_OF_THESE = sa.any_(bindparam("user_ids", type_=ARRAY(TEXT)))

NAMES_OF_USERS = statement(sa.select(users.c.id, users.c.username, users.c.full_name).where(users.c.id == _OF_THESE))
FORGET_WORDS = statement(sa.delete(profile_words).where(profile_words.c.user_id == _OF_THESE))

_given = (
    sa.func.unnest(
        bindparam("owners", type_=ARRAY(TEXT)),
        bindparam("places", type_=ARRAY(sa.SmallInteger)),
        bindparam("initials", type_=ARRAY(sa.SmallInteger)),
        bindparam("words", type_=ARRAY(TEXT)),
    )
    .table_valued("owner", "place", "initial", "word")
    .render_derived()
)
KEEP_WORDS = statement(
    sa.insert(profile_words).from_select(
        ["user_id", "place", "initial", "word", "version"],
        sa.select(
            _given.c.owner, _given.c.place, _given.c.initial, _given.c.word, sa.literal(WORDS_VERSION, sa.SmallInteger)
        ),
    )
)


async def update_search_words(rows: Callable[..., Awaitable[list[Row]]], user_ids: Sequence[str]) -> None:
    """Replace the search words of members by those of their current names. Code that changes a name calls this
    afterwards.

    Args:
        rows: Runs a statement in the transaction, as `MutationCtx.rows` does.
    """
    names = await rows(NAMES_OF_USERS, user_ids=user_ids)
    await rows(FORGET_WORDS, user_ids=user_ids)
    made = [(each.id, word) for each in names for word in search_words(each.username, each.full_name)]
    await rows(
        KEEP_WORDS,
        owners=[owner for owner, _ in made],
        places=[word.place for _, word in made],
        initials=[word.initial for _, word in made],
        words=[word.word for _, word in made],
    )
