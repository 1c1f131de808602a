"""Objects that a deployment gives to its functions: keys, stores, and clients of other services."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


class Dependencies:
    """One object of each type, assembled with the application.

    A query's result must not depend on an object that changes, because its change would not update the query.
    """

    def __init__(self, *dependencies: object) -> None:
        self._dependencies = {type(dependency): dependency for dependency in dependencies}

    def of(self, kind: type[T]) -> T:
        """The object of exactly this type.

        Raises:
            LookupError: The application was assembled without one.
        """
        dependency = self._dependencies.get(kind)
        if not isinstance(dependency, kind):
            raise LookupError(f"No {kind.__name__} was given to the engine")
        return dependency


NO_DEPENDENCIES = Dependencies()
