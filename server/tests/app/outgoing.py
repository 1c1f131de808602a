"""Runs an Inflow in a network of its own, and lists where its processes try to connect beside this machine.

    python -m tests.app.outgoing FOLDER

Packets for other machines are sent, seen here and lost. It prints a JSON list of destinations, as `ADDRESS:PORT`.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import socket
import struct
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.app import own_network
from tests.app.correspondents import Correspondence
from tests.app.depot import Depot
from tests.app.house import House
from tests.app.people import Member
from tests.app.processes import Executed

import photographs
from mail.mail_server import MailServer

OURS = ("192.0.2.1", 9)
"""An address that nobody has. The scene sends a packet to it to prove that it would be seen."""

_SO_RCVBUFFORCE, _SOL_PACKET, _PACKET_STATISTICS = 33, 263, 6
_IPV4, _IPV6, _EVERYTHING = 0x0800, 0x86DD, 3
_DNS = 53


def main() -> int:
    """Do all of it; the exit code."""
    try:
        own_network.enter()
    except PermissionError:
        return own_network.NOT_PERMITTED
    with _seen() as destinations:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.sendto(b"", OURS)
        asyncio.run(_an_ordinary_day(Path(sys.argv[1])))
    print(json.dumps(sorted(destinations())))
    return 0


async def _an_ordinary_day(folder: Path) -> None:
    async with MailServer() as mail_server:
        house = House(folder / "home", Executed, INFLOW_SMTP_URL=mail_server.url)
        async with house:
            alice = await Member.sign_up(house, mail_server, "alice")
            bob = await Member.sign_up(house, mail_server, "bob")
            async with alice.page() as page:
                foto = await page.does(
                    "posts:createPost", **alice.foto(await alice.photo(photographs.plain((1, 90, 10))))
                )
                assert foto["success"], foto
            link = "https://photos.example.com/a.jpg"
            await bob.does(
                "comments:create", userId=bob.user_id, username=bob.username, postId=foto["result"]["_id"], content=link
            )
            chat = await Correspondence.between(alice, bob)
            await alice.does("messages:sendMessage", **chat.message(alice, link))
            await Depot(folder).filled_from(house)
            verified = await house.command("verify")
            assert verified.code == 0, verified.said


@contextmanager
def _seen() -> Iterator[Callable[[], set[str]]]:
    """Watch the network; afterwards, the call gives the destinations beside this machine."""
    found: set[str] = set()
    with socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(_EVERYTHING)) as tap:
        tap.setsockopt(socket.SOL_SOCKET, _SO_RCVBUFFORCE, 1 << 30)
        tap.settimeout(0.5)
        over = threading.Event()

        def watch() -> None:
            while True:
                try:
                    packet, (_, protocol, kind, *_) = tap.recvfrom(96)
                except TimeoutError:
                    if over.is_set():
                        return
                    continue
                if kind == socket.PACKET_OUTGOING and (to := _destination(packet, protocol)) is not None:
                    found.add(to)

        watching = threading.Thread(target=watch)
        watching.start()
        try:
            yield lambda: found
        finally:
            over.set()
            watching.join()
            _, lost = struct.unpack("II", tap.getsockopt(_SOL_PACKET, _PACKET_STATISTICS, 8))
            assert lost == 0, f"{lost} packets were not seen"


def _destination(packet: bytes, protocol: int) -> str | None:
    """`ADDRESS:PORT`, if the packet is for another machine, or asks for the address of one."""
    if protocol == _IPV4:
        address, kind, header = ipaddress.ip_address(packet[16:20]), packet[9], 4 * (packet[0] & 15)
    elif protocol == _IPV6:
        address, kind, header = ipaddress.ip_address(packet[24:40]), packet[6], 40
    else:
        return None
    has_port = kind in (socket.IPPROTO_TCP, socket.IPPROTO_UDP)
    port = int.from_bytes(packet[header + 2 : header + 4], "big") if has_port else 0
    is_here = address.is_loopback or str(address) == own_network.HERE
    return None if is_here and port != _DNS else f"{address}:{port}"


if __name__ == "__main__":
    sys.exit(main())
