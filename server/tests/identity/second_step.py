"""What members do with second steps, and the refusals that they meet."""

from __future__ import annotations

from typing import Any

import pyotp

from identity.house import ALICE, Browser, House
from identity.passkey_device import PasskeyDevice

PASSWORD = ALICE["password"]
PROVE_FIRST = (403, "forbidden", "Confirm that it's you first.")
WRONG_CODE = (400, "invalid", "This code isn't right. Enter the newest one.")
WRONG_RECOVERY = (400, "invalid", "This recovery code isn't right, or you used it before.")
WRONG_PASSKEY = (400, "invalid", "This passkey couldn't be confirmed. Please try again.")
UNKNOWN_PASSKEY = (400, "invalid", "This passkey isn't known here. It may have been removed.")
TOO_LATE = (400, "expired", "This took too long. Please start again.")
SLOW_DOWN = (429, "rate_limited", "Too many attempts. Please try again later.")
OFF = (404, "not_found", "Two-factor authentication is off here.")


async def proves_by_password(browser: Browser) -> None:
    answer = await browser.post("/proof", password=PASSWORD)
    assert answer.status_code == 204, answer.text


async def adds_passkey(browser: Browser, device: PasskeyDevice, name: str = "Phone") -> list[str] | None:
    """Add a passkey; the recovery codes that come with the first second step."""
    begun = await browser.post("/factors/passkeys/options")
    assert begun.status_code == 200, begun.text
    added = await browser.post("/factors/passkeys", passkey=device.creates(begun.json()["options"]), name=name)
    assert added.status_code == 200, added.text
    codes: list[str] | None = added.json()["recoveryCodes"]
    return codes


async def adds_app(browser: Browser) -> tuple[pyotp.TOTP, list[str] | None]:
    """Add an authenticator app; the app, and the recovery codes that come with the first second step."""
    begun = await browser.post("/factors/authenticator/begin")
    assert begun.status_code == 200, begun.text
    app = pyotp.TOTP(begun.json()["seed"])
    confirmed = await browser.post("/factors/authenticator/confirm", code=shown(app, browser.house))
    assert confirmed.status_code == 200, confirmed.text
    return app, confirmed.json()["recoveryCodes"]


def shown(app: pyotp.TOTP, house: House) -> str:
    """The code that the app shows now."""
    return app.at(house.now)


async def methods_after_password(browser: Browser) -> list[str]:
    """The second steps that the page offers after a right password."""
    answer = await browser.signs_in()
    assert answer.status_code == 200, answer.text
    assert answer.json()["status"] == "second step"
    methods: list[str] = answer.json()["methods"]
    return methods


async def enters_with_app(browser: Browser, app: pyotp.TOTP, *, trust: bool = False) -> None:
    assert "authenticator" in await methods_after_password(browser)
    answer = await browser.post("/sign-in/second-step", code=shown(app, browser.house), trust=trust)
    assert answer.status_code == 200, answer.text
    assert await browser.is_signed_in()


async def signs_in_with_passkey(browser: Browser, device: PasskeyDevice) -> Any:
    begun = await browser.post("/sign-in/passkey/options")
    assert begun.status_code == 200, begun.text
    return await browser.post("/sign-in/passkey", passkey=device.signs(begun.json()["options"]))


async def listed(browser: Browser) -> dict[str, Any]:
    answer = await browser.get("/factors")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def is_asked(browser: Browser) -> bool:
    """Whether the browser is asked for a second step."""
    answer = await browser.signs_in()
    assert answer.status_code == 200, answer.text
    return bool(answer.json()["status"] == "second step")
