"""An upgrade to a version that starts and serves, and fails a health check: members go on with the former version."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.app.correspondents import Correspondence
from tests.app.exchanges import in_use, upgraded, versions
from tests.app.house import ROOMY, House
from tests.app.people import Member
from tests.app.processes import Executed
from tests.app.versions import impatient_version, next_version

from inflow import VERSION
from mail.mail_server import MailServer

# The health check compares the clocks with this function.
_UNHEALTHY = "import inflow.app.health as h; h.clock_problem = lambda *_: 'The sundial is broken'"
_HEALTHY_ONCE = f"{_UNHEALTHY} if next(looks) else None; import itertools; looks = itertools.count()"
_SECONDS = 25


@pytest.mark.long
@pytest.mark.timeout(300)
async def test_a_version_that_never_becomes_healthy_is_given_up_and_members_go_on(
    home: Path, mail_server: MailServer, tmp_path: Path
) -> None:
    former = impatient_version(tmp_path / "former", _SECONDS)
    async with House(home, Executed, INFLOW_SMTP_URL=mail_server.url, **ROOMY, **former) as house:
        said, problems = await _refused(house, mail_server, next_version(tmp_path / "next", at_start=_UNHEALTHY))

    assert problems == []
    assert f"was not healthy after {_SECONDS} seconds. clock: The sundial is broken." in said


@pytest.mark.long
@pytest.mark.timeout(300)
async def test_a_version_that_is_healthy_for_a_moment_only_is_exchanged_back_and_members_go_on(
    home: Path, mail_server: MailServer, tmp_path: Path
) -> None:
    async with House(home, Executed, INFLOW_SMTP_URL=mail_server.url, **ROOMY) as house:
        said, problems = await _refused(house, mail_server, next_version(tmp_path, at_start=_HEALTHY_ONCE))

    # A load balancer may be told that this process is not healthy. Members are not.
    assert [problem for problem in problems if problem != "call: /healthz: 503"] == []
    assert "The process is no longer healthy. clock: The sundial is broken." in said


async def _refused(house: House, mail_server: MailServer, version: dict[str, str]) -> tuple[str, list[str]]:
    """Upgrade to a version that is given up, while members write.

    Returns:
        What the operator is told, and what went wrong for members and visitors.
    """
    chat = await Correspondence.between(*[await Member.sign_up(house, mail_server, name) for name in ("rosa", "sam")])
    workers = house.workers

    async with in_use(house, [chat]) as use:
        ended = await upgraded(house, version, "--without-backup")
        await use.goes_on()

    assert ended.code == 1
    assert "The former version serves again" in ended.said
    assert await versions(house) == {VERSION}
    assert house.workers == workers
    return ended.said, use.problems
