"""Servers that tests start, kill and start again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
from joserfc import jwt
from joserfc.jwk import ECKey
from tests.reflow.conformance.server import AUDIENCE, ISSUER, Stage

HERE = Path(__file__).parents[3]


class House:
    """Issues tokens that the servers accept, and some that they reject."""

    def __init__(self) -> None:
        self._key = ECKey.generate_key("P-256", {"kid": "house"})
        self._stranger = ECKey.generate_key("P-256", {"kid": "house"})
        self._serial = 0

    @property
    def jwks(self) -> dict[str, Any]:
        """The keys it publishes."""
        return {"keys": [self._key.as_dict(private=False)]}

    def token(self, name: str, *, seconds: float = 600, life: float = 600, forged: bool = False) -> str:
        """A token for this person, different from every other.

        Args:
            seconds: How many seconds it remains valid.
            life: Its whole lifetime in seconds, by its claims.
            forged: Whether it is signed with another key of the same id.
        """
        self._serial += 1
        ends = time.time() + seconds
        claims = {
            "iss": ISSUER, "aud": AUDIENCE, "sub": name, "sid": f"session of {name}", "jti": str(self._serial),
            "iat": ends - life, "exp": ends,
        }  # fmt: skip
        key = self._stranger if forged else self._key
        return jwt.encode({"alg": "ES256", "kid": "house", "typ": "JWT"}, claims, key)


class Server:
    """A server process on a database. Killed and started again, it has the same address.

    Attributes:
        token: Makes tokens that it accepts.
    """

    def __init__(self, dsn: str, house: House, **limits: float) -> None:
        self.stage = Stage(dsn, free_port(), house.jwks, limits=limits)
        self.token = house.token
        self.address = f"http://127.0.0.1:{self.stage.port}"
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it, and wait until it listens."""
        command = [sys.executable, "-m", "tests.reflow.conformance.server", msgspec.json.encode(self.stage).decode()]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(*command, stdout=pipe, env=environment, cwd=HERE)
        assert self._process.stdout is not None
        async with asyncio.timeout(60):
            assert await self._process.stdout.readline() == b"ready\n"
            while not await self._listens():  # noqa: ASYNC110  # the other process cannot set an event of ours
                await asyncio.sleep(0.005)

    async def kill(self) -> None:
        """End it as a power cut would."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        """Ask it to end, as a deployment does."""
        await self._end(signal.SIGTERM)

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        """Stop the process meanwhile: it neither reads nor answers, and data sent to it waits."""
        self._signalled(signal.SIGSTOP)
        try:
            yield
        finally:
            self._signalled(signal.SIGCONT)

    def _signalled(self, how: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(how)

    def memory(self) -> int:
        """Its resident memory, in bytes."""
        assert self._process is not None
        status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="utf-8")
        return int(status.split("VmRSS:")[1].split()[0]) * 1024

    async def control(self, what: str, **given: Any) -> Any:
        """Take an action that no client could request; see `server.py`."""
        async with httpx.AsyncClient(timeout=60, trust_env=False) as http:
            answer = await http.post(f"{self.address}/control/{what}", json=given, timeout=10)
        return answer.raise_for_status().json()

    async def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(how)
            await asyncio.wait_for(process.wait(), 60)

    async def _listens(self) -> bool:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", self.stage.port)
        except OSError:
            return False
        writer.close()
        return True


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
