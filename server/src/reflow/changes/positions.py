"""Positions in the write-ahead log."""

from __future__ import annotations


def lsn_of(text: str) -> int:
    """``16/B374D848`` → bytes since the beginning of the log."""
    high, _, low = text.partition("/")
    return int(high, 16) << 32 | int(low, 16)
