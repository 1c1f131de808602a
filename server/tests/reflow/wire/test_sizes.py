"""The sizes of all data that a client can make the server keep are limited: names, journals, arguments of live
queries.
"""

from __future__ import annotations

from typing import Any

from tests.reflow.wire.peer import Peer, add, mutation
from tests.reflow.wire.toy import ToyEngine

from reflow.pagination import LONGEST_CURSOR

KIB = 1024


async def _failure_of(peer: Peer, *modifications: dict[str, Any]) -> str:
    await peer.follow(*modifications)
    await peer.until(lambda: modifications[-1]["queryId"] in peer.results)
    failed = peer.results[modifications[-1]["queryId"]]
    return str(failed["errorMessage"])


async def test_a_function_with_an_endless_name_is_not_found_and_its_name_not_kept(peer: Peer, toy: ToyEngine) -> None:
    await peer.authenticate("good-alice")

    assert "name is too long" in await _failure_of(peer, add(1, "x" * 3_000_000))
    assert toy.subscriptions == []


async def test_a_journal_that_cannot_be_ours_is_not_kept(peer: Peer, toy: ToyEngine) -> None:
    await peer.authenticate("good-alice")
    fits = {**add(1, "messages:page"), "journal": "j" * LONGEST_CURSOR}
    endless = {**add(2, "messages:page"), "journal": "j" * 3_000_000}

    await peer.follow(fits, endless)
    await peer.until(lambda: {1, 2} <= peer.results.keys())

    assert [len(each.journal or "") for each in toy.subscriptions] == [LONGEST_CURSOR, 0]


async def test_a_query_with_arguments_as_large_as_a_file_is_refused(peer: Peer) -> None:
    await peer.authenticate("good-alice")

    assert "larger than" in await _failure_of(peer, add(1, "messages:echo", value="x" * 17 * KIB))


async def test_all_queries_of_a_connection_hold_so_much_together(peer: Peer) -> None:
    await peer.authenticate("good-alice")
    large = [add(number, "messages:echo", value=f"{number:04}" + "x" * 15 * KIB) for number in range(40)]

    for each in large:
        await peer.follow(each)
    await peer.until(lambda: len(peer.results) == len(large))
    refused = [number for number, result in peer.results.items() if "errorMessage" in (result or ())]

    assert refused
    assert min(refused) > 30
    await peer.follow({"type": "Remove", "queryId": 0}, add(100, "messages:echo", value="y" * 15 * KIB))
    await peer.until(lambda: 100 in peer.results)
    assert peer.results[100].startswith("y"), "leaving one makes room for another"


async def test_while_one_answer_is_withdrawn_the_page_shows_no_later_moment(peer: Peer, toy: ToyEngine) -> None:
    """An engine withdraws the answers of a member with too many screens until it has updated other members."""
    await peer.authenticate("good-alice")
    await peer.follow(add(1, "messages:list"), add(2, "messages:authors"))
    await peer.until(lambda: {1, 2} <= peer.results.keys())
    before = len(peer.transitions)
    toy.held.add("messages:list")
    toy.subscriptions[0].result = None
    toy.subscriptions[0].on_change()

    await peer.say(mutation(0, "messages:send", body="hi"))
    await peer.response(0)
    await peer.say({"type": "Action", "requestId": 1, "udfPath": "actions:whoAmI", "args": [{}]})
    await peer.response(1)
    assert len(peer.transitions) == before
    toy.held.clear()
    toy.release()
    await peer.until(lambda: len(peer.transitions) > before)

    assert (peer.results[1], peer.results[2]) == (["hi"], ["alice"])
