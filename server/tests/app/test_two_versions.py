"""The version before the newest migration serves beside this one, on the schema of this one."""

from __future__ import annotations

import asyncio
import io
import subprocess
import tarfile
from pathlib import Path

import pytest
from tests.app.correspondents import Correspondence, Correspondent, judged
from tests.app.history import History
from tests.app.house import ROOMY, House, until
from tests.app.people import Member
from tests.app.processes import Executed

from inflow.app.migrate import newest_revision
from mail.mail_server import MailServer

ROOT = Path(__file__).parents[3]
VERSIONS = "server/src/inflow/migrations/versions"
MESSAGES = 100_000
EACH = 4


@pytest.mark.long
async def test_members_of_both_versions_write_to_each_other_while_the_newer_one_migrates(
    home: Path, mail_server: MailServer, tmp_path: Path
) -> None:
    settings = {"INFLOW_SMTP_URL": mail_server.url, **ROOMY}
    history = History()
    async with House(home, Executed, PYTHONPATH=_sources_before(tmp_path), **settings) as older:
        alice, bob = [await Member.sign_up(older, mail_server, name) for name in ("alice", "bob")]
        chat = await Correspondence.between(alice, bob)
        pages = [Correspondent(chat, who, history, MESSAGES, every=0.1) for who in (alice, bob) for _ in range(EACH)]
        talking = [asyncio.create_task(page.talk()) for page in pages]
        await _more(history)

        async with House(home, Executed, INFLOW_PUBLIC_URL=older.origin, **settings) as newer:
            there = [alice.at(newer), bob.at(newer)]
            others = [Correspondent(chat, who, history, MESSAGES, every=0.1) for who in there for _ in range(EACH)]
            talking += [asyncio.create_task(page.talk()) for page in others]
            await _more(history)
            psql = await newer.database()
            assert await psql.fetchval("SELECT version_num FROM alembic_version") == newest_revision()
            await psql.close()
            for page in [*pages, *others]:
                page.hush()
            await asyncio.gather(*talking)
            assert await judged(history, [chat]) == []

        assert (await alice.http.get("/livez")).status_code == 200

    assert not any(page.away for page in [*pages, *others])


def _sources_before(folder: Path) -> str:
    """The sources of the version before the newest migration, out of the repository's history."""
    (migration,) = (ROOT / VERSIONS).glob(f"{newest_revision()}_*.py")
    added = _git("log", "--diff-filter=A", "--format=%H", "--", f"{VERSIONS}/{migration.name}").decode().split()
    before = f"{added[-1]}~1" if added else "HEAD"  # it may not be committed yet
    with tarfile.open(fileobj=io.BytesIO(_git("archive", before, "server/src"))) as archive:
        archive.extractall(folder, filter="data")
    return str(folder / "server" / "src")


def _git(*words: str) -> bytes:
    ended = subprocess.run(["git", "-C", str(ROOT), *words], check=False, capture_output=True)
    if ended.returncode:
        pytest.skip(f"without the repository's history: {ended.stderr.decode().strip()}")
    return ended.stdout


async def _more(history: History) -> None:
    enough = history.count("acknowledged") + 10 * EACH

    async def reached() -> bool:
        return history.count("acknowledged") >= enough

    await until(reached)
