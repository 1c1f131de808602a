"""The answers to OWASP's ASVS are complete, rest on files that exist, and are counted rightly."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from architecture.sources import SERVER

ROOT = SERVER.parent
INDEX = ROOT / "docs" / "asvs.md"
ROWS_BY_CHAPTER: Final = {
    1: 27, 2: 11, 3: 19, 4: 10, 5: 9, 6: 35, 7: 18, 8: 7, 9: 7, 10: 29, 11: 14, 12: 9, 13: 13, 14: 9, 15: 13, 16: 16,
    17: 7,
}  # fmt: skip
"""The requirements of levels 1 and 2 in ASVS 5.0.0, by chapter."""
ALL: Final = 253
LEVEL_1: Final = 70
ANSWERS: Final = ("met", "not applicable", "deviation")
PATH = re.compile(r"`((?:server|web|docs|bench)/[^`]+|Makefile)`")


class Row(NamedTuple):
    """A requirement's row."""

    file: Path
    id: str
    level: str
    short: str
    answer: str
    reason: str

    @property
    def chapter(self) -> int:
        return int(self.id.removeprefix("v5.0.0-").split(".")[0])


def _rows_of(file: Path) -> list[Row]:
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("| v")]
    return [Row(file, *(cell.strip() for cell in line.strip("|").split("|"))) for line in lines]


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    """The rows of all chapters."""
    return [row for file in sorted((ROOT / "docs" / "asvs").glob("*.md")) for row in _rows_of(file)]


def test_every_requirement_of_levels_1_and_2_has_one_row(rows: list[Row]) -> None:
    ids = [row.id for row in rows]

    assert [each for each in ids if not re.fullmatch(r"v5\.0\.0(-\d{1,2})(\.\d{1,2}){2}", each)] == []
    assert (len(ids), len(set(ids))) == (ALL, ALL)
    assert Counter(row.chapter for row in rows) == ROWS_BY_CHAPTER
    assert Counter(row.level for row in rows) == {"1": LEVEL_1, "2": ALL - LEVEL_1}
    assert [row.id for row in rows if not row.file.name.startswith(f"{row.chapter:02}-")] == []


def test_every_answer_is_one_of_three_and_has_a_reason(rows: list[Row]) -> None:
    assert [(row.id, row.answer) for row in rows if row.answer not in ANSWERS or not row.short or not row.reason] == []


def test_what_is_met_is_shown_by_a_file(rows: list[Row]) -> None:
    assert [row.id for row in rows if row.answer == "met" and not PATH.search(row.reason)] == []


def test_every_file_that_is_named_exists(rows: list[Row]) -> None:
    named = [(row.id, path) for row in rows for path in PATH.findall(row.reason)]

    assert [(row, path) for row, path in named if not (ROOT / path).is_file()] == []


def test_the_index_counts_the_rows(rows: list[Row]) -> None:
    page = INDEX.read_text(encoding="utf-8")
    lines = re.findall(
        r"^\| \[V(\d+) [^|]*\]\(asvs/(\S+)\) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", page, re.MULTILINE
    )
    (total,) = re.findall(r"^\| all \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", page, re.MULTILINE)
    first = [row for row in rows if row.level == "1"]
    (said,) = re.findall(r"has (\d+) rows: (\d+) are met, (\d+) are not applicable and (\d+) are deviations", page)

    assert {int(chapter): _numbers(numbers) for chapter, _, *numbers in lines} == {
        chapter: _counts([row for row in rows if row.chapter == chapter]) for chapter in ROWS_BY_CHAPTER
    }
    assert _numbers(total) == _counts(rows)
    assert _numbers(said) == _counts(first)
    deviations = [row.id.removeprefix("v5.0.0-") for row in first if row.answer == "deviation"]
    assert f"deviations ({', '.join(deviations)})" in page


def _counts(rows: list[Row]) -> list[int]:
    """How many there are, and how many of each answer."""
    return [len(rows), *(sum(row.answer == answer for row in rows) for answer in ANSWERS)]


def _numbers(texts: list[str] | tuple[str, ...]) -> list[int]:
    return [int(text) for text in texts]
