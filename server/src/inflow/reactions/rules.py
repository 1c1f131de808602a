"""The reactions to choose from."""

from __future__ import annotations

from typing import Literal

Reaction = Literal["ciao", "graceful", "errro"]
