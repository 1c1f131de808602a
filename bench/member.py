"""A member of the measured Inflow, who signed up over HTTP with the code from its development mailbox."""

from __future__ import annotations

import re
import secrets
from typing import Any

import httpx

from bench.stage import Server

_HARMLESS = "bdghklmrvwz"  # random sequences of them contain no refused word


class Member:
    """A signed-in member.

    Attributes:
        http: Their browser.
        user: The answer of `users:me`.
    """

    def __init__(self, server: Server, http: httpx.AsyncClient, user: dict[str, Any]) -> None:
        self.http = http
        self.user = user
        self._server = server

    @classmethod
    async def sign_up(cls, server: Server) -> Member:
        """Become a member in the nook `scenic`."""
        # If the server trusts this machine as a proxy, each member has an address of their own.
        machine = ".".join(str(secrets.randbelow(254) + 1) for _ in range(3))
        headers = {
            "Origin": server.url,
            "X-App": "1",
            "Sec-Fetch-Site": "same-origin",
            "X-Forwarded-For": f"10.{machine}",
        }
        http = httpx.AsyncClient(base_url=server.url, headers=headers, timeout=30)
        name = "bench_" + "".join(secrets.choice(_HARMLESS) for _ in range(8))
        form = {
            "email": f"{name}@example.org",
            "fullName": "Ben Chmark",
            "username": name,
            "password": f"Tide-{secrets.token_hex(8)}",
            "dateOfBirth": "1990-01-01",
            "termsAccepted": True,
        }
        challenge = (await _post(http, "/api/identity/sign-up", form))["challengeId"]
        code = await _code(server, form["email"])
        await _post(http, "/api/identity/sign-up/verify", {"challengeId": challenge, "code": code})
        member = cls(server, http, {})
        member.user = await member.call("query", "users:me")
        await member.call("mutation", "users:updateNook", userId=member.user["_id"], newNook="scenic")
        return member

    async def token(self) -> str:
        """A token for the socket, valid for some minutes."""
        return str((await _post(self.http, "/api/identity/token", {}))["token"])

    async def call(self, kind: str, path: str, /, **arguments: Any) -> Any:
        """Call a function over HTTP."""
        headers = {"Authorization": f"Bearer {await self.token()}"}
        body = {"path": path, "args": [arguments], "format": "convex_encoded_json"}
        answer = (await self.http.post(f"/api/{kind}", json=body, headers=headers)).json()
        if answer["status"] != "success":
            raise RuntimeError(f"{path}: {answer}")
        return answer["value"]


async def _post(http: httpx.AsyncClient, path: str, body: dict[str, Any]) -> Any:
    answer = await http.post(path, json=body)
    if answer.is_error:
        raise RuntimeError(f"{path}: {answer.status_code} {answer.text}")
    return answer.json()


async def _code(server: Server, address: object) -> str:
    # The mailbox answers only requests that came through no proxy.
    async with httpx.AsyncClient(base_url=server.url, timeout=30) as http:
        while True:
            for letter in (await http.get("/dev/mailbox.json")).json():
                found = re.search(r"\b(\d{6})\b", f"{letter['subject']} {letter['text']}")
                if letter["to"] == address and found:
                    return found[1]
