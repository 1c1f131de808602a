"""How operators write that something is on or off."""

from __future__ import annotations

from typing import Final

YES: Final = frozenset({"1", "true", "yes", "on"})
NO: Final = frozenset({"0", "false", "no", "off"})
