"""Reads the lists of names, evasions and innocent words in this folder."""

from __future__ import annotations

import re
from pathlib import Path

_WRITTEN_OUT = re.compile(r"\\u([0-9a-f]{4})|\\U([0-9a-f]{8})")


def lines_of(name: str) -> list[str]:
    """The lines of a list without its comments, with escape sequences replaced by their letters."""
    lines = Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
    return [_WRITTEN_OUT.sub(_letter, line) for line in lines if line and not line.startswith("#")]


def _letter(written: re.Match[str]) -> str:
    return chr(int(written[1] or written[2], 16))
