"""The health checks tell supervisors, load balancers and operators how a process is."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit, urlunsplit

import asyncpg
import httpx
import pytest
from tests.app.house import House, meanwhile, refuses_to_start, until
from tests.app.inside import Inside, inside
from tests.app.people import Member
from tests.app.test_several_processes import way_to
from tests.conftest import NewDatabase
from tests.stored_files import stored_files

from inflow.app.migrate import migrate
from inflow.app.outage import BACK, LOST
from mail.mail_server import MailServer
from reflow.embedded import embedded_postgres

STRANGER = "203.0.113.7"
CHECKS = {"database", "migrations", "publication", "clock", "log", "cycle", "media"}
GATE = 4_711
# The engine asks for its snapshot without a schema, so a function of the test comes first in the search path.
GATED = f"""
    CREATE SCHEMA gated;
    CREATE FUNCTION gated.pg_current_snapshot() RETURNS pg_snapshot LANGUAGE sql VOLATILE AS $$
        SELECT pg_advisory_xact_lock_shared({GATE});
        SELECT pg_catalog.pg_current_snapshot();
    $$;
    DO $$ BEGIN
        EXECUTE format('ALTER DATABASE %I SET search_path = gated, pg_catalog, public', current_database());
    END $$
"""
# The database's clock, an hour ahead in every new connection.
AHEAD = """
    CREATE SCHEMA ahead;
    CREATE FUNCTION ahead.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
        $$ SELECT pg_catalog.clock_timestamp() + interval '1 hour' $$;
    DO $$ BEGIN
        EXECUTE format('ALTER DATABASE %I SET search_path = ahead, pg_catalog, public', current_database());
    END $$
"""
CUT = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()"""


@pytest.fixture
async def dsn(new_database: NewDatabase) -> str:
    return await new_database()


@pytest.fixture
async def app(dsn: str, tmp_path: Path) -> AsyncIterator[Inside]:
    async with inside(INFLOW_HOME=str(tmp_path), INFLOW_DATABASE_URL=dsn) as app:
        yield app


async def test_a_process_that_serves_is_alive_and_ready(app: Inside) -> None:
    alive, ready, healthy = [await app.get(path) for path in ("/livez", "/readyz", "/healthz")]

    assert [alive.status_code, ready.status_code, healthy.status_code] == [200, 200, 200]
    assert alive.json()["status"] == "alive"
    assert ready.json() == {"status": "ready", "checks": dict.fromkeys(CHECKS, "ok")}
    assert healthy.text == "ok\n"
    assert {each.headers["cache-control"] for each in (alive, ready, healthy)} == {"no-store"}


async def test_a_stranger_gets_the_status_without_details(app: Inside) -> None:
    await until(lambda: _is_ready(app))
    for given in ({"peer": STRANGER}, {"X_Forwarded_For": STRANGER}):
        assert (await app.get("/livez", **given)).json() == {"status": "alive"}
        assert (await app.get("/readyz", **given)).json() == {"status": "ready"}


async def test_a_process_whose_publication_was_altered_is_not_ready(app: Inside, dsn: str) -> None:
    psql = await asyncpg.connect(dsn)
    await psql.execute("ALTER PUBLICATION inflow DROP TABLE reactions")
    await until(lambda: _fails(app, "publication"))

    await psql.execute("ALTER PUBLICATION inflow ADD TABLE reactions (post_id, member_id, reaction, reacted_at)")
    await until(lambda: _is_ready(app))
    await psql.close()


async def test_a_process_whose_media_cannot_be_written_is_not_ready(app: Inside, tmp_path: Path) -> None:
    media = tmp_path / "media"
    media.rename(tmp_path / "elsewhere")
    media.write_text("no folder")
    await until(lambda: _fails(app, "media"))
    assert (await app.get("/livez")).status_code == 200

    media.unlink()
    (tmp_path / "elsewhere").rename(media)
    await until(lambda: _is_ready(app))
    assert stored_files(media) == []


async def test_a_process_is_ready_beside_a_newer_version_that_says_so_and_not_beside_another(
    app: Inside, dsn: str
) -> None:
    connection = await asyncpg.connect(dsn)
    await connection.execute("UPDATE alembic_version SET version_num = '9999'")
    await until(lambda: _is_ready(app))

    await connection.execute("UPDATE schema_compatibility SET minimum_revision = '9998'")
    await until(lambda: _fails(app, "migrations"))

    await connection.execute("UPDATE schema_compatibility SET minimum_revision = '0037'")
    await until(lambda: _is_ready(app))
    await connection.close()


async def test_a_process_whose_engine_is_stuck_is_not_ready_and_its_healthz_says_so(dsn: str, tmp_path: Path) -> None:
    await migrate(dsn)
    connection = await asyncpg.connect(dsn)
    await connection.execute(GATED)
    async with inside(INFLOW_HOME=str(tmp_path), INFLOW_DATABASE_URL=dsn) as app:
        await until(lambda: _is_ready(app))
        await connection.execute("SELECT pg_advisory_lock($1)", GATE)
        async with meanwhile([_asks_again_and_again(app)]):
            await until(lambda: _fails(app, "cycle"))
            checks = (await app.get("/readyz")).json()["checks"]
            healthy = await app.get("/healthz", peer=STRANGER)
            numbers = (await app.get("/metrics")).text

            await connection.execute("SELECT pg_advisory_unlock($1)", GATE)
            await until(lambda: _is_ready(app))
    await connection.close()

    assert (healthy.status_code, healthy.text) == (503, "not ready\n")
    assert 'inflow_check_ok{check="cycle"} 0.0' in numbers
    assert {name for name, result in checks.items() if result != "ok"} == {"cycle"}


async def test_a_process_whose_clock_is_an_hour_from_the_databases_is_not_ready_and_does_not_start(
    app: Inside, dsn: str, tmp_path: Path
) -> None:
    connection = await asyncpg.connect(dsn)
    await connection.execute(AHEAD)
    await connection.execute(CUT)
    await until(lambda: _says(app, "clock", "3600 seconds behind the database's"))
    assert (await app.get("/healthz")).status_code == 503
    await connection.close()

    refused = await refuses_to_start(INFLOW_HOME=str(tmp_path / "other"), INFLOW_DATABASE_URL=dsn)
    assert refused.code == 3
    assert "This machine's clock is 3600 seconds behind the database's; set both by NTP." in refused.said


@pytest.mark.long
async def test_while_the_database_is_away_it_is_not_ready_and_the_log_says_it_once(
    new_database: NewDatabase, home: Path, mail_server: MailServer
) -> None:
    with tempfile.TemporaryDirectory(prefix="inflow-way-") as folder:
        direct = await new_database()
        way, target, dsn = way_to(direct, Path(folder))
        async with House(home, INFLOW_SMTP_URL=mail_server.url, INFLOW_DATABASE_URL=dsn) as house:
            member = await Member.sign_up(house, mail_server, "wilma")
            async with (
                httpx.AsyncClient(timeout=60, base_url=house.address, trust_env=False) as http,
                member.page() as page,
            ):
                await page.follows("users:me")
                way.unlink()
                connection = await asyncpg.connect(direct)
                await connection.execute(CUT)
                await connection.close()
                await until(lambda: _answers(http, 503))
                checks = (await http.get("/readyz")).json()["checks"]
                numbers = (await http.get("/metrics")).text
                # The engine tries again after a fifth of a second, other parts after seconds.
                await until(lambda: _cycles_have_failed(http, for_seconds=15))
                alive = await http.get("/livez")
                meantime = house.said

                way.symlink_to(target)
                await until(lambda: _answers(http, 200))
            await until(lambda: _has_said(house, BACK))
            said = house.said

    assert checks["database"] != "ok"
    assert checks["log"] != "ok"
    assert alive.status_code == 200
    assert "inflow_jobs{" not in numbers
    assert 'inflow_check_ok{check="database"} 0.0' in numbers
    assert meantime.count(LOST) == 1
    assert meantime.count(BACK) == 0
    assert (said.count(LOST), said.count(BACK)) == (1, 1)
    assert "Traceback" not in said


async def test_a_process_whose_pooler_leads_to_another_server_is_not_ready(
    dsn: str, home: Path, tmp_path: Path
) -> None:
    await migrate(dsn)
    with tempfile.TemporaryDirectory(prefix="inflow-way-") as folder:
        way, target, pooled = way_to(dsn, Path(folder))
        addresses = {"INFLOW_DATABASE_URL": dsn, "INFLOW_POOLER_URL": pooled}
        async with (
            embedded_postgres(home.parent / "elsewhere") as other,
            inside(INFLOW_HOME=str(tmp_path), **addresses) as app,
        ):
            await until(lambda: _is_ready(app))
            _leads(way, await _same_database(dsn, other))
            connection = await asyncpg.connect(dsn)
            await connection.execute(CUT)
            await until(lambda: _says(app, "pooler", "leads to another database"))
            checks = (await app.get("/readyz")).json()["checks"]
            _leads(way, target)
            await connection.execute(CUT)
            await connection.close()
            await until(lambda: _is_ready(app))

    assert set(checks) == {*CHECKS, "pooler"}


async def _asks_again_and_again(app: Inside) -> None:
    """A visitor's queries give the engine work."""
    async with app.client(STRANGER) as client:
        while True:
            with suppress(httpx.HTTPError):
                await client.post("/api/query", json={"path": "users:me", "args": {}, "format": "json"})
            await asyncio.sleep(0.05)


async def _same_database(dsn: str, server: str) -> Path:
    """Make a database of the same name on another server; the path of that server's socket."""
    name = urlsplit(dsn).path.removeprefix("/")
    connection = await asyncpg.connect(server)
    await connection.execute(f'CREATE DATABASE "{name}"')
    await connection.close()
    parts = urlsplit(server)
    await migrate(urlunsplit(parts._replace(path=f"/{name}")))
    given = dict(parse_qsl(parts.query))
    return Path(given["host"]) / f".s.PGSQL.{given['port']}"


def _leads(way: Path, target: Path) -> None:
    way.unlink()
    way.symlink_to(target)


async def _fails(app: Inside, check: str) -> bool:
    answer = await app.get("/readyz")
    checks: dict[str, Any] = answer.json()["checks"]
    return answer.status_code == 503 and checks[check] != "ok"


async def _is_ready(app: Inside) -> bool:
    return (await app.get("/readyz")).status_code == 200


async def _answers(http: httpx.AsyncClient, status: int) -> bool:
    return (await http.get("/readyz")).status_code == status


async def _cycles_have_failed(http: httpx.AsyncClient, *, for_seconds: float) -> bool:
    for line in (await http.get("/metrics")).text.splitlines():
        if line.startswith("inflow_cycle_waiting_seconds "):
            return float(line.split()[1]) > for_seconds
    return False


async def _has_said(house: House, words: str) -> bool:
    return words in house.said


async def _says(app: Inside, check: str, words: str) -> bool:
    return words in (await app.get("/readyz")).json()["checks"][check]
