"""The choices that members have."""

from __future__ import annotations

from typing import Final, Literal

Commenters = Literal["everyone", "in_flow", "no_one"]
"""Who may comment on a member's fotos and flicks. The member always may."""

Requesters = Literal["everyone", "friends_of_friends", "no_one"]
"""Who may send a member requests to syncflow. Friends of friends have a member in common with whom both are in flow."""

BY_DEFAULT: Final = "everyone"
