"""The error message for an operator with a wrong setting: one sentence that names the setting, and no traceback."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import asyncpg
import pytest
from tests.app.house import House, free_port, refuses_to_start
from tests.app.processes import Executed
from tests.conftest import NewDatabase

from inflow.app.migrate import migrate
from inflow.app.settings import BadSetting, Settings
from inflow.standing.new_members import NewMemberRules
from mail.mail_server import MailServer
from reflow.embedded import embedded_postgres

WRONG = {
    "a port that is a word": {"INFLOW_PORT": "http"},
    "port 0": {"INFLOW_PORT": "0"},
    "a port beyond all ports": {"INFLOW_PORT": "65536"},
    "a port in other digits": {"INFLOW_PORT": "٨٠٨٠"},
    "an address without its scheme": {"INFLOW_PUBLIC_URL": "photos.example.org"},
    "an address of another kind": {"INFLOW_PUBLIC_URL": "ftp://photos.example.org"},
    "an address with a path": {"INFLOW_PUBLIC_URL": "https://example.org/photos"},
    "an address with a question": {"INFLOW_PUBLIC_URL": "https://example.org?photos"},
    "an address that anybody on the way can read along": {"INFLOW_PUBLIC_URL": "http://photos.example.org"},
    "one of a network at home": {"INFLOW_PUBLIC_URL": "http://192.168.1.7:8080", "INFLOW_HOST": "0.0.0.0"},
    "an address that is none": {"INFLOW_PUBLIC_URL": "https://[photos"},
    "an address with a port that is none": {"INFLOW_PUBLIC_URL": "https://example.org:photos"},
    "a pool without connections": {"INFLOW_DATABASE_CONNECTIONS": "0"},
    "a port of two that is none": {"INFLOW_DATABASE_URL": "postgresql://db1:5432,db2:many/inflow"},
    "a standby without a primary": {"INFLOW_READER_URL": "postgresql://db2/inflow"},
    "a standby of another kind": {
        "INFLOW_DATABASE_URL": "postgresql://db1/inflow",
        "INFLOW_READER_URL": "mysql://db2/inflow",
    },
    "a pooler without a database": {"INFLOW_POOLER_URL": "postgresql://pooler:6432/inflow"},
    "a pooler of another kind": {
        "INFLOW_DATABASE_URL": "postgresql://db1/inflow",
        "INFLOW_POOLER_URL": "mysql://pooler/inflow",
    },
    "a relay without a database": {"INFLOW_RELAY_URL": "nats://nats.example.org"},
    "a relay of another kind": {
        "INFLOW_DATABASE_URL": "postgresql://db1/inflow",
        "INFLOW_RELAY_URL": "redis://nats.example.org",
    },
    "another database": {"INFLOW_DATABASE_URL": "mysql://127.0.0.1/inflow"},
    "a mail server's name alone": {"INFLOW_SMTP_URL": "mail.example.org"},
    "a mail server without its name": {"INFLOW_SMTP_URL": "smtp://"},
    "a sender who is no address": {"INFLOW_MAIL_FROM": "Inflow"},
    "a sender with a second header": {"INFLOW_MAIL_FROM": "a@example.org\nBcc: b@example.org"},
    "a folder for a bucket": {"INFLOW_MEDIA_URL": "/var/media"},
    "a script for the source code": {"INFLOW_SOURCE_URL": "javascript:alert(1)"},
    "a password policy that there is not": {"INFLOW_PASSWORD_POLICY": "lax"},
    "perhaps": {"INFLOW_DEVELOPMENT": "perhaps"},
    "the mailbox page for everybody": {"INFLOW_DEVELOPMENT": "on", "INFLOW_HOST": "192.0.2.1"},
    "the mailbox page behind a proxy": {"INFLOW_DEVELOPMENT": "on", "INFLOW_PUBLIC_URL": "https://photos.example.org"},
    "no mail server for everybody": {"INFLOW_SMTP_URL": "", "INFLOW_HOST": "0.0.0.0"},
    "no mail server behind a proxy": {"INFLOW_SMTP_URL": "", "INFLOW_PUBLIC_URL": "https://photos.example.org"},
    "no connection for a member": {"INFLOW_SOCKETS_PER_MEMBER": "0"},
    "a number of strangers in words": {"INFLOW_STRANGERS_PER_HOST": "many"},
    "a setting that there is not": {"INFLOW_PROT": "8080"},
}
FINE = {
    "nothing": {},
    "a socket of this machine": {"INFLOW_DATABASE_URL": "postgresql:///inflow"},
    "a socket's folder": {"INFLOW_DATABASE_URL": "postgresql://inflow@/inflow?host=/run/postgresql"},
    "a primary and its standby": {
        "INFLOW_DATABASE_URL": "postgresql://inflow:pw@db1:5432,db2:5433/inflow?target_session_attrs=read-write"
    },
    "an address with a port and a slash": {"INFLOW_PUBLIC_URL": "http://[::1]:8080/"},
    "an address of this machine": {"INFLOW_PUBLIC_URL": "http://127.0.0.1:8080"},
    "a bucket": {"INFLOW_MEDIA_URL": "s3://bucket/prefix"},
    "the source code": {"INFLOW_SOURCE_URL": "https://git.example.org/inflow"},
    "a mail server with a password": {"INFLOW_SMTP_URL": "smtps://user:pass%40word@mail.example.org:465"},
    "a network without a mail server": {"INFLOW_SMTP_URL": "command-line", "INFLOW_PUBLIC_URL": "https://photos.lan"},
    "somebody else's settings": {"PORT": "no port", "HOME": "/root"},
}


@pytest.mark.parametrize("environment", WRONG.values(), ids=WRONG.keys())
def test_what_cannot_be_used_is_named(environment: dict[str, str]) -> None:
    with pytest.raises(BadSetting) as refused:
        Settings.from_environment(environment)

    assert str(refused.value).split(":")[0] in environment
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("environment", FINE.values(), ids=FINE.keys())
def test_what_can_be_used_is_taken(environment: dict[str, str]) -> None:
    Settings.from_environment(environment)


@pytest.mark.parametrize("wrong", ["no hash", "d41d8cd98f00b204e9800998ecf842", "pdq:d41d8cd98f00b204e9800998ecf8427e"])
def test_a_wrong_line_of_a_hash_list_is_named_with_its_file(tmp_path: Path, wrong: str) -> None:
    path = tmp_path / "hashes.txt"
    path.write_text(f"# Hashes\nD41D8CD98F00B204E9800998ECF8427E # of an empty file\n\n{wrong}\n", encoding="utf-8")

    with pytest.raises(BadSetting, match=re.escape(f"INFLOW_HASH_LISTS: {path}, line 4: {wrong!r} is no MD5")):
        Settings.from_environment({"INFLOW_HASH_LISTS": str(path)})


async def test_a_hash_list_that_is_missing_or_no_text_stops_the_start_and_is_named(tmp_path: Path, home: Path) -> None:
    missing, binary = tmp_path / "missing.txt", tmp_path / "photo.jpg"
    await asyncio.to_thread(binary.write_bytes, b"\xff\xd8\xff")

    with pytest.raises(BadSetting, match=re.escape(f"INFLOW_HASH_LISTS: {binary} is no text file")):
        Settings.from_environment({"INFLOW_HASH_LISTS": str(binary)})
    ended = await refuses_to_start(INFLOW_HOME=str(home), INFLOW_HASH_LISTS=str(missing))

    is_told(ended.code, ended.said, "INFLOW_HASH_LISTS", f"No such file or directory: '{missing}'")


def test_a_password_is_not_repeated() -> None:
    with pytest.raises(BadSetting) as refused:
        Settings.from_environment({"INFLOW_DATABASE_URL": "mysql://inflow:a-password@127.0.0.1/inflow"})

    assert "a-password" not in str(refused.value)


@pytest.mark.parametrize("setting", [{"INFLOW_PROT": "8080"}, {"INFLOW_SMTP_URL": "mail.example.org"}])
async def test_the_command_says_it_in_one_line_and_makes_nothing(home: Path, setting: dict[str, str]) -> None:
    ended = await refuses_to_start(INFLOW_HOME=str(home), **setting)

    assert ended.code == 1
    assert ended.said.count("\n") == 1
    assert next(iter(setting)) in ended.said
    assert not await asyncio.to_thread(home.exists)


async def test_a_public_address_without_a_mail_server_is_told_what_to_set(home: Path) -> None:
    ended = await refuses_to_start(INFLOW_HOME=str(home), INFLOW_PUBLIC_URL="https://photos.example.org")

    is_told(
        ended.code, ended.said, "INFLOW_SMTP_URL", "set a mail server", "loopback INFLOW_PUBLIC_URL", "inflow emails"
    )


async def test_a_database_that_is_not_there_is_said_so(home: Path) -> None:
    ended = await refuses_to_start(INFLOW_HOME=str(home), INFLOW_DATABASE_URL="postgresql://inflow@127.0.0.1:1/inflow")

    is_told(ended.code, ended.said, "The database cannot be used", "INFLOW_DATABASE_URL")


async def test_a_database_without_logical_decoding_is_said_so(home: Path) -> None:
    async with embedded_postgres(home, settings={"wal_level": "replica", "fsync": "off"}) as dsn:
        ended = await refuses_to_start(INFLOW_HOME=str(home / "inflow"), INFLOW_DATABASE_URL=dsn)

    is_told(ended.code, ended.said, "not ready for Inflow", "wal_level must be logical; it is replica.")


async def test_a_database_without_its_publication_is_said_so(home: Path, new_database: NewDatabase) -> None:
    dsn = await new_database()
    await migrate(dsn)
    psql = await asyncpg.connect(dsn)
    await psql.execute("DROP PUBLICATION inflow")
    await psql.close()

    ended = await refuses_to_start(INFLOW_HOME=str(home), INFLOW_DATABASE_URL=dsn)

    is_told(ended.code, ended.said, "There is no publication inflow.", "Table posts is not published.")


async def test_more_connections_than_the_server_allows_are_said_so(home: Path) -> None:
    async with embedded_postgres(home, settings={"max_connections": "20", "fsync": "off"}) as dsn:
        ended = await refuses_to_start(INFLOW_HOME=str(home / "inflow"), INFLOW_DATABASE_URL=dsn)

    is_told(ended.code, ended.said, "PostgreSQL allows 17 connections", "Set INFLOW_DATABASE_CONNECTIONS to at most 9")


async def test_more_connections_than_the_server_allows_all_processes_together_are_said_so(home: Path) -> None:
    async with embedded_postgres(home, settings={"max_connections": "40", "fsync": "off"}) as dsn:
        given = {"INFLOW_HOME": str(home / "inflow"), "INFLOW_DATABASE_URL": dsn, "INFLOW_PORT": str(free_port())}
        process = Executed(given, "run", "--workers", "2")
        code = await process.ended()

    is_told(
        *(code, process.said()),
        "PostgreSQL allows 37 connections, and one process may open 24, so 2 may open 48",
        "Set INFLOW_DATABASE_CONNECTIONS to at most 10",
    )


async def test_a_home_that_is_a_file_is_said_so(home: Path) -> None:
    await asyncio.to_thread(home.touch)

    ended = await refuses_to_start(INFLOW_HOME=str(home))

    is_told(ended.code, ended.said, str(home))


async def test_a_secret_that_others_can_read_is_said_so(home: Path) -> None:
    secret = home / "secret"
    await asyncio.to_thread(_write, secret, mode=0o644)

    ended = await refuses_to_start(INFLOW_HOME=str(home), INFLOW_SECRET_FILE=str(secret))

    is_told(ended.code, ended.said, f"chmod 600 '{secret}'")


async def test_a_port_that_is_taken_is_said_so(house: House, mail_server: MailServer) -> None:
    ended = await refuses_to_start(
        INFLOW_HOME=str(house.home), INFLOW_PORT=str(house.port), INFLOW_SMTP_URL=mail_server.url
    )

    is_told(ended.code, ended.said, f"INFLOW_PORT: 127.0.0.1 port {house.port}: Address already in use")
    assert ended.said.count("\n") == 1


def is_told(code: int, said: str, *sentences: str) -> None:
    """Check that the process printed these sentences and failed, and that its output does not mention the code."""
    assert code not in (0, None)
    assert "Traceback" not in said, said
    for sentence in sentences:
        assert sentence in said, said


def _write(secret: Path, *, mode: int) -> None:
    secret.parent.mkdir(parents=True)
    secret.parent.chmod(0o711)
    secret.write_bytes(b"x" * 32)
    secret.chmod(mode)


def test_denied_domains_and_hosts_reach_the_rules_of_the_sign_up(tmp_path: Path) -> None:
    domains, disposable, hosts = (tmp_path / name for name in ("domains", "disposable", "hosts"))
    domains.write_text("Spam.example\n")
    disposable.write_text("# by the operator\nmailbin.example\n")
    hosts.write_text("192.0.2.0/24\n")

    rules = Settings.from_environment(
        {
            "INFLOW_DENIED_DOMAINS": str(domains),
            "INFLOW_DISPOSABLE_DOMAINS": str(disposable),
            "INFLOW_DENIED_HOSTS": str(hosts),
        }
    ).entry_rules

    assert rules.denied_domains == {"spam.example", "mailbin.example"}
    assert ("192.0.2.7" in rules.denied_hosts, "198.51.100.7" in rules.denied_hosts) == (True, False)


def test_the_limits_of_new_members_reach_their_rules() -> None:
    limits = {
        "INFLOW_NEW_MEMBER_DAYS": "3",
        "INFLOW_NEW_MEMBER_POSTS": "5",
        "INFLOW_NEW_MEMBER_REQUESTS": "10",
        "INFLOW_NEW_MEMBER_LINKS": "off",
    }

    assert Settings.from_environment(limits).new_member_rules == NewMemberRules(3, 5, 10, links=False)
    assert Settings.from_environment({}).new_member_rules == NewMemberRules()


@pytest.mark.parametrize(
    ("setting", "line"),
    [
        ("INFLOW_DENIED_DOMAINS", "no domain"),
        ("INFLOW_DISPOSABLE_DOMAINS", "no domain"),
        ("INFLOW_DENIED_HOSTS", "no network"),
    ],
)
def test_a_list_with_a_line_that_cannot_be_used_is_named(tmp_path: Path, setting: str, line: str) -> None:
    listed = tmp_path / "list"
    listed.write_text(f"{line}\n")

    with pytest.raises(BadSetting, match=f"^{setting}: "):
        Settings.from_environment({setting: str(listed)})


@pytest.mark.parametrize("setting", ["DAYS", "POSTS", "REQUESTS", "LINKS"])
def test_a_limit_of_new_members_that_is_none_is_named(setting: str) -> None:
    with pytest.raises(BadSetting, match=f"^INFLOW_NEW_MEMBER_{setting}: 'some'"):
        Settings.from_environment({f"INFLOW_NEW_MEMBER_{setting}": "some"})
