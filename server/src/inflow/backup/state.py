"""What this machine knows of its backup: when it last reached a moment, and when the last snapshot was made."""

from __future__ import annotations

import secrets
from datetime import datetime
from pathlib import Path

import msgspec

_FILE = "state.json"


class State(msgspec.Struct, frozen=True, kw_only=True):
    """The backup's state.

    Attributes:
        snapshot_at: When the newest snapshot ended.
        reached: The last moment that can be restored from the log, if it is followed.
    """

    snapshot_at: datetime | None = None
    reached: datetime | None = None


def read(scratch: Path) -> State:
    """The state in this folder; an empty one where no backup was made."""
    try:
        return msgspec.json.decode((scratch / _FILE).read_bytes(), type=State)
    except (FileNotFoundError, msgspec.MsgspecError):
        return State()


def note(scratch: Path, *, snapshot_at: datetime | None = None, reached: datetime | None = None) -> None:
    """Write what has changed."""
    before = read(scratch)
    state = State(snapshot_at=snapshot_at or before.snapshot_at, reached=reached or before.reached)
    temporary = scratch / f".{_FILE}.{secrets.token_hex(8)}"
    temporary.write_bytes(msgspec.json.encode(state))
    temporary.replace(scratch / _FILE)
