"""A record of the messages that pages sent and showed, and a check that one list per conversation explains all of it.

A conversation is a list to which pages append. The check works like Elle's list-append check: it infers the order of
the appends from the reads, and looks for events that this order cannot explain.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Literal


@dataclass(frozen=True)
class Event:
    """An action or observation of a page.

    Attributes:
        at: Its position in time; all events are of one process and one clock.
        values: The message's client id, or the ids of all messages on the page, oldest first.
    """

    at: int
    page: str
    what: Literal["invoked", "acknowledged", "read"]
    conversation: str
    values: tuple[str, ...]


@dataclass
class History:
    """All events, in the order in which they occurred."""

    events: list[Event] = field(default_factory=list)
    _counts: Counter[str] = field(default_factory=Counter)

    def invoked(self, page: str, conversation: str, message: str) -> None:
        """A page sent a message for the first time."""
        self._add(page, "invoked", conversation, (message,))

    def acknowledged(self, page: str, conversation: str, message: str) -> None:
        """The server acknowledged a page's message."""
        self._add(page, "acknowledged", conversation, (message,))

    def read(self, page: str, conversation: str, messages: Sequence[str]) -> None:
        """A page showed the newest of these messages, oldest first."""
        self._add(page, "read", conversation, tuple(messages))

    def count(self, what: str) -> int:
        """How many events of a kind there are."""
        return self._counts[what]

    def write(self, path: Path, final: Mapping[str, Sequence[str]]) -> None:
        """One event in a line, compressed, and the final lists at the end: pages show the same again and again."""
        with gzip.open(path, "wt", compresslevel=1, encoding="utf-8") as file:
            file.writelines(json.dumps(asdict(event)) + "\n" for event in self.events)
            file.write(json.dumps({"final": final}) + "\n")

    def anomalies(self, final: Mapping[str, Sequence[str]]) -> list[str]:
        """The events that the final lists cannot explain.

        Args:
            final: Each conversation's client ids, oldest first.
        """
        found: list[str] = []
        for conversation, messages in final.items():
            events = [event for event in self.events if event.conversation == conversation]
            place = {message: index for index, message in enumerate(messages)}
            found += [f"doubled: {message}" for message, count in Counter(messages).items() if count > 1]
            found += _lost_or_unheard_of(events, place)
            found += _out_of_real_time(events, place)
            found += _wrongly_shown(events, list(messages), place)
        return found

    def _add(
        self, page: str, what: Literal["invoked", "acknowledged", "read"], conversation: str, values: tuple[str, ...]
    ) -> None:
        self._counts[what] += 1
        self.events.append(Event(len(self.events), page, what, conversation, values))


def _lost_or_unheard_of(events: list[Event], place: Mapping[str, int]) -> Iterator[str]:
    invoked = {event.values[0] for event in events if event.what == "invoked"}
    for event in events:
        if event.what == "acknowledged" and event.values[0] not in place:
            yield f"acknowledged and lost: {event}"
    yield from (f"nobody sent: {message}" for message in place if message not in invoked)


def _out_of_real_time(events: list[Event], place: Mapping[str, int]) -> Iterator[str]:
    """A message that was acknowledged before another was sent comes before it."""
    behind = -1  # the furthest place that was acknowledged so far
    for event in events:
        here = place.get(event.values[0], -1) if event.values else -1
        if event.what == "acknowledged":
            behind = max(behind, here)
        elif event.what == "invoked" and 0 <= here <= behind:
            yield f"before something that was there already: {event}"


def _wrongly_shown(events: list[Event], messages: list[str], place: Mapping[str, int]) -> Iterator[str]:
    """Every page always shows a section of the one list, never goes back, and shows its acknowledged messages."""
    reached: Counter[str] = Counter()
    for event in events:
        if event.what == "acknowledged":
            reached[event.page] = max(reached[event.page], place.get(event.values[0], -1) + 1)
        elif event.what == "read" and event.values:
            start = place.get(event.values[0], -1)
            end = start + len(event.values)
            if start < 0 or list(event.values) != messages[start:end]:
                yield f"not a piece of the list: {event}"
            elif end < reached[event.page]:
                yield f"went back from {reached[event.page]} to {end}: {event}"
            reached[event.page] = max(reached[event.page], end)
        elif event.what == "read" and reached[event.page]:
            yield f"went back from {reached[event.page]} to nothing: {event}"
