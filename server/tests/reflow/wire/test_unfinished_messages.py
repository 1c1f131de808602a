"""The budget of memory for incomplete messages."""

from __future__ import annotations

from reflow.wire.unfinished_messages import UnfinishedMessages


def test_one_caller_gets_no_more_than_their_share() -> None:
    messages = UnfinishedMessages(each=1_000, everybody=10_000, small=10)

    assert messages.change("alice", 0, 600)
    assert not messages.change("alice", 0, 500)
    assert messages.change("bob", 0, 500)


def test_all_together_get_no_more_than_there_is() -> None:
    messages = UnfinishedMessages(each=1_000, everybody=1_500, small=10)

    assert messages.change("alice", 0, 1_000)
    assert not messages.change("bob", 0, 600)


def test_large_messages_of_others_do_not_keep_a_small_one_out() -> None:
    messages = UnfinishedMessages(each=1_000, everybody=1_000, small=10)
    messages.change("alice", 0, 1_000)

    assert messages.change("bob", 0, 10)
    assert not messages.change("bob", 10, 11)


def test_a_message_that_has_gone_makes_room() -> None:
    messages = UnfinishedMessages(each=1_000, everybody=1_000, small=10)
    messages.change("alice", 0, 1_000)
    assert messages.change("alice", 1_000, 0)

    assert messages.total == 0
    assert messages.change("bob", 0, 1_000)
