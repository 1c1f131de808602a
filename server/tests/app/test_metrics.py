"""Operators read the numbers of a process at /metrics; to all others the page does not exist."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from tests.app.depot import Depot
from tests.app.house import House, until
from tests.app.inside import Inside, inside
from tests.app.people import Member
from tests.conftest import NewDatabase

import photographs
from architecture.sources import SERVER
from inflow.app.settings import BadSetting, Settings
from mail.mail_server import MailServer
from screening.judge import said, serving
from screening.test_sightengine import success
from screening.test_thresholds import answer_of

TOKEN = "a token of the operators".replace(" ", "-")
STRANGER = "203.0.113.7"
DOCS = SERVER.parent / "docs"
DASHBOARD = DOCS / "monitoring" / "inflow-dashboard.json"
PAGE = DOCS / "how-to" / "watch-a-server.md"
ALERTS = DOCS / "monitoring" / "inflow-alerts.yml"
NAMES = re.compile(r"\b(?:inflow|process)_[a-z_]+")
CHECKED = "inflow_content_checks_total"
NO_METRICS = {"inflow_token"}
OF_SUPERVISOR = {"inflow_processes", "inflow_processes_replaced_total"}
"""Those that only a server with a supervisor has: see `test_several_processes.py`."""

Numbers = dict[tuple[str, frozenset[tuple[str, str]]], float]


@pytest.fixture(scope="module")
async def guarded(new_database: NewDatabase, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Inside]:
    """An Inflow with a token for operators."""
    home = tmp_path_factory.mktemp("guarded")
    async with inside(
        INFLOW_HOME=str(home), INFLOW_DATABASE_URL=await new_database(), INFLOW_METRICS_TOKEN=TOKEN
    ) as app:
        yield app


async def test_a_members_calls_are_in_the_numbers(house: House, alice: Member) -> None:
    before = await _numbers(house)
    async with alice.page() as page:
        await page.follows("users:me")
        await page.does("posts:deletePost", postId="a")
        now = await _numbers(house)

    attempts = ("inflow_mutation_attempts_total", frozenset({("function", "posts:deletePost")}))
    evaluations = ("inflow_evaluation_seconds_count", frozenset({("function", "users:me")}))
    cycles = ("inflow_cycle_seconds_count", frozenset[tuple[str, str]]())
    assert now[attempts] == before.get(attempts, 0) + 1
    assert now[evaluations] >= 1
    assert now[cycles] > 0
    assert now[_plain("inflow_sockets_open")] >= 1
    assert now[_plain("inflow_nodes")] >= 1
    assert now[_plain("inflow_replication_slot_lag_bytes")] >= 0
    assert now[("inflow_jobs", frozenset({("state", "failed")}))] == 0
    assert now[("inflow_check_ok", frozenset({("check", "log")}))] == 1


async def test_logins_rows_disks_and_the_backup_are_in_the_numbers(house: House, alice: Member) -> None:
    before = await _numbers(house)
    await alice.signs_in()
    depot = Depot(house.home.parent)
    made = await house.command("backup", str(depot.backup), "--keys", str(depot.keys))
    assert made.code == 0, made.said
    now = await _numbers(house)

    signed_in = ("inflow_identity_events_total", frozenset({("event", "signed in")}))
    made_at = ("inflow_backup_timestamp_seconds", frozenset({("kind", "snapshot")}))
    assert now[signed_in] == before.get(signed_in, 0) + 1
    assert made_at not in before
    assert now[made_at] > now[_plain("inflow_start_time_seconds")]
    assert {("table", "users")} in [labels for name, labels in now if name == "inflow_rows"]
    assert 0 < now[("inflow_disk_free_ratio", frozenset({("folder", "media")}))] <= 1


async def test_what_was_delivered_to_pages_and_by_email_is_in_the_numbers(house: House, alice: Member) -> None:
    update = ("inflow_deliveries_total", frozenset({("kind", "update")}))
    before = await _numbers(house)
    async with alice.page() as page:
        await page.follows("users:me")
    now = await _numbers(house)

    assert now[update] > before[update]
    assert now[("inflow_deliveries_total", frozenset({("kind", "email")}))] >= 1, "the code that alice signed up with"
    assert now[("inflow_deliveries_total", frozenset({("kind", "push")}))] == 0


async def test_what_is_stored_and_the_jobs_that_wait_are_in_the_numbers(house: House, alice: Member) -> None:
    psql = await house.database()
    # Workers take no job while an earlier one with its lock runs.
    await psql.execute(
        "INSERT INTO procrastinate_jobs (queue_name, task_name, lock, status)"
        " SELECT 'held', 'push_to', 'held', (CASE number WHEN 0 THEN 'doing' ELSE 'todo' END)::procrastinate_job_status"
        " FROM generate_series(0, 3) AS number ORDER BY number"
    )

    now = await _numbers_of_database(house)

    await psql.execute("DELETE FROM procrastinate_jobs WHERE queue_name = 'held'")
    await psql.close()
    assert now[("inflow_jobs_due", frozenset({("kind", "push_to")}))] == 3
    assert now[("inflow_stored_bytes", frozenset({("kind", "database")}))] > 1_000_000
    assert now[("inflow_stored_bytes", frozenset({("kind", "originals")}))] >= 0


async def test_emails_that_wait_or_were_given_up_are_in_the_numbers(
    house: House, mail_server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    hedy, ivor = [await Member.sign_up(house, mail_server, name) for name in ("hedy", "ivor")]
    before = await _emails(house)

    async with mail_server.away():
        await hedy.ask("/reset", email=f"{hedy.username}@example.org")
        assert await _emails(house) == {**before, "waiting": before["waiting"] + 1}
    await mail_server.next_to(f"{hedy.username}@example.org")
    await until(lambda: _has_emails(house, before))

    monkeypatch.setattr(mail_server, "answer", "550 No such mailbox")
    await ivor.ask("/reset", email=f"{ivor.username}@example.org")
    await until(lambda: _has_emails(house, {**before, "given_up": before["given_up"] + 1}))


async def test_the_results_of_the_content_check_are_in_the_numbers(home: Path, mail_server: MailServer) -> None:
    erotica = {"status": "success", "nudity": answer_of("nudity-2.1", erotica=0.41)}
    async with serving(said(success()), said(erotica), said({"status": "failure"}, 400)) as judge:
        check = {
            "INFLOW_SCREENING": "sightengine",
            "INFLOW_SIGHTENGINE_USER": "operator",
            "INFLOW_SIGHTENGINE_SECRET": "secret",
            "INFLOW_SIGHTENGINE_URL": judge.url,
        }
        async with House(home, INFLOW_SMTP_URL=mail_server.url, **check) as house:
            member = await Member.sign_up(house, mail_server, "jane")
            photos = [photographs.plain((shade, 120, 40)) for shade in (10, 90, 170)]
            assert [(await member.upload(photo)).status_code for photo in photos] == [201, 422, 503]
            now = await _numbers(house)

    results = {dict(labels)["result"]: value for (name, labels), value in now.items() if name == CHECKED}
    assert results == {"allowed": 1, "refused": 1, "failed": 1}


async def test_no_number_names_a_member(house: House, alice: Member) -> None:
    async with alice.page() as page:
        await page.follows("users:me")
        text = (await _scraped(house)).text

    assert alice.username not in text
    assert alice.user_id not in text


@pytest.mark.parametrize("trace", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via", "CF-Connecting-IP"])
async def test_a_stranger_behind_a_proxy_on_this_machine_gets_404(house: House, trace: str) -> None:
    assert (await _scraped(house)).status_code == 200
    assert (await _scraped(house, **{trace: STRANGER})).status_code == 404
    assert (await _scraped(house, Host="photos.example.org")).status_code == 404, "a proxy without traces"


async def test_a_stranger_from_elsewhere_gets_404(guarded: Inside) -> None:
    assert (await guarded.get("/metrics")).status_code == 200
    assert (await guarded.get("/metrics", peer=STRANGER)).status_code == 404
    assert (await guarded.get("/metrics", peer=STRANGER, X_Forwarded_For="127.0.0.1")).status_code == 404


async def test_the_token_opens_it_from_everywhere(guarded: Inside) -> None:
    for peer, more in ((STRANGER, {}), ("127.0.0.1", {"X_Forwarded_For": STRANGER})):
        answer = await guarded.get("/metrics", peer=peer, Authorization=f"Bearer {TOKEN}", **more)

        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/plain; version=")
        assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("given", ["Bearer", "Bearer ", f"Bearer {TOKEN}x", f"Basic {TOKEN}", TOKEN, "Bearer \xe9"])
async def test_any_other_token_gets_404(guarded: Inside, given: str) -> None:
    async with guarded.client(STRANGER) as client:
        answer = await client.get("/metrics", headers=[(b"authorization", given.encode("latin-1"))])

    assert answer.status_code == 404


async def test_without_a_token_in_the_settings_no_token_opens_it(house: House) -> None:
    for given in ("Bearer", "Bearer x", f"Bearer {TOKEN}"):
        answer = await _scraped(house, Authorization=given, **{"X-Forwarded-For": STRANGER})
        assert answer.status_code == 404


@pytest.mark.parametrize("token", ["short", "sixteen characters with spaces", "sechzehn-Zeichen-ü"])
def test_a_token_that_can_be_guessed_or_sent_wrong_is_refused(token: str) -> None:
    with pytest.raises(BadSetting, match="INFLOW_METRICS_TOKEN"):
        Settings.from_environment({"INFLOW_METRICS_TOKEN": token})


def test_the_token_is_not_shown_with_the_settings() -> None:
    assert TOKEN not in repr(Settings.from_environment({"INFLOW_METRICS_TOKEN": TOKEN}))


async def test_a_refusal_and_a_status_are_counted(guarded: Inside) -> None:
    before = _parsed((await guarded.get("/metrics")).text)
    async with guarded.client(STRANGER) as client:
        statuses = [(await client.get("/api/identity/methods")).status_code for _ in range(201)]
        while 429 not in statuses:
            statuses.append((await client.get("/api/identity/methods")).status_code)
    now = _parsed((await guarded.get("/metrics")).text)

    refusals = ("inflow_rate_limit_refusals_total", frozenset({("limit", "requests_per_host")}))
    responses = ("inflow_http_responses_total", frozenset({("status", "429")}))
    assert now[refusals] == before[refusals] + statuses.count(429)
    assert now[responses] == before.get(responses, 0) + statuses.count(429)


@pytest.mark.parametrize("document", [DASHBOARD, PAGE, ALERTS], ids=lambda path: path.name)
async def test_every_number_that_a_document_names_exists(house: House, document: Path) -> None:
    known = _names((await _scraped(house)).text)
    named = _named_in(document) - NO_METRICS - OF_SUPERVISOR

    assert len(named) > 5
    assert named - known == set()


async def test_every_number_of_ours_is_on_the_dashboard(house: House) -> None:
    dashboard = _named_in(DASHBOARD)
    families = text_string_to_metric_families((await _scraped(house)).text)

    ours = [family.name for family in families if family.name.startswith("inflow_")]
    assert [name for name in ours if not any(each.startswith(name) for each in dashboard)] == []


def test_every_panel_asks_for_something() -> None:
    panels: list[dict[str, Any]] = json.loads(DASHBOARD.read_text(encoding="utf-8"))["panels"]

    asking = [panel for panel in panels if panel["type"] != "row"]
    assert len(asking) > 10
    assert [panel["title"] for panel in asking if not all(target["expr"] for target in panel["targets"])] == []
    assert len({panel["id"] for panel in panels}) == len(panels)


def _named_in(document: Path) -> set[str]:
    return set(NAMES.findall(document.read_text(encoding="utf-8")))


async def _scraped(house: House, **headers: str) -> httpx.Response:
    async with httpx.AsyncClient(timeout=60, base_url=house.address, trust_env=False) as http:
        return await http.get("/metrics", headers=headers)


async def _numbers(house: House) -> Numbers:
    return _parsed((await _scraped(house)).text)


async def _numbers_of_database(house: House) -> Numbers:
    """With the database's, which are left out while it does not answer in time, as on a busy machine."""
    while ("inflow_emails", frozenset({("state", "waiting")})) not in (numbers := await _numbers(house)):
        pass
    return numbers


async def _emails(house: House) -> dict[str, float]:
    """The emails in the outbox, by their state."""
    numbers = await _numbers(house)
    return {state: numbers[("inflow_emails", frozenset({("state", state)}))] for state in ("waiting", "given_up")}


async def _has_emails(house: House, expected: dict[str, float]) -> bool:
    return await _emails(house) == expected


def _parsed(text: str) -> Numbers:
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    return {(sample.name, frozenset(sample.labels.items())): sample.value for sample in samples}


def _plain(name: str) -> tuple[str, frozenset[tuple[str, str]]]:
    return name, frozenset()


def _names(text: str) -> set[str]:
    """The names of all samples that may come, also of functions that no member has called yet."""
    endings = {"histogram": ("_bucket", "_sum", "_count"), "counter": ("_total",)}
    return {
        family.name + ending
        for family in text_string_to_metric_families(text)
        for ending in endings.get(family.type, ("",))
    }
