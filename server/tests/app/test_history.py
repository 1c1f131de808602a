"""The check of histories finds all errors, and only errors. A check that finds nothing would be worthless."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.app.elle import PIECE, edn
from tests.app.history import History

CHAT = "chat"
NAMES = ("a", "b", "c", "d", "e")


def said(*, by: str = "Alice", shown_to: Sequence[str] = ("Alice", "Bob")) -> History:
    """Five messages one after the other, each acknowledged, and then shown on both pages."""
    history = History()
    for last, name in enumerate(NAMES, 1):
        history.invoked(by, CHAT, name)
        history.acknowledged(by, CHAT, name)
        for page in shown_to:
            history.read(page, CHAT, NAMES[:last])
    return history


def kinds(history: History, final: Sequence[str]) -> set[str]:
    """The kinds of errors found, without their details."""
    return {found.partition(":")[0] for found in history.anomalies({CHAT: final})}


def test_what_went_well_is_left_alone() -> None:
    assert kinds(said(), NAMES) == set()


@pytest.mark.parametrize(
    ("final", "kind"),
    [
        (("a", "b", "b", "c", "d", "e"), "doubled"),
        (("a", "b", "c", "d", "e", "b"), "doubled"),
        (("a", "b", "d", "e"), "acknowledged and lost"),
        (("a", "b", "c", "d"), "acknowledged and lost"),
        ((), "acknowledged and lost"),
        (("a", "c", "b", "d", "e"), "before something that was there already"),
        (("b", "c", "d", "e", "a"), "before something that was there already"),
        (("a", "b", "c", "d", "e", "x"), "nobody sent"),
    ],
)
def test_a_message_that_was_doubled_lost_reordered_or_made_up_is_found(final: Sequence[str], kind: str) -> None:
    assert kind in kinds(said(), final)
    # It is found even if no page has shown it.
    assert kind in kinds(said(shown_to=()), final)


@pytest.mark.parametrize(
    ("shown", "kind"),
    [
        (("a", "b", "b"), "not a piece of the list"),
        (("a", "c"), "not a piece of the list"),
        (("b", "a"), "not a piece of the list"),
        (("x",), "not a piece of the list"),
        (("a", "b"), "went back from 5 to 2"),
        ((), "went back from 5 to nothing"),
    ],
)
def test_a_page_that_shows_it_doubled_with_a_hole_reordered_or_from_before_is_found(
    shown: Sequence[str], kind: str
) -> None:
    history = said()
    history.read("Bob", CHAT, shown)

    assert kind in kinds(history, NAMES)


def test_a_page_that_does_not_show_what_it_was_told_is_stored_is_found() -> None:
    history = said(shown_to=())
    history.read("Bob", CHAT, NAMES[:2])
    assert kinds(history, NAMES) == set()

    history.read("Alice", CHAT, NAMES[:2])
    assert kinds(history, NAMES) == {"went back from 5 to 2"}


def test_two_conversations_are_not_mixed_up() -> None:
    history = said()
    history.invoked("Carol", "another", "f")
    history.acknowledged("Carol", "another", "f")

    assert history.anomalies({CHAT: NAMES, "another": ["f"]}) == []
    assert history.anomalies({CHAT: NAMES, "another": []}) != []


@given(st.permutations(NAMES), st.sets(st.sampled_from(NAMES)), st.lists(st.sampled_from(NAMES), max_size=2))
def test_of_all_that_can_become_of_five_messages_one_alone_is_right(
    order: list[str], lost: set[str], doubled: list[str]
) -> None:
    final = [name for name in order if name not in lost] + doubled

    assert (kinds(said(), final) == set()) == (tuple(final) == NAMES)


@given(st.data())
def test_messages_sent_at_once_may_stand_in_either_order(data: st.DataObject) -> None:
    """An order that no page can observe is no error: that of messages sent before any of them was acknowledged."""
    history = History()
    for name in NAMES:
        history.invoked(name, CHAT, name)
    for name in data.draw(st.permutations(NAMES)):
        history.acknowledged(name, CHAT, name)

    assert kinds(history, data.draw(st.permutations(NAMES))) == set()


def test_elle_reads_appends_and_whole_lists_up_to_the_newest_message_shown() -> None:
    history = said(shown_to=())
    history.invoked("Bob", CHAT, "never stored")
    history.read("Bob", CHAT, NAMES[3:])
    history.read("Bob", CHAT, ("a", "c"))

    written = list(edn(history, {CHAT: NAMES}))

    assert written[:2] == [
        "{:index 0, :process 0, :type :invoke, :f :txn, :value [[:append 0 0]]}",
        "{:index 1, :process 0, :type :ok, :f :txn, :value [[:append 0 0]]}",
    ]
    assert written[-4:] == [
        "{:index 11, :process 6, :type :invoke, :f :txn, :value [[:r 0 nil]]}",
        "{:index 12, :process 6, :type :ok, :f :txn, :value [[:r 0 [0 1 2 3 4]]]}",
        "{:index 13, :process 6, :type :invoke, :f :txn, :value [[:r 0 nil]]}",
        "{:index 14, :process 6, :type :ok, :f :txn, :value [[:r 0 [0 2]]]}",
    ]


def test_elle_reads_a_page_that_shows_two_of_its_lists_as_one_transaction() -> None:
    names = [str(number) for number in range(PIECE + 2)]
    history = History()
    for name in names:
        history.invoked("Alice", CHAT, name)
        history.acknowledged("Alice", CHAT, name)
    history.read("Bob", CHAT, names[-3:])

    *_, read = edn(history, {CHAT: names})

    everything = " ".join(names[:PIECE])
    assert read.endswith(f":value [[:r 0 [{everything}]] [:r 1 [{PIECE} {PIECE + 1}]]]}}")
