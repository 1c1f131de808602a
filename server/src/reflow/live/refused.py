"""Subscriptions that are answered with a refusal."""

from __future__ import annotations

from reflow.live.evaluation import Evaluation


class Refused:
    """A subscription that has no answer: unknown function, arguments that do not fit, or far too many before it."""

    def __init__(self, error: Exception) -> None:
        self.result = Evaluation(None, error, None, (), frozenset())
        self.revision = 1

    def cancel(self) -> None:
        """Nothing to stop."""
