"""A deployment with second steps, a member, and her phone."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from identity.house import URL, Browser, House
from identity.passkey_device import PasskeyDevice
from inflow.core.encryption import Secret
from inflow.identity.factors.rules import TwoFactor
from mail.mail_server import MailServer
from reflow.postgres.database import Database


@pytest.fixture
async def house(database: Database, secret: Secret, mail_server: MailServer) -> AsyncIterator[House]:
    """A deployment whose operator has switched second steps on."""
    async with House(database, secret, mail_server, two_factor=TwoFactor(enabled=True)) as house:
        yield house


@pytest.fixture
async def alice(house: House) -> Browser:
    """Alice's browser, signed in."""
    browser = house.visitor()
    await browser.becomes_a_member()
    return browser


@pytest.fixture
def device() -> PasskeyDevice:
    """Alice's phone."""
    return PasskeyDevice(URL)
