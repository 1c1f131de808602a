"""The lists of names, evasions and innocent words beside the tests."""

from __future__ import annotations

import re
from pathlib import Path

_WRITTEN_OUT = re.compile(r"\\u([0-9a-f]{4})|\\U([0-9a-f]{8})")


def lines_of(name: str) -> list[str]:
    """The lines of a list that are no comments, with written-out letters put in."""
    lines = Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
    return [_WRITTEN_OUT.sub(_letter, line) for line in lines if line and not line.startswith("#")]


def _letter(written: re.Match[str]) -> str:
    return chr(int(written[1] or written[2], 16))
