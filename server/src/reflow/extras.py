"""Parts of the engine that need more than its base install. Each is an extra of the distribution."""

from __future__ import annotations


def missing_extra(extra: str, error: ModuleNotFoundError) -> ModuleNotFoundError:
    """The error that tells which extra contains the missing module.

    Args:
        extra: Its name, as in ``reflow[auth]``.
        error: The error of the import.
    """
    return ModuleNotFoundError(f"{error.name} is not installed. Install reflow[{extra}].", name=error.name)
