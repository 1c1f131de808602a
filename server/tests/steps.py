"""Counting the work of a check in steps, which are the same on every machine.

A step is a line of Python, or one node of a pattern tried at one place of a text. The C code of ``re`` cannot be
counted from outside, so each pattern is matched a second time by the small backtracking matcher here. It has none of
the shortcuts of ``re``, so its count is an upper bound. Both must find the same.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from re import _constants as names  # type: ignore[attr-defined]  # typeshed does not know the parser's modules
from re import _parser as parser  # type: ignore[attr-defined]  # same
from types import FrameType
from typing import Any

Then = Callable[[int], int]
"""Matches from a position to the end of the pattern; returns the end's position, or NOWHERE."""
NOWHERE = -1
DEEP = 40_000


class Steps:
    """Counts steps."""

    def __init__(self) -> None:
        self.count = 0

    @contextmanager
    def of_python(self, folder: str) -> Iterator[None]:
        """Count the lines of Python that run in files of this folder."""

        def line(_frame: FrameType, event: str, _argument: object) -> Any:
            self.count += event == "line"
            return line

        def call(frame: FrameType, _event: str, _argument: object) -> Any:
            return line if folder in frame.f_code.co_filename else None

        before = sys.gettrace()
        sys.settrace(call)
        try:
            yield
        finally:
            sys.settrace(before)


class CountedPattern:
    """A compiled pattern whose work is counted.

    Args:
        pattern: Without flags.
        steps: Where to count.
    """

    def __init__(self, pattern: re.Pattern[str], steps: Steps) -> None:
        self._pattern = pattern
        self._matcher = Matcher(pattern.pattern, steps)

    def search(self, text: str) -> re.Match[str] | None:
        """The pattern's own result; counts the steps."""
        found = self._pattern.search(text)
        first = next(self._matcher.spans(text), None)
        assert first == (found.span() if found else None)
        return found

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """The pattern's own result; counts the steps."""
        found = list(self._pattern.finditer(text))
        assert list(self._matcher.spans(text)) == [each.span() for each in found]
        return iter(found)

    def findall(self, text: str) -> list[str]:
        """The pattern's own result, for a pattern without groups; counts the steps."""
        return [each.group() for each in self.finditer(text)]

    def sub(self, instead: str | Callable[[re.Match[str]], str], text: str) -> str:
        """The pattern's own result; counts the steps."""
        list(self.finditer(text))
        return self._pattern.sub(instead, text)


class Matcher:
    """A backtracking matcher over the syntax tree of a pattern. It supports no flags, and only the nodes in use."""

    def __init__(self, pattern: str, steps: Steps) -> None:
        self._tree = parser.parse(pattern)
        self._steps = steps
        self._groups: dict[int, tuple[int, int]] = {}
        self._text = ""
        self._match = self._sequence(list(self._tree), lambda at: at)

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """The spans of all matches, in order."""
        self._text, at = text, 0
        limit = sys.getrecursionlimit()
        while at <= len(text):
            self._groups.clear()
            sys.setrecursionlimit(DEEP)
            end = self._match(at)
            sys.setrecursionlimit(limit)
            if end != NOWHERE:
                yield at, end
            at = max(end, at + 1)

    def _sequence(self, items: list[Any], then: Then) -> Then:
        for item in reversed(items):
            then = self._counted(self._node(item, then))
        return then

    def _counted(self, node: Then) -> Then:
        def step(at: int) -> int:
            self._steps.count += 1
            return node(at)

        return step

    def _node(self, item: tuple[Any, Any], then: Then) -> Then:
        kind, argument = item
        if (fits := _single(item)) is not None:
            return lambda at: then(at + 1) if at < len(self._text) and fits(self._text[at]) else NOWHERE
        if kind is names.BRANCH:
            return _first_of([self._sequence(list(each), then) for each in argument[1]])
        if kind is names.SUBPATTERN:
            return self._group(argument[0], list(argument[3]), then)
        if kind is names.MAX_REPEAT:
            return self._repeat(*argument, then)
        if kind is names.GROUPREF:
            return self._reference(argument, then)
        return self._look(kind, *argument, then)

    def _look(self, kind: Any, direction: int, inner: Any, then: Then) -> Then:
        wanted, seen = kind is names.ASSERT, self._sequence(list(inner), lambda at: at)
        back = 0 if direction > 0 else inner.getwidth()[0]

        def look(at: int) -> int:
            is_there = at >= back and seen(at - back) != NOWHERE
            return then(at) if is_there is wanted else NOWHERE

        assert kind in {names.ASSERT, names.ASSERT_NOT}, kind
        return look

    def _group(self, number: int | None, items: list[Any], then: Then) -> Then:
        if number is None:
            return self._sequence(items, then)
        begun: list[int] = []

        def end(at: int) -> int:
            before = self._groups.get(number)
            self._groups[number] = (begun[-1], at)
            found = then(at)
            if found == NOWHERE and before:
                self._groups[number] = before
            return found

        inner = self._sequence(items, end)

        def begin(at: int) -> int:
            begun.append(at)
            found = inner(at)
            begun.pop()
            return found

        return begin

    def _reference(self, number: int, then: Then) -> Then:
        def same(at: int) -> int:
            first, last = self._groups[number]
            return then(at + last - first) if self._text.startswith(self._text[first:last], at) else NOWHERE

        return same

    def _repeat(self, least: int, most: Any, inner: Any, then: Then) -> Then:
        limit = sys.maxsize if most is names.MAXREPEAT else int(most)
        fits = _single(inner[0]) if len(inner) == 1 else None
        return self._run(least, limit, fits, then) if fits else self._again(least, limit, list(inner), then)

    def _run(self, least: int, most: int, fits: Callable[[str], bool], then: Then) -> Then:
        def run(at: int) -> int:
            stop = at
            while stop < len(self._text) and stop - at < most and fits(self._text[stop]):
                stop += 1
            self._steps.count += stop - at
            return next((found for end in range(stop, at + least - 1, -1) if (found := then(end)) != NOWHERE), NOWHERE)

        return run

    def _again(self, least: int, most: int, items: list[Any], then: Then) -> Then:
        count = 0

        def once(at: int) -> int:
            nonlocal count
            if count < most:
                count += 1
                found = inner(at)
                count -= 1
                if found != NOWHERE:
                    return found
            return then(at) if count >= least else NOWHERE

        inner = self._sequence(items, once)
        return once


def _first_of(branches: list[Then]) -> Then:
    return lambda at: next((found for each in branches if (found := each(at)) != NOWHERE), NOWHERE)


def _single(item: tuple[Any, Any]) -> Callable[[str], bool] | None:
    """The test of a node that matches one character; None for other nodes."""
    kind, argument = item
    if kind is names.LITERAL:
        return lambda letter: ord(letter) == argument
    if kind is names.NOT_LITERAL:
        return lambda letter: ord(letter) != argument
    if kind is names.ANY:
        return lambda letter: letter != "\n"
    return _one_of(argument) if kind is names.IN else None


def _one_of(items: list[tuple[Any, Any]]) -> Callable[[str], bool]:
    negated = items[0][0] is names.NEGATE
    tests = [_member(*each) for each in items[negated:]]
    known: dict[str, bool] = {}

    def fits(letter: str) -> bool:
        if letter not in known:
            known[letter] = any(test(letter) for test in tests) is not negated
        return known[letter]

    return fits


def _member(kind: Any, argument: Any) -> Callable[[str], bool]:
    if kind is names.LITERAL:
        return lambda letter: ord(letter) == argument
    if kind is names.RANGE:
        return lambda letter: argument[0] <= ord(letter) <= argument[1]
    return {
        names.CATEGORY_WORD: lambda letter: letter.isalnum() or letter == "_",
        names.CATEGORY_NOT_WORD: lambda letter: not (letter.isalnum() or letter == "_"),
        names.CATEGORY_DIGIT: str.isdecimal,
    }[argument]
