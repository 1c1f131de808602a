"""`python -m bench.scale`: write what communities of other sizes need into docs/scale.md, from the model of costs.

With `--check` it writes nothing, and fails if the document has other figures.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bench.model import Cost, Costs, Load, processes_for, taken

_DOCUMENT = Path(__file__).parent.parent / "docs" / "scale.md"
_BEGIN, _END = "<!-- The model writes from here -->\n", "<!-- to here. -->"
_SIZES = (10_000, 1_000_000, 100_000_000)
_PLOTTED = tuple(10**power for power in range(3, 9))
_DAY = 86_400.0

COSTS = Costs(
    second=Cost(5.0, 5.0),
    message=Cost(1.90, 1.11),
    post=Cost(5.07, 1.90),
    shown=Cost(0.05, 0.0),
    visit=Cost(5.38, 0.76),
)
"""Of the row `mixed`, 2026-11-29."""
FOLLOWING_MS, DECODING_MS, PHOTO_MS = 0.07, 0.07, 340.0
"""A process that follows a commit, PostgreSQL's decoder for it, and a photo of 12 megapixels with its content check."""
PAGE_BYTES, PROCESS_BYTES, FRAME_BYTES = 37e3, 165e6, 40e3
MESSAGE_BYTES, POST_BYTES, PHOTO_BYTES, SHOWN_PHOTO_BYTES = 0.6e3, 1.7e3, 3.6e6, 60e3


@dataclass(frozen=True)
class Habits:
    """What members do: assumptions, which an operator replaces.

    Attributes:
        active: The part of the members that comes on a day.
        online: The part that has a page open in the busiest minute.
        peak: How many times more happens in the busiest minute than on average.
        walls: The part of the open pages that shows a nook's wall.
        nooks: The parts of the members that the nooks have.
        photos: How many a visit loads.
    """

    active: float = 0.3
    online: float = 0.03
    peak: float = 2.5
    messages: float = 10.0
    reactions: float = 15.0
    posts: float = 0.3
    visits: float = 4.0
    photos: float = 40.0
    walls: float = 0.5
    nooks: tuple[float, ...] = (0.4, 0.3, 0.3)


@dataclass(frozen=True)
class Prices:
    """US dollars a month: round assumptions of November 2026, no provider's offer."""

    core: float = 12.0
    database_core: float = 40.0
    memory_gb: float = 3.0
    stored_tb: float = 20.0
    sent_tb: float = 10.0


@dataclass(frozen=True)
class Needs:
    """What a community of this size needs in its busiest minute; bytes are of a month and a year."""

    members: float
    commits: float
    shown: float
    work: float
    walls: float
    processes: float | None
    memory: float
    database_cores: float
    decoder: float
    photo_cores: float
    database_year: float
    photos_year: float
    sent_photos: float
    sent_walls: float
    busiest_bits: float

    def price(self, prices: Prices) -> float | None:
        """US dollars a month, with the photos of one year; None if no number of processes is enough."""
        if self.processes is None:
            return None
        return (
            (self.processes + self.photo_cores) * prices.core
            + self.database_cores * prices.database_core
            + self.memory / 1e9 * prices.memory_gb
            + (self.photos_year + self.database_year) / 1e12 * prices.stored_tb
            + (self.sent_photos + self.sent_walls) / 1e12 * prices.sent_tb
        )


CALM_S = 10.0
"""How often a calm wall would tell its news at most."""
LINE_BITS = 1e9
"""A network line, in bits per second."""
BUSY, DATABASE_BUSY, DECODER_BUSY, LARGEST_DATABASE = 0.6, 0.5, 0.7, 64
"""The parts of its core that a process, a session and the decoder may use; and the cores of a large machine."""


def needs(members: float, habits: Habits = Habits(), costs: Costs = COSTS, *, calm: bool = False) -> Needs:
    """What so many members need.

    Args:
        calm: Whether a wall would tell its news at most once in ten seconds. It tells them at once today.
    """
    a_day = members * habits.active
    busiest = a_day / _DAY * habits.peak
    calls, posts = busiest * (habits.messages + habits.reactions), busiest * habits.posts
    pages = members * habits.online * habits.walls
    frames = [share * posts if not calm else min(1 / CALM_S, share * posts) for share in habits.nooks]
    shown = sum(often * pages * share for often, share in zip(frames, habits.nooks, strict=True))
    load = Load(messages=calls, posts=posts, visits=busiest * habits.visits)
    own, walls = taken(costs, load), costs.shown * shown
    photos = habits.visits * habits.photos * SHOWN_PHOTO_BYTES
    commits = calls + posts
    work = (own.inflow + walls.inflow) / 1e3
    processes = processes_for(work, commits * FOLLOWING_MS / 1e3, busy=BUSY)
    return Needs(
        members=members,
        commits=commits,
        shown=shown,
        work=work,
        walls=walls.inflow / 1e3,
        processes=None if processes is None else max(1.0, math.ceil(processes)),
        memory=(processes or 0) * PROCESS_BYTES + members * habits.online * PAGE_BYTES,
        database_cores=(own.postgres + walls.postgres + commits * DECODING_MS) / 1e3 / DATABASE_BUSY,
        decoder=commits * DECODING_MS / 1e3,
        photo_cores=posts * PHOTO_MS / 1e3 / BUSY,
        database_year=365 * a_day * (habits.messages * MESSAGE_BYTES + habits.posts * POST_BYTES),
        photos_year=365 * a_day * habits.posts * PHOTO_BYTES,
        sent_photos=30 * a_day * photos,
        sent_walls=30 * _DAY * shown / habits.peak * FRAME_BYTES,
        busiest_bits=8 * (busiest * photos + shown * FRAME_BYTES),
    )


def breaks() -> list[tuple[str, float, float]]:
    """What reaches its limit: its name, and at how many members it does, as it is and with calm walls."""
    reached: dict[str, Callable[[Needs], bool]] = {
        "one process is not enough": lambda each: each.processes is None or each.processes > 1,
        "more is sent for walls than for photos": lambda each: each.sent_walls > each.sent_photos,
        "a line of a gigabit a second is full": lambda each: each.busiest_bits > LINE_BITS,
        "walls take more processor than all the rest": lambda each: each.walls > each.work - each.walls,
        f"PostgreSQL needs more than {LARGEST_DATABASE} cores": lambda each: each.database_cores > LARGEST_DATABASE,
        f"the decoder is busy for {100 * DECODER_BUSY:.0f} % of its one core": lambda each: each.decoder > DECODER_BUSY,
        "following the log leaves a process nothing": lambda each: each.processes is None,
    }
    found = [(name, _first(reach, calm=False), _first(reach, calm=True)) for name, reach in reached.items()]
    return sorted(found, key=lambda each: each[1])


def _first(reach: Callable[[Needs], bool], *, calm: bool) -> float:
    low, high = 0.0, 11.0
    if not reach(needs(10**high, calm=calm)):
        return math.inf
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (low, middle) if reach(needs(10**middle, calm=calm)) else (middle, high)
    return float(10**high)


def _document() -> str:
    columns = [(needs(size), needs(size, calm=True)) for size in _SIZES]
    lines = [
        "| Members | " + " | ".join(f"{size:,}" for size in _SIZES) + " |",
        "|---|" + "--:|" * len(_SIZES),
        *(
            f"| {name} | " + " | ".join(_both(text(now), text(calm)) for now, calm in columns) + " |"
            for name, text in _LINES.items()
        ),
        "",
        "Where there are two figures, the second one is for walls that tell their news at most once in ten seconds.",
        "",
        "| What is reached first | at members | with calm walls |",
        "|---|--:|--:|",
        *(f"| {name} | {_members(now)} | {_members(calm)} |" for name, now, calm in breaks()),
        "",
        *_plot(),
    ]
    return "\n".join(lines) + "\n"


_LINES: dict[str, Callable[[Needs], str]] = {
    "commits a second": lambda each: _short(each.commits),
    "posts shown on pages, a second": lambda each: _short(each.shown),
    "cores of work in Inflow's processes": lambda each: _short(each.work),
    "of these, for walls": lambda each: _short(each.walls),
    "processes": lambda each: "no number is enough" if each.processes is None else _short(each.processes),
    "their memory, GB": lambda each: "–" if each.processes is None else _short(each.memory / 1e9),
    "cores of PostgreSQL": lambda each: _short(each.database_cores),
    "the decoder, of one core": lambda each: f"{_short(100 * each.decoder)} %",
    "cores for photos": lambda each: _short(each.photo_cores),
    "database, TB a year": lambda each: _short(each.database_year / 1e12),
    "photos, TB a year": lambda each: _short(each.photos_year / 1e12),
    "photos sent, TB a month": lambda each: _short(each.sent_photos / 1e12),
    "walls sent, TB a month": lambda each: _short(each.sent_walls / 1e12),
    "US dollars a month": lambda each: "–" if (price := each.price(Prices())) is None else _short(price),
}


def _plot() -> list[str]:
    cores = [[needs(size, calm=calm).work for size in _PLOTTED] for calm in (False, True)]
    series = [f"    line [{', '.join(f'{math.log10(max(each, 1e-3)):.2f}' for each in line)}]" for line in cores]
    return [
        "```mermaid",
        "xychart-beta",
        '    title "Cores of work in the busiest minute; the lower line is with calm walls"',
        f'    x-axis "members" [{", ".join(_members(size) for size in _PLOTTED)}]',
        '    y-axis "cores, as a power of ten" -3 --> 6',
        *series,
        "```",
    ]


def _both(now: str, calm: str) -> str:
    return now if now == calm else f"{now}; {calm}"


def _short(value: float) -> str:
    """Two digits that count."""
    if value == 0:
        return "0"
    rounded = round(value, 1 - math.floor(math.log10(abs(value))))
    return f"{rounded:,.0f}" if rounded >= 10 else f"{rounded:g}"


def _members(count: float) -> str:
    if math.isinf(count):
        return "never"
    for unit, size in (("billion", 1e9), ("million", 1e6), ("thousand", 1e3)):
        if count >= size:
            return f"{_short(count / size)} {unit}"
    return _short(count)


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.scale", description="Write the figures of docs/scale.md.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the document has other figures")
    given = parser.parse_args()
    text = _DOCUMENT.read_text(encoding="utf-8")
    head, _, rest = text.partition(_BEGIN)
    _, _, tail = rest.partition(_END)
    written = f"{head}{_BEGIN}\n{_document()}\n{_END}{tail}"
    if not given.check:
        _DOCUMENT.write_text(written, encoding="utf-8")
    elif written != text:
        sys.exit("docs/scale.md has other figures than the model: run `python -m bench.scale`")


if __name__ == "__main__":
    main()
