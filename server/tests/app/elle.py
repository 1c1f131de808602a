"""A history in the format of Elle, the checker of isolation that is used with Jepsen, for its model `list-append`.

    python -m tests.app.elle HISTORY.jsonl.gz > history.edn

Each message is an append of its number to its conversation. A page shows only the newest messages, and Elle wants whole
lists: so a conversation is cut into lists of `PIECE` messages, and what a page shows of a list is completed by the
messages before it, provided that the page shows a section of the conversation. Otherwise it is written as it was shown,
and Elle finds the error.

A process of Elle does one thing at a time. A page sends several messages at once: each is a process of its own.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tests.app.history import Event, History

PIECE = 100
"""So many messages are one list."""


def edn(history: History, final: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """The lines of the history, as EDN.

    Args:
        final: Each conversation's client ids, oldest first.
    """
    numbers = {name: number for names in final.values() for number, name in enumerate(names)}
    conversations = {name: index for index, name in enumerate(final)}
    processes: dict[str, int] = {}
    index = 0

    def line(process: int, kind: str, value: str) -> str:
        nonlocal index
        index += 1
        return f"{{:index {index - 1}, :process {process}, :type :{kind}, :f :txn, :value [{value}]}}"

    def process(of: str) -> int:
        return processes.setdefault(of, len(processes))

    for event in history.events:
        if event.conversation not in conversations:
            continue
        chat = conversations[event.conversation]
        if event.what == "read":
            shown = _shown(event, final[event.conversation], numbers)
            for kind in ("invoke", "ok"):
                reads = [
                    f"[:r {_key(chat, piece)} {'nil' if kind == 'invoke' else f'[{_words(names, numbers)}]'}]"
                    for piece, names in shown.items()
                ]
                yield line(process(event.page), kind, " ".join(reads))
        else:
            (name,) = event.values
            number = _number(name, numbers)
            append = f"[:append {_key(chat, number // PIECE)} {number}]"
            yield line(process(name), "invoke" if event.what == "invoked" else "ok", append)


def _shown(event: Event, messages: Sequence[str], numbers: dict[str, int]) -> dict[int, Sequence[str]]:
    """The lists that a page showed a part of, by their numbers, whole up to the newest message that it showed."""
    if not event.values:
        return {0: ()}
    first = _number(event.values[0], numbers)
    end = first + len(event.values)
    if list(event.values) != list(messages[first:end]):
        return {first // PIECE: event.values}
    pieces = range(first // PIECE, (end - 1) // PIECE + 1)
    return {piece: messages[piece * PIECE : min(end, (piece + 1) * PIECE)] for piece in pieces}


def _number(name: str, numbers: dict[str, int]) -> int:
    """A message's place. One that was stored nowhere gets a number behind all others."""
    return numbers.setdefault(name, len(numbers) + 1_000_000)


def _words(names: Sequence[str], numbers: dict[str, int]) -> str:
    return " ".join(str(_number(name, numbers)) for name in names)


def _key(chat: int, piece: int) -> int:
    return chat * 1_000_000 + piece


def main() -> None:
    with gzip.open(Path(sys.argv[1]), "rt", encoding="utf-8") as file:
        events = [json.loads(line) for line in file]
    history = History([Event(**{**each, "values": tuple(each["values"])}) for each in events if "what" in each])
    (final,) = [each["final"] for each in events if "final" in each]
    sys.stdout.writelines(f"{line}\n" for line in edn(history, final))


if __name__ == "__main__":
    main()
