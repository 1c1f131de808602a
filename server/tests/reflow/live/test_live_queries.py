"""A commit updates every open screen that it concerns, and no other."""

from __future__ import annotations

from math import nan

import asyncpg
from tests.reflow.toy import functions as toy
from tests.world import Person, World, refusal

from reflow.errors import AppError
from reflow.live.evaluation import Evaluation
from reflow.values import Int64


async def test_a_message_appears_on_a_screen_already_open(alice: Person, bob: Person) -> None:
    screen = await bob.watch(toy.list_messages, channel="general")

    await alice.do(toy.send, body="Hello")

    assert [message.body for message in screen.now] == ["Hello"]


async def test_a_row_written_by_hand_appears_too(bob: Person, world: World, toy_dsn: str) -> None:
    screen = await bob.watch(toy.list_messages, channel="general")

    by_hand = await asyncpg.connect(toy_dsn)
    await by_hand.execute("INSERT INTO messages (channel, author_id, body) VALUES ('general', 'psql', 'by hand')")
    await by_hand.close()
    await world.settle()

    assert [message.body for message in screen.now] == ["by hand"]


async def test_another_channels_screen_is_left_alone(alice: Person, bob: Person) -> None:
    screen = await bob.watch(toy.list_messages, channel="elsewhere")
    updates = screen.updates

    await alice.do(toy.send, body="Hello")

    assert screen.updates == updates


async def test_a_message_that_moves_leaves_one_screen_and_enters_another(alice: Person, bob: Person) -> None:
    here, there = (
        await bob.watch(toy.list_messages, channel="here"),
        await bob.watch(toy.list_messages, channel="there"),
    )
    sent = await alice.do(toy.send, body="wandering", channel="here")

    await alice.do(toy.move, message_id=sent, channel="there")

    assert here.now == []
    assert [message.body for message in there.now] == ["wandering"]


async def test_a_removed_message_disappears(alice: Person, bob: Person) -> None:
    screen = await bob.watch(toy.list_messages, channel="general")
    sent = await alice.do(toy.send, body="soon gone")

    await alice.do(toy.remove, message_id=sent)

    assert screen.now == []


async def test_a_name_shown_beside_a_message_is_live(alice: Person, bob: Person, world: World, toy_dsn: str) -> None:
    by_hand = await asyncpg.connect(toy_dsn)
    await by_hand.execute("INSERT INTO people VALUES ('alice', 'Alice')")
    await alice.do(toy.send, body="Hello")
    screen = await bob.watch(toy.list_messages, channel="general")

    await by_hand.execute("UPDATE people SET name = 'Alice of Oz' WHERE id = 'alice'")
    await by_hand.close()
    await world.settle()

    assert [message.author for message in screen.now] == ["Alice of Oz"]


async def test_a_query_built_on_another_follows_it(alice: Person, bob: Person) -> None:
    words = await bob.watch(toy.bodies, channel="general")

    await alice.do(toy.send, body="one")
    await alice.do(toy.send, body="two")

    assert words.now == ["one", "two"]


async def test_an_unchanged_result_is_not_sent_again(alice: Person, bob: Person) -> None:
    await alice.do(toy.send, body="one")
    empty = await bob.watch(toy.is_empty, channel="general")
    updates = empty.updates

    await alice.do(toy.send, body="two")

    assert empty.now is False
    assert empty.updates == updates


async def test_people_who_look_the_same_to_a_query_share_its_result(alice: Person, bob: Person) -> None:
    hers, his = await alice.watch(toy.members), await bob.watch(toy.members)

    assert hers.evaluation is his.evaluation


async def test_who_is_asking_is_never_mixed_up(alice: Person, bob: Person, stranger: Person) -> None:
    hers, his, theirs = await alice.watch(toy.mine), await bob.watch(toy.mine), await stranger.watch(toy.mine)

    assert (hers.now, his.now, theirs.now) == ("alice", "bob", "anonymous")


async def test_strangers_are_refused_where_members_are_welcome(alice: Person, stranger: Person) -> None:
    assert await alice.see(toy.members) == "welcome"
    assert await refusal(stranger.see(toy.members)) == "unauthenticated"


async def test_a_refusal_turns_into_a_value_when_the_reason_is_gone(alice: Person, bob: Person) -> None:
    screen = await bob.watch(toy.fails_while_empty, channel="general")
    assert isinstance(screen.evaluation.raised, AppError)

    await alice.do(toy.send, body="one")

    assert screen.now == 1


async def test_a_bug_says_nothing_of_itself(bob: Person) -> None:
    screen = await bob.watch(toy.plain_error)

    shown: Evaluation = screen.evaluation
    assert shown.error is not None
    assert "secret" not in shown.error.message
    assert shown.error.data is None


async def test_a_value_the_client_cannot_read_becomes_a_failure(bob: Person) -> None:
    screen = await bob.watch(toy.bad_value)

    assert screen.evaluation.value is None
    assert screen.evaluation.error is not None


async def test_a_query_that_fails_in_the_database_spoils_nobody_elses_screen(alice: Person, bob: Person) -> None:
    bad, good = bob.open(toy.fails_in_the_database, divisor=0), bob.open(toy.fails_in_the_database, divisor=1)
    words = await bob.watch(toy.list_messages, channel="general")

    await alice.do(toy.send, body="Hello")

    assert bad.evaluation.error is not None
    assert good.now == 1
    assert [message.body for message in words.now] == ["Hello"]


async def test_arguments_that_only_look_alike_are_kept_apart(bob: Person) -> None:
    odd = [None, nan, -0.0, 0.0, Int64(1), 1, b"1", "1", [None], [nan], {"a": None}, {"a": nan}]

    seen = [await bob.see(toy.echo, value=value) for value in odd]

    assert [repr(value) for value in seen] == [repr(value) for value in odd]


async def test_truncating_a_table_empties_its_screens(alice: Person, bob: Person, world: World, toy_dsn: str) -> None:
    screen = await bob.watch(toy.list_messages, channel="general")
    await alice.do(toy.send, body="one")

    by_hand = await asyncpg.connect(toy_dsn)
    await by_hand.execute("TRUNCATE messages")
    await by_hand.close()
    await world.settle()

    assert screen.now == []


async def test_a_closed_screen_costs_nothing_once_its_data_changes(alice: Person, bob: Person, world: World) -> None:
    screen = await bob.watch(toy.list_messages, channel="general")
    world.watches.remove(screen)
    screen.close()

    await alice.do(toy.send, body="one")

    assert len(world.engine.graph) == 0
