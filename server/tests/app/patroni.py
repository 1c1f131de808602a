"""PostgreSQL on three machines under Patroni, which asks etcd on the same machines which of them is the primary."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import asyncpg
import httpx
from tests.app.house import until
from tests.app.machines import Machine

from reflow.embedded.account import server_account
from reflow.embedded.programs import copied_programs, wheel_programs

_ACCOUNT = server_account("nobody")
# The shortest that Patroni allows. A primary that cannot renew its lease for so long is none any more.
_LEASE, _ROUND, _RETRY = 20, 5, 5  # seconds
_PEERS, _CLIENTS, _ASKED, _POSTGRES = 2380, 2379, 8008, 5432
_PARAMETERS = {
    "wal_level": "logical",
    "max_wal_senders": 20,
    "max_replication_slots": 20,
    # So long, a primary waits for a standby that it no longer reaches.
    "wal_sender_timeout": "10s",
    "wal_receiver_timeout": "10s",
}
PATIENCE = 180.0
"""Seconds in which a machine that was lost is a standby again."""


class Cluster:
    """Three servers, of which one is the primary. It acknowledges a commit only when a standby has it.

    Args:
        folder: PostgreSQL's account must be able to enter it.
    """

    def __init__(self, machines: Sequence[Machine], folder: Path) -> None:
        self._machines = machines
        self._folder = folder
        programs = wheel_programs()
        self._programs = copied_programs(programs, folder) if _ACCOUNT.borrowed else programs
        self._etcd = ",".join(f"m{each.number}=http://{each.address}:{_PEERS}" for each in machines)
        for machine in machines:
            here = self._of(machine)
            here.mkdir(mode=0o700)
            _ACCOUNT.own(here)
            (here / "patroni.json").write_text(json.dumps(self._settings(machine)), encoding="utf-8")
            (here / "patroni.json").chmod(0o644)

    @property
    def url(self) -> str:
        """The address of its first database, on whichever server accepts writes."""
        hosts = ",".join(f"{each.address}:{_POSTGRES}" for each in self._machines)
        return f"postgresql://postgres@{hosts}/postgres?target_session_attrs=read-write"

    async def start(self, machine: Machine) -> None:
        """Start etcd and Patroni on a machine."""
        here = self._of(machine)
        clients = f"http://{machine.address}:{_CLIENTS}"
        peers = f"http://{machine.address}:{_PEERS}"
        etcd = {
            "name": f"m{machine.number}",
            "data-dir": str(here / "etcd"),
            "listen-client-urls": clients,
            "advertise-client-urls": clients,
            "listen-peer-urls": peers,
            "initial-advertise-peer-urls": peers,
            "initial-cluster": self._etcd,
        }
        words = [part for name, value in etcd.items() for part in (f"--{name}", value)]
        await machine.begin("etcd", *words, account=_ACCOUNT, log=self._folder / f"etcd{machine.number}.log")
        await machine.begin("patroni", str(here / "patroni.json"), account=_ACCOUNT, log=self._log(machine))

    async def primary(self) -> Machine | None:
        """The machine of the primary; None if there is none at the moment."""
        async with httpx.AsyncClient(timeout=1, trust_env=False) as http:
            for machine in self._machines:
                try:
                    answer = await http.get(f"http://{machine.address}:{_ASKED}/primary")
                except httpx.TransportError:
                    continue
                if answer.status_code == 200:
                    return machine
        return None

    async def whole(self) -> Machine:
        """Wait until two standbys follow the primary, and one of them may be promoted; the primary's machine."""

        async def is_whole() -> bool:
            if (machine := await self.primary()) is None:
                return False
            try:
                following = await _value(machine, _FOLLOWING)
            except (OSError, asyncpg.PostgresError):
                return False
            return following == len(self._machines) - 1 and await _has_successor(machine)

        await self.reaches(is_whole)
        found = await self.primary()
        assert found is not None
        return found

    async def reaches(self, holds: Callable[[], Awaitable[bool]]) -> None:
        """Wait until the condition holds; `RuntimeError` with the ends of Patroni's logs if that takes too long."""
        try:
            await until(holds, seconds=PATIENCE)
        except TimeoutError:
            raise RuntimeError(self._said()) from None

    def _said(self) -> str:
        logs = [self._log(each).read_text(encoding="utf-8", errors="replace") for each in self._machines]
        return "\n\n".join(log[-3000:] for log in logs)

    def _log(self, machine: Machine) -> Path:
        return self._folder / f"patroni{machine.number}.log"

    def _of(self, machine: Machine) -> Path:
        return self._folder / f"m{machine.number}"

    def _settings(self, machine: Machine) -> dict[str, Any]:
        user = {"username": "postgres"}
        return {
            "scope": "inflow",
            "name": f"m{machine.number}",
            "restapi": {"listen": f"{machine.address}:{_ASKED}", "connect_address": f"{machine.address}:{_ASKED}"},
            "etcd3": {"hosts": [f"{each.address}:{_CLIENTS}" for each in self._machines]},
            "bootstrap": {
                "dcs": {
                    "ttl": _LEASE,
                    "loop_wait": _ROUND,
                    "retry_timeout": _RETRY,
                    "synchronous_mode": True,
                    "postgresql": {
                        "use_pg_rewind": True,
                        "use_slots": True,
                        "parameters": _PARAMETERS,
                    },
                },
                "initdb": [{"encoding": "UTF8"}, {"locale": "C"}],
            },
            "postgresql": {
                "listen": f"{machine.address}:{_POSTGRES}",
                "connect_address": f"{machine.address}:{_POSTGRES}",
                "data_dir": str(self._of(machine) / "data"),
                "bin_dir": str(self._programs.binaries),
                "pgpass": str(self._of(machine) / "pgpass"),
                "authentication": {"superuser": user, "replication": user, "rewind": user},
                "pg_hba": ["local all all trust", "host all all all trust", "host replication all all trust"],
                "parameters": {"unix_socket_directories": str(self._of(machine))},
            },
        }


_FOLLOWING = """SELECT CASE WHEN bool_or(sync_state = 'sync') THEN count(*) END
FROM pg_stat_replication WHERE state = 'streaming' AND application_name LIKE 'm_'"""


async def _has_successor(machine: Machine) -> bool:
    """Whether etcd, too, knows which standby confirms the commits of this primary."""
    async with httpx.AsyncClient(timeout=2, trust_env=False) as http:
        try:
            members = (await http.get(f"http://{machine.address}:{_ASKED}/cluster")).json()["members"]
        except httpx.TransportError:
            return False
    return sorted(each["role"] for each in members) == ["leader", "replica", "sync_standby"]


async def _value(machine: Machine, statement: str) -> Any:
    connection = await asyncpg.connect(f"postgresql://postgres@{machine.address}:{_POSTGRES}/postgres", timeout=2)
    try:
        return await connection.fetchval(statement)
    finally:
        connection.terminate()
