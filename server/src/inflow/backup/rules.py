"""How long snapshots are kept, and where the log of a position is."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple, Protocol

LONGEST_CHAIN: Final = 7
"""How many snapshots a chain has at most: a full one, and incremental ones that need it."""
EVERY: Final = timedelta(days=1)
"""How often a running archive makes a snapshot."""

_SEGMENT: Final = 16 * 1024 * 1024
_TERM: Final = re.compile(r"(\d{1,3})([dwmy])")
_UNITS: Final = {"d": timedelta(days=1), "w": timedelta(days=7), "m": timedelta(days=31), "y": timedelta(days=366)}
_PERIODS: Final[dict[str, Callable[[datetime], str]]] = {
    "d": lambda at: f"{at:%Y-%m-%d}",
    "w": lambda at: f"{at:%G-%V}",
    "m": lambda at: f"{at:%Y-%m}",
    "y": lambda at: f"{at:%Y}",
}


class BadRule(ValueError):
    """The text is no rule; it says why."""


class Kept(Protocol):
    """What a rule needs to know of a snapshot."""

    @property
    def label(self) -> str: ...
    @property
    def parent(self) -> str | None: ...
    @property
    def finished_at(self) -> datetime: ...


class Term(NamedTuple):
    """One snapshot of each day, week, month or year is kept for so long."""

    span: timedelta
    unit: str


class KeepRule(NamedTuple):
    """Which snapshots are kept."""

    terms: tuple[Term, ...]

    @classmethod
    def parsed(cls, text: str) -> KeepRule:
        """The rule in a text such as ``7d,4w,12m``.

        Raises:
            BadRule: It is none.
        """
        found = [_TERM.fullmatch(each.strip()) for each in text.split(",")]
        terms = [Term(int(each[1]) * _UNITS[each[2]], each[2]) for each in found if each and int(each[1])]
        if len(terms) != len(found):
            raise BadRule(f"{text!r} is no rule such as 7d,4w,12m")
        return cls(tuple(sorted(terms)))

    @property
    def window(self) -> timedelta:
        """How far back every moment can be restored, and not only snapshots."""
        return self.terms[0].span

    @property
    def longest(self) -> timedelta:
        """How long the oldest snapshot is kept, without those that it needs."""
        return self.terms[-1].span

    def kept(self, snapshots: Sequence[Kept], now: datetime) -> set[str]:
        """The labels of the snapshots to keep: those of the last day, for each term the newest of each of its periods,
        the newest of all, and the ones that these need.
        """
        ordered = sorted(snapshots, key=lambda each: each.finished_at)
        wanted = {each.label for each in ordered[-1:]}
        wanted |= {each.label for each in ordered if now - each.finished_at <= EVERY}
        for term in self.terms:
            newest = {
                _PERIODS[term.unit](each.finished_at): each.label
                for each in ordered
                if now - each.finished_at <= term.span
            }
            wanted |= set(newest.values())
        parents = {each.label: each.parent for each in ordered}
        for label in list(wanted):
            above = parents.get(label)
            while above is not None and above not in wanted:
                wanted.add(above)
                above = parents.get(above)
        return wanted


def position(text: str) -> int:
    """A position in the log, which PostgreSQL writes as ``16/B374D848``, in bytes."""
    high, _, low = text.partition("/")
    return (int(high, 16) << 32) + int(low, 16)


def segment_of(timeline: int, at: int) -> str:
    """The name of the log's file that has the byte at this position."""
    return f"{timeline:08X}{at >> 32:08X}{(at & 0xFFFFFFFF) // _SEGMENT:08X}"


def number_of(name: str) -> int:
    """The number of a file of the log, counted from the beginning of the log. Of a partial file's name, too."""
    return int(name[8:16], 16) * (2**32 // _SEGMENT) + int(name[16:24], 16)
