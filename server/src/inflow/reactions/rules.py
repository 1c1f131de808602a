"""What a reaction may be."""

from __future__ import annotations

from typing import Literal

Reaction = Literal["ciao", "graceful", "errro"]
