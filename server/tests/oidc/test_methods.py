"""The sign-in buttons that are offered, and the answer to a request for one that is not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from identity.house import refusal
from inflow.app.settings import BadSetting, Settings
from inflow.core.encryption import Secret
from inflow.oidc.http import oidc_routes
from inflow.oidc.sign_in import OidcSignIn
from mail.mail_server import MailServer
from oidc.house import OidcHouse
from oidc.provider import Provider
from reflow.postgres.database import Database

SPEC = {"name": "spec", "least": 8, "mostBytes": 1_024, "isMixed": True}
ONE = {"issuer": "https://accounts.example", "client_id": "inflow"}


async def test_both_kinds_are_listed(house: OidcHouse) -> None:
    answer = await house.visitor().client.get("/api/identity/methods")

    assert answer.json() == {
        "embedded": True,
        "hosted": [{"issuer": house.provider.issuer, "label": "Example"}],
        "passwordPolicy": SPEC,
        "termsVersion": "1",
        "twoFactor": False,
        "passkeys": False,
        "entry": "open",
    }


async def test_without_a_provider_there_is_only_the_password(house: OidcHouse) -> None:
    alone = OidcSignIn((), house.accounts, house.database, house.secret, public_url=house.public_url)
    house.app.router.routes[:0] = oidc_routes(alone, house.accounts)
    visitor = house.visitor()

    told = (await visitor.client.get("/api/identity/methods")).json()
    assert told == {
        "embedded": True,
        "hosted": [],
        "passwordPolicy": SPEC,
        "termsVersion": "1",
        "twoFactor": False,
        "passkeys": False,
        "entry": "open",
    }
    assert (await visitor.sets_out()).headers["location"] == "/login?problem=unavailable"
    assert refusal(await visitor.pending())[:2] == (400, "expired")
    await alone.close()


@pytest.fixture
async def without_passwords(database: Database, secret: Secret, mail_server: MailServer, provider: Provider) -> Any:
    async with OidcHouse(database, secret, mail_server, provider, passwords=False) as house:
        yield house


@pytest.mark.parametrize(
    "path",
    [
        "/sign-up",
        "/sign-up/verify",
        "/sign-up/resend",
        "/sign-in",
        "/reset",
        "/reset/resend",
        "/reset/complete",
        "/password",
    ],
)
async def test_where_passwords_are_switched_off_they_open_nothing(without_passwords: OidcHouse, path: str) -> None:
    answer = await without_passwords.visitor().post(path)

    assert refusal(answer) == (403, "forbidden", "Authentication not available")


async def test_where_passwords_are_switched_off_the_provider_still_opens(without_passwords: OidcHouse) -> None:
    alice = without_passwords.visitor()

    assert (await alice.client.get("/api/identity/methods")).json()["embedded"] is False
    await alice.joins()
    assert await alice.who() is not None
    assert (await alice.post("/sign-out")).status_code == 204
    assert await alice.who() is None


def settings(**given: str) -> Settings:
    return Settings.from_environment({f"INFLOW_{name.upper()}": value for name, value in given.items()})


def test_providers_are_read_from_the_setting() -> None:
    (provider,) = settings(issuers=json.dumps([ONE])).providers

    assert (provider.issuer, provider.algorithms, provider.button_label) == (
        ONE["issuer"],
        ("RS256",),
        "accounts.example",
    )
    assert settings().providers == ()


def test_or_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "issuers.json"
    file.write_text(json.dumps([{**ONE, "label": "Work", "client_secret": "s3cret", "algorithms": ["ES256"]}]))

    (provider,) = settings(issuers=str(file)).providers

    assert (provider.button_label, provider.client_secret) == ("Work", "s3cret")
    assert "s3cret" not in repr(provider)


BAD: dict[str, object] = {
    "by http": [{**ONE, "issuer": "http://accounts.example"}],
    "with a query": [{**ONE, "issuer": "https://accounts.example/?a"}],
    "without a client": [{"issuer": ONE["issuer"]}],
    "with an empty client": [{**ONE, "client_id": ""}],
    "twice": [ONE, ONE],
    "with a shared secret for signing": [{**ONE, "algorithms": ["HS256"]}],
    "unsigned": [{**ONE, "algorithms": ["none"]}],
    "without algorithms": [{**ONE, "algorithms": []}],
    "without openid": [{**ONE, "scopes": ["email"]}],
    "with a word that we do not know": [{**ONE, "jwks": "https://accounts.example/keys"}],
    "with a claim that we do not know": [{**ONE, "claims": {"mail": "email"}}],
    "as text": ["https://accounts.example"],
}


@pytest.mark.parametrize("given", BAD.values(), ids=BAD.keys())
def test_a_provider_that_cannot_be_used_ends_the_start(given: object) -> None:
    with pytest.raises(BadSetting, match="INFLOW_ISSUERS"):
        settings(issuers=json.dumps(given))


def test_what_is_wrong_is_said_without_the_secret() -> None:
    with pytest.raises(BadSetting) as refused:
        settings(issuers=json.dumps([{**ONE, "client_secret": "s3cret", "algorithms": ["HS256"]}]))

    assert "s3cret" not in str(refused.value)


@pytest.mark.parametrize("text", ["/nowhere/issuers.json", "[", "[1]"])
def test_a_setting_that_is_no_list_ends_the_start(text: str) -> None:
    with pytest.raises(BadSetting, match="INFLOW_ISSUERS"):
        settings(issuers=text)


def test_our_own_issuer_is_no_hosted_one() -> None:
    with pytest.raises(BadSetting, match="INFLOW_ISSUERS"):
        settings(
            public_url="https://photos.example.org",
            issuers=json.dumps([{**ONE, "issuer": "https://photos.example.org/api/identity"}]),
        )


def test_somebody_must_be_able_to_sign_in() -> None:
    with pytest.raises(BadSetting, match="INFLOW_PASSWORDS"):
        settings(passwords="off")
    with pytest.raises(BadSetting, match="INFLOW_PASSWORDS"):
        settings(passwords="perhaps", issuers=json.dumps([ONE]))

    assert settings(passwords="off", issuers=json.dumps([ONE])).has_passwords is False


def test_without_passwords_no_mail_server_is_needed() -> None:
    with pytest.raises(BadSetting, match="INFLOW_SMTP_URL"):
        settings(host="192.0.2.1", issuers=json.dumps([ONE]))

    assert settings(host="192.0.2.1", passwords="off", issuers=json.dumps([ONE])).host == "192.0.2.1"
