"""Admission: mutations that collide enter a queue before their transactions begin.

PostgreSQL aborts one of two serializable transactions that collide, and its work is lost. So the engine learns from
each collision which argument the calls had in common, for example a conversation's id, and limits how many calls with
this value run at once. The limit adapts: it falls with each collision and rises slowly with each success. For a hot
row it soon is one. Where calls of one function have no argument in common, the function gets the limit. Calls without
a limited value never wait for such a limit.

No function gets all connections. Where calls fill its share and wait for a lock in vain, for example beside an open
`ALTER TABLE`, others of their function follow one at a time, so that they do not keep connections from the calls of
other functions.

Each process admits its own calls. Calls that collide with another process are retried after a pause.
"""

from __future__ import annotations

import itertools
import time
from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any

import asyncpg

from reflow.limits.concurrency import ConcurrencyLimit, Gate
from reflow.live.retries import COLLISIONS

if TYPE_CHECKING:
    from reflow.identity import Identity

Value = str | int
_REMEMBERED = 10.0  # seconds since the last collision
_RECENT = 64  # calls that have just ended; a running one may have collided with them
_LONGEST_VALUE = 100  # characters; a longer text identifies no row
_LAST_RESORT = 8  # after so many collisions, a call's next attempt runs while no other mutation does
_CALLER, _FUNCTION = "(caller)", "(function)"  # stand for the argument where the value is no argument


@dataclass(slots=True)
class MutationCounts:
    """The transactions of one function.

    Attributes:
        attempts: Those that began.
        aborts: Those that PostgreSQL aborted because they collided.
        successes: Those that committed.
    """

    attempts: int = 0
    aborts: int = 0
    successes: int = 0


class Call:
    """A call that asks for admission before each attempt.

    Args:
        number: Its place in every queue: a call that arrived earlier is admitted first.

    Attributes:
        values: The values by which it may be limited, each with its argument.
        collisions: How often it collided.
        unexplained: How often in a row it collided although no other call had a value in common with it.
        held: The limits that admitted it.
        is_alone: Whether its attempt runs while no other mutation does.
    """

    __slots__ = ("began", "collisions", "counts", "held", "is_alone", "number", "path", "seen", "unexplained", "values")

    def __init__(
        self, number: int, path: str, given: Mapping[str, Any], identity: Identity | None, counts: MutationCounts
    ) -> None:
        self.number = number
        self.path = path
        self.counts = counts
        self.values: dict[Value, str] = {}
        for name, value in given.items():
            if type(value) is int or (type(value) is str and len(value) <= _LONGEST_VALUE):
                self.values.setdefault(value, name)
        if identity is not None:
            self.values.setdefault(identity.subject, _CALLER)
        self.values.setdefault(path, _FUNCTION)
        self.collisions = self.unexplained = 0
        self.began = self.seen = 0
        self.held: list[ConcurrencyLimit] = []
        self.is_alone = False


class _ValueLimit(ConcurrencyLimit):
    """The limit of the calls that have one value.

    Attributes:
        number: All calls take their limits in the order of these numbers, so that no two wait for each other.
        places: The functions and arguments in which the value counts. Elsewhere it may mean something else.
        ends_at: When it is forgotten.
    """

    def __init__(self, number: int, level: float) -> None:
        super().__init__(level)
        self.number = number
        self.places: set[tuple[str, str]] = set()
        self.ends_at = 0.0


class Admission:
    """The limits of one process.

    Args:
        clock: Seconds; it decides when a collision is forgotten.
        most: How many calls of one function may run at once.

    Attributes:
        counts: The transactions of each function, by its path, since the process began.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, *, most: float = inf) -> None:
        self.counts: dict[str, MutationCounts] = {}
        self._clock = clock
        self._numbers = itertools.count(1)
        self._limits: dict[Value, _ValueLimit] = {}
        self._running: set[Call] = set()
        self._recent: deque[tuple[int, Call]] = deque(maxlen=_RECENT)
        self._moment = 0
        self._lessons = 0
        self._gate = Gate()
        self._rooms: defaultdict[str, ConcurrencyLimit] = defaultdict(lambda: ConcurrencyLimit(most))

    def call(self, path: str, given: Mapping[str, Any], identity: Identity | None) -> Call:
        """A call of this function, behind all calls that came before."""
        counts = self.counts.get(path)
        if counts is None:
            counts = self.counts[path] = MutationCounts()
        return Call(next(self._numbers), path, given, identity, counts)

    def admit(self, call: Call) -> _Turn:
        """A block before which the call waits for its turn. The turn ends with the block.

        Raises:
            NotAdmitted: On entry, if the turn did not come within ten seconds.
        """
        return _Turn(self, call)

    def attempt(self, call: Call) -> _Attempt:
        """A block with one transaction of an admitted call. The engine learns from a collision that ends it."""
        return _Attempt(self, call)

    def must_queue_again(self, call: Call) -> bool:
        """Whether a value of this call was limited since its turn began."""
        if call.seen == self._lessons or call.is_alone:
            return False
        call.seen = self._lessons
        return any(limit not in call.held for limit in self._limits_of(call))

    def forget(self) -> None:
        """Forget all collisions, and let all waiting calls run."""
        while self._limits:
            self._limits.popitem()[1].lift()

    async def enter(self, call: Call) -> None:
        """Wait for the call's turn."""
        call.seen = self._lessons
        call.is_alone = call.collisions > 0 and call.collisions % _LAST_RESORT == 0
        try:
            if self._limits and not call.is_alone:
                for limit in sorted(self._limits_of(call), key=lambda limit: limit.number):
                    await limit.acquire(call.number)
                    call.held.append(limit)
            room = self._rooms[call.path]
            await room.acquire(call.number)
            call.held.append(room)
            if not self._gate.enter_at_once(is_alone=call.is_alone):
                await self._gate.enter(is_alone=call.is_alone)
        except BaseException:
            self._release(call)
            raise

    def leave(self, call: Call) -> None:
        """End the call's turn."""
        self._gate.leave(is_alone=call.is_alone)
        self._release(call)

    def begin(self, call: Call) -> None:
        """Count a transaction that begins."""
        call.counts.attempts += 1
        self._moment += 1
        call.began = self._moment
        self._running.add(call)

    def end(self, call: Call, kind: type[BaseException] | None) -> None:
        """Count a transaction that ended with this exception, or with None if it committed."""
        self._running.discard(call)
        if kind is None:
            call.counts.successes += 1
            self._moment += 1
            self._recent.append((self._moment, call))
            for limit in call.held:
                if isinstance(limit, _ValueLimit):
                    limit.raise_level()
        elif issubclass(kind, COLLISIONS):
            call.counts.aborts += 1
            self._learn(call)
        elif issubclass(kind, asyncpg.LockNotAvailableError) and self._rooms[call.path].is_full:
            self._lower(call.path, 0, [call])

    @staticmethod
    def _release(call: Call) -> None:
        while call.held:
            call.held.pop().release()

    def _limits_of(self, call: Call) -> list[_ValueLimit]:
        now = self._clock()
        found = []
        for value, name in call.values.items():
            limit = self._limits.get(value)
            if limit is None or (call.path, name) not in limit.places:
                continue
            if limit.is_lifted or limit.ends_at < now:
                del self._limits[value]
            else:
                found.append(limit)
        return found

    def _learn(self, call: Call) -> None:
        """Lower the limit of the value that explains this collision: the one that the fewest other calls have."""
        others = [other for other in self._running if other is not call]
        others += [other for ended, other in self._recent if ended > call.began]
        found = [(sum(value in other.values for other in others), value) for value in call.values]
        shared = [(count, value) for count, value in found if count]
        call.collisions += 1
        call.unexplained = 0 if shared else call.unexplained + 1
        if shared:
            count, value = min(shared, key=lambda each: each[0])
            self._lower(value, count, [call, *(other for other in others if value in other.values)])

    def _lower(self, value: Value, others: int, calls: list[Call]) -> None:
        """Lower a value's limit, or give it one, in the places where these calls have the value."""
        now = self._clock()
        limit = self._limits.pop(value, None)
        if limit is None or limit.is_lifted or limit.ends_at < now:
            limit = _ValueLimit(next(self._numbers), 1.0 + others)
        limit.lower_level()
        limit.ends_at = now + _REMEMBERED
        limit.places.update((call.path, call.values[value]) for call in calls)
        self._lessons += 1
        self._limits[value] = limit  # the last one, so that those to be forgotten come first
        for old in [*itertools.takewhile(lambda each: self._limits[each].ends_at < now, self._limits)]:
            del self._limits[old]


class _Turn:
    def __init__(self, admission: Admission, call: Call) -> None:
        self._admission = admission
        self._call = call

    async def __aenter__(self) -> None:
        await self._admission.enter(self._call)

    async def __aexit__(self, *_: object) -> None:
        self._admission.leave(self._call)


class _Attempt:
    def __init__(self, admission: Admission, call: Call) -> None:
        self._admission = admission
        self._call = call

    def __enter__(self) -> None:
        self._admission.begin(self._call)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._admission.end(self._call, kind)
