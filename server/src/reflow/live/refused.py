"""Subscriptions that are answered with a refusal."""

from __future__ import annotations

from reflow.live.evaluation import Evaluation


class Refused:
    """A subscription with a refusal: unknown function, invalid arguments, or too many subscriptions before it."""

    def __init__(self, error: Exception) -> None:
        self.result = Evaluation(None, error, None, (), frozenset())
        self.revision = 1

    def cancel(self) -> None:
        """Does nothing, because nothing is running."""
