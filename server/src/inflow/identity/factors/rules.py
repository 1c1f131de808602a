"""The settings and limits of second steps."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Literal

from inflow.core.switches import YES

PASSKEYS_MAX: Final = 10
PASSKEY_NAME_MAX: Final = 40
RECOVERY_CODES: Final = 10
PROVED_FOR: Final = timedelta(minutes=5)
"""How long a proof lets its session delete the account, change the address, or change second steps."""
TRUSTED_FOR: Final = timedelta(days=30)

Role = Literal["moderator", "owner"]
Method = Literal["passkey", "authenticator", "recovery code"]

PROVE_FIRST: Final = "Confirm that it's you first."
SECOND_STEP: Final = "second step"
"""The `field` of the refusal with which the web app asks for a second step and tries again."""


@dataclass(frozen=True, slots=True)
class TwoFactor:
    """Whether members may add second steps, as the operator set it.

    Attributes:
        enabled: Whether they may. Without it no second step is asked for, nor a passkey accepted.
        required: The roles that can be used only with a second step.
    """

    enabled: bool = False
    required: frozenset[Role] = frozenset()


ROLES: Final[tuple[Role, ...]] = ("moderator", "owner")


def two_factor_in(enabled: str, required: str) -> TwoFactor:
    """The settings as an operator writes them.

    Args:
        enabled: ``on``, ``off`` or one of their synonyms.
        required: Roles, with commas between them.

    Raises:
        ValueError: The list names something else, or it requires what is off.
    """
    names = {each.strip().lower() for each in required.split(",") if each.strip()}
    roles = frozenset(role for role in ROLES if role in names)
    if len(roles) != len(names):
        raise ValueError(f"{required!r} is no list of {', '.join(ROLES)}")
    if roles and enabled.lower() not in YES:
        raise ValueError("it goes with INFLOW_TWO_FACTOR=on")
    return TwoFactor(enabled.lower() in YES, roles)
