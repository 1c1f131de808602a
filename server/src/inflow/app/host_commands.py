"""The commands about hosts: `inflow host deny`, `allow` and `list`."""

from __future__ import annotations

import asyncio
from typing import Annotated

from cyclopts import App, Parameter
from cyclopts.validators import Number

from inflow.app.settings import Settings

host = App(name="host", help="Which hosts may not sign up.")


@host.command
def deny(of: str, *, days: Annotated[int, Parameter(validator=Number(gte=1, lte=365))] = 90) -> None:
    """Let no one sign up from a host, beside a running Inflow. Members there stay members.

    Args:
        of: The hash after `host` in the log, or an address. For whole networks, use INFLOW_DENIED_HOSTS.
        days: For how long.
    """
    from inflow.app import denying  # noqa: PLC0415  # the product, only where it is needed

    tag = asyncio.run(denying.deny(Settings.from_environment(), of, days))
    print(f"No one signs up from {tag} for {days} days.")  # noqa: T201  # for the operator


@host.command
def allow(of: str) -> None:
    """Let people sign up from a host again.

    Args:
        of: The hash after `host` in the log, or an address.
    """
    from inflow.app import denying  # noqa: PLC0415  # the product, only where it is needed

    tag = asyncio.run(denying.allow(Settings.from_environment(), of))
    print(f"{tag} is not denied any more.")  # noqa: T201  # for the operator


@host.command(name="list")
def list_() -> None:
    """Print the hosts that were denied here, and until when."""
    from inflow.app import denying  # noqa: PLC0415  # the product, only where it is needed

    for row in asyncio.run(denying.denied(Settings.from_environment())):
        print(f"{row.tag}  until {row.until:%Y-%m-%d}")  # noqa: T201  # for the operator
