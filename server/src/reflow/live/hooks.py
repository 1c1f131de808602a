"""The context of a mutation's pre-transaction hook."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from reflow.dependencies import Dependencies
    from reflow.identity import Identity

T = TypeVar("T")


@dataclass(frozen=True)
class HookCtx:
    """The context of a pre-transaction hook: it has no transaction."""

    identity: Identity | None
    dependencies: Dependencies

    @property
    def signed_in(self) -> bool:
        return self.identity is not None

    def get(self, kind: type[T]) -> T:
        return self.dependencies.of(kind)
