"""The accessibility report answers every criterion of WCAG 2.2, A and AA, once, and names files that exist."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

import pytest

from architecture.sources import SERVER

ROOT = SERVER.parent
ANSWERS: Final = ("supports", "partially supports", "does not support", "not applicable")
CRITERIA: Final = {
    "A": (
        "1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3"
        " 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2"
    ),
    "AA": (
        "1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8"
        " 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3"
    ),
}
"""Without 4.1.1, which WCAG 2.2 removed."""


@pytest.fixture(scope="module")
def page() -> str:
    """The text of docs/accessibility.md."""
    return (ROOT / "docs" / "accessibility.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def rows(page: str) -> list[list[str]]:
    """The number with its name, the level, the answer, how it was tried, and remarks."""
    lines = re.findall(r"^\| (?=\d+\.\d+\.\d+ ).*$", page, re.MULTILINE)
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_criterion_has_one_row(rows: list[list[str]]) -> None:
    found = [(level, number.split()[0]) for number, level, *_ in rows]

    assert sorted(found) == sorted((level, each) for level, numbers in CRITERIA.items() for each in numbers.split())


def test_every_answer_is_known_and_what_fails_is_explained(rows: list[list[str]]) -> None:
    assert [number for number, _, answer, tried, _ in rows if answer not in ANSWERS or not tried] == []
    fails = ("partially supports", "does not support")
    assert [number for number, _, answer, _, remark in rows if answer in fails and not remark] == []


def test_the_numbers_are_right(page: str, rows: list[list[str]]) -> None:
    counted = Counter((answer, level) for _, level, answer, *_ in rows)

    for answer in ANSWERS:
        assert f"| {answer} | {counted[answer, 'A']} | {counted[answer, 'AA']} |" in page


def test_every_file_that_is_named_exists(page: str) -> None:
    named = re.findall(r"`((?:server|web|docs)/[^`]+)`", page)

    assert [path for path in named if not (ROOT / path).exists()] == []
