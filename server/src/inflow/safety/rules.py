"""The choices that members have."""

from __future__ import annotations

from typing import Final, Literal

Commenters = Literal["everyone", "in_flow", "no_one"]
"""Who may comment on a member's fotos and flicks. The member always may."""

BY_DEFAULT: Final[Commenters] = "everyone"
