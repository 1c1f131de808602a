"""Runs an Inflow in a network of its own, and lists where its processes try to connect beside this machine.

    python -m tests.app.outgoing FOLDER

The network has only the loopback interface, with a default route over it, so that a packet for any address is sent,
seen here and lost. It prints a JSON list of destinations, as `ADDRESS:PORT`. Exit code 77 means that the system
permits no network of its own.
"""

from __future__ import annotations

import asyncio
import ctypes
import fcntl
import ipaddress
import json
import os
import socket
import struct
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.app.correspondents import Correspondence
from tests.app.depot import Depot
from tests.app.house import House
from tests.app.people import Member
from tests.app.processes import Executed

import photographs
from mail.mail_server import MailServer

NOT_PERMITTED = 77
OURS = ("192.0.2.1", 9)
"""An address that nobody has. The scene sends a packet to it to prove that it would be seen."""

_HERE = "10.254.0.1"
_CLONE_NEWNET, _CLONE_NEWUSER = 0x4000_0000, 0x1000_0000
_SIOCADDRT, _SIOCSIFFLAGS, _SIOCSIFADDR = 0x890B, 0x8914, 0x8916
_IFF_UP, _RTF_UP = 1, 1
_SO_RCVBUFFORCE, _SOL_PACKET, _PACKET_STATISTICS = 33, 263, 6
_IPV4, _IPV6, _EVERYTHING = 0x0800, 0x86DD, 3
_DNS = 53


def main() -> int:
    """Do all of it; the exit code."""
    try:
        _enter_own_network()
    except PermissionError:
        return NOT_PERMITTED
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


def _enter_own_network() -> None:
    """Move this process and its children into a new network. A user other than root needs a user namespace for it.

    Raises:
        PermissionError: The system does not permit it.
    """
    user, group = os.getuid(), os.getgid()
    if ctypes.CDLL(None, use_errno=True).unshare(_CLONE_NEWNET | (_CLONE_NEWUSER if user else 0)):
        raise PermissionError(ctypes.get_errno(), "no network of its own")
    if user:
        Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1", encoding="ascii")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1", encoding="ascii")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        fcntl.ioctl(control, _SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", _IFF_UP))
        # An address of the wider network, from which packets to others are sent.
        fcntl.ioctl(control, _SIOCSIFADDR, struct.pack("16s16s8x", b"lo:1", _address(_HERE)))
        anywhere = _address("0.0.0.0")  # a destination of the route, not a place to listen at
        device = ctypes.create_string_buffer(b"lo")
        route = struct.pack(
            "L16s16s16sHhLPhPLLH6x",
            0,
            anywhere,
            bytes(16),
            anywhere,
            _RTF_UP,
            0,
            0,
            0,
            0,
            ctypes.addressof(device),
            0,
            0,
            0,
        )
        fcntl.ioctl(control, _SIOCADDRT, route)
    with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as control:
        lo = socket.if_nametoindex("lo")
        fcntl.ioctl(
            control,
            _SIOCADDRT,
            struct.pack("16s16s16sIHHILIi", bytes(16), bytes(16), bytes(16), 0, 0, 0, 1, 0, _RTF_UP, lo),
        )


def _address(of: str) -> bytes:
    return struct.pack("HH4s8x", socket.AF_INET, 0, socket.inet_aton(of))


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
    is_here = address.is_loopback or str(address) == _HERE
    return None if is_here and port != _DNS else f"{address}:{port}"


if __name__ == "__main__":
    sys.exit(main())
