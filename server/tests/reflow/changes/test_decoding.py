"""How a write looks after the replication stream has transported it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from reflow.changes import Change, Transaction, WalSource
from reflow.changes.pgoutput import Decoder

Written = Callable[[str], Awaitable[Transaction]]


async def test_an_insert_shows_the_new_row_in_its_published_columns(written: Written) -> None:
    done = await written("INSERT INTO people VALUES ('a', 'Alice', NULL, 'secret')")

    assert done.changes == [Change("people", {"id": "a", "name": "Alice", "town": None}, None)]
    assert done.whole_tables == frozenset()


async def test_values_are_text_of_any_language(written: Written) -> None:
    done = await written("INSERT INTO people VALUES ('a', E'Ζωή \\n🌊', '', NULL)")

    assert done.changes[0].new == {"id": "a", "name": "Ζωή \n🌊", "town": ""}


async def test_the_default_identity_tells_nothing_of_the_old_row_but_its_key(written: Written) -> None:
    await written("INSERT INTO people VALUES ('a', 'Alice', 'Faro')")

    moved = await written("UPDATE people SET town = 'Lagos'")
    renamed = await written("UPDATE people SET id = 'b'")
    gone = await written("DELETE FROM people")

    assert moved.changes == [Change("people", {"id": "a", "name": "Alice", "town": "Lagos"}, None)]
    assert renamed.changes[0].old == {"id": "a"}
    assert gone.changes == [Change("people", None, {"id": "b"})]


async def test_an_identity_by_index_tells_who_lost_the_row(written: Written) -> None:
    await written("INSERT INTO posts VALUES ('p', 'alice', 'Low tide', '')")

    reworded = await written("UPDATE posts SET caption = 'High tide'")
    given = await written("UPDATE posts SET author = 'bob'")
    gone = await written("DELETE FROM posts")

    assert reworded.changes[0].old is None
    assert given.changes[0].old == {"id": "p", "author": "alice"}
    assert given.changes[0].new == {"id": "p", "author": "bob", "caption": "High tide", "body": ""}
    assert gone.changes == [Change("posts", None, {"id": "p", "author": "bob"})]


async def test_the_full_identity_tells_the_whole_old_row(written: Written, psql: Any) -> None:
    await psql.execute("ALTER TABLE tally REPLICA IDENTITY FULL")
    await psql.execute("ALTER PUBLICATION everything DROP TABLE tally")
    await psql.execute("ALTER PUBLICATION everything ADD TABLE tally")
    await written("INSERT INTO tally VALUES (1, 10)")

    done = await written("UPDATE tally SET amount = 11")

    assert done.changes == [Change("tally", {"id": "1", "amount": "11"}, {"id": "1", "amount": "10"})]


async def test_a_large_value_that_stays_is_missing_from_the_row(written: Written) -> None:
    await written("INSERT INTO posts VALUES ('p', 'alice', 'Low tide', repeat('sea', 10000))")

    done = await written("UPDATE posts SET caption = 'High tide'")

    assert done.changes[0].new == {"id": "p", "author": "alice", "caption": "High tide"}


async def test_changes_come_in_the_order_of_the_transaction(written: Written) -> None:
    done = await written("INSERT INTO tally VALUES (2, 0), (1, 0); UPDATE tally SET amount = 5 WHERE id = 1")

    assert [change.new for change in done.changes] == [
        {"id": "2", "amount": "0"},
        {"id": "1", "amount": "0"},
        {"id": "1", "amount": "5"},
    ]


async def test_truncate_touches_the_whole_table(written: Written) -> None:
    await written("INSERT INTO tally VALUES (1, 1)")

    done = await written("TRUNCATE tally, people")

    assert done.changes == []
    assert done.whole_tables == {"tally", "people"}


async def test_what_was_rolled_back_never_comes(written: Written, psql: Any) -> None:
    with pytest.raises(ZeroDivisionError):
        async with psql.transaction():
            await psql.execute("INSERT INTO tally VALUES (1, 1)")
            raise ZeroDivisionError

    done = await written("INSERT INTO tally VALUES (2, 2); SAVEPOINT s; INSERT INTO tally VALUES (3, 3); ROLLBACK TO s")

    assert [change.new for change in done.changes] == [{"id": "2", "amount": "2"}]


async def test_a_released_savepoint_comes_with_its_transaction(written: Written) -> None:
    done = await written("SAVEPOINT s; INSERT INTO tally VALUES (3, 3); RELEASE s; INSERT INTO tally VALUES (4, 4)")

    assert len(done.changes) == 2


async def test_a_message_leaves_a_transaction_without_changes(written: Written) -> None:
    done = await written("SELECT pg_logical_emit_message(true, 'reflow', 'hello')")

    assert done.changes == []


async def test_an_altered_table_counts_as_changed_under_its_new_names(written: Written) -> None:
    await written("INSERT INTO people VALUES ('a', 'Alice', 'Faro')")

    renamed = await written("ALTER TABLE people RENAME town TO home; INSERT INTO people VALUES ('b', 'Bob', 'Lagos')")
    after = await written("INSERT INTO people VALUES ('c', 'Charlie', 'Sagres')")

    assert renamed.whole_tables == {"people"}
    assert after.changes == [Change("people", {"id": "c", "name": "Charlie", "home": "Sagres"}, None)]


async def test_a_column_added_outside_of_the_publication_changes_nothing(written: Written) -> None:
    await written("INSERT INTO people VALUES ('a', 'Alice', 'Faro')")
    await written("ALTER TABLE people ADD mood text; SELECT pg_logical_emit_message(true, 'reflow', '')")

    after = await written("INSERT INTO people VALUES ('b', 'Bob', 'Lagos', NULL, 'well')")

    assert after.whole_tables == frozenset()
    assert after.changes[0].new == {"id": "b", "name": "Bob", "town": "Lagos"}


async def test_a_table_written_very_often_counts_as_changed_as_a_whole(written: Written) -> None:
    done = await written(
        "INSERT INTO tally SELECT n, 0 FROM generate_series(1, 5001) n; INSERT INTO people VALUES ('a', 'Alice')"
    )
    fewer = await written("UPDATE tally SET amount = 1 WHERE id <= 5000")

    assert done.whole_tables == {"tally"}
    assert [change.table for change in done.changes] == ["people"]
    assert len(fewer.changes) == 5000


async def test_what_is_not_published_does_not_come(source: WalSource, psql: Any) -> None:
    xid = int(await psql.fetchval("INSERT INTO diaries VALUES ('d') RETURNING pg_current_xact_id()::text"))

    with pytest.raises(TimeoutError):
        await source.committed(xid, within=0.05)
    async with source.cut() as cut:
        assert cut.transactions == []


def test_unknown_messages_are_passed_over() -> None:
    decoder = Decoder()

    assert decoder.feed(b"O" + bytes(8) + b"elsewhere\0") is None
    assert decoder.feed(b"Y" + bytes(4) + b"public\0mood\0") is None


async def test_a_signal_is_a_change_of_a_table_that_does_not_exist(written: Written) -> None:
    done = await written(
        """SELECT pg_logical_emit_message(true, 'reflow.signal', '["typing", {"room": "ü", "at": null}]')"""
    )

    assert done.changes == [Change("typing", {"room": "ü", "at": None}, None)]


async def test_other_messages_in_the_log_are_passed_over(written: Written) -> None:
    done = await written("""SELECT pg_logical_emit_message(true, 'somebody else', 'not ours')""")

    assert done.changes == []
