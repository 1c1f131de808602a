"""Positions in the write-ahead log, and the timestamps made of them."""

from __future__ import annotations

_LSN_BITS = 48


def lsn_of(text: str) -> int:
    """``16/B374D848`` → bytes since the beginning of the log."""
    high, _, low = text.partition("/")
    return int(high, 16) << 32 | int(low, 16)


def timestamp(epoch: int, lsn: int) -> int:
    """The epoch in the upper bits, the position in the lower ones. It always grows, even when a restored server's log
    begins again. Below 2^63.
    """
    return epoch << _LSN_BITS | lsn


def lsn_in(ts: int) -> int:
    """The position inside a timestamp, without its epoch."""
    return ts & ((1 << _LSN_BITS) - 1)
