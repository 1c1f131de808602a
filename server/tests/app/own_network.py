"""A network of its own for this process and its children, with only the loopback interface.

It has a default route over that interface, so a packet for an address that nobody has is sent and lost.
"""

from __future__ import annotations

import asyncio
import ctypes
import fcntl
import json
import os
import socket
import struct
import subprocess
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from architecture.sources import SERVER

NOT_PERMITTED = 77
"""The exit code of a scene that the system permits no network of its own."""
HERE = "10.254.0.1"
"""An address of this machine in it, beside those of loopback."""

_CLONE_NEWNET, _CLONE_NEWUSER = 0x4000_0000, 0x1000_0000
_SIOCADDRT, _SIOCSIFFLAGS, _SIOCSIFADDR = 0x890B, 0x8914, 0x8916
_IFF_UP, _RTF_UP = 1, 1
_ANY = "0.0.0.0"
_ESTABLISHED = "01"

Endpoint = tuple[str, int]
"""An address and a port."""


def enter() -> None:
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
        anywhere = _address(_ANY)
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
    give(HERE, "lo:1")
    with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as control:
        lo = socket.if_nametoindex("lo")
        fcntl.ioctl(
            control,
            _SIOCADDRT,
            struct.pack("16s16s16sIHHILIi", bytes(16), bytes(16), bytes(16), 0, 0, 0, 1, 0, _RTF_UP, lo),
        )


def found_by(module: str, folder: Path, *words: str) -> Any:
    """Run a module in a process of its own, which enters such a network; the JSON in its last line."""
    ended = subprocess.run(
        [sys.executable, "-m", module, str(folder), *words],
        cwd=SERVER,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if ended.returncode == NOT_PERMITTED:
        pytest.skip("the system permits no network of its own")
    assert ended.returncode == 0, ended.stdout
    return json.loads(ended.stdout.splitlines()[-1])


def give(address: str, label: str) -> None:
    """Give this machine an address. Labels are `lo:` and a number."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        fcntl.ioctl(control, _SIOCSIFADDR, struct.pack("16s16s8x", label.encode(), _address(address)))


def take(label: str) -> None:
    """Take the address with this label away. Its connections stay open, and packets to it are lost."""
    give(_ANY, label)


def play(scene: Callable[[Path], Coroutine[Any, Any, dict[str, Any]]], prepare: Callable[[Path], None]) -> int:
    """Play a scene in such a network, and print what it finds as JSON; the exit code.

    Args:
        scene: Gets the folder that the first argument of this process names.
        prepare: Is called in the network before, with the same folder.
    """
    folder = Path(sys.argv[1])
    try:
        enter()
        prepare(folder)
    except PermissionError:
        return NOT_PERMITTED
    print(json.dumps(asyncio.run(scene(folder))))
    return 0


def connections() -> list[tuple[Endpoint, Endpoint]]:
    """The two ends of each TCP connection over IPv4 that a socket here believes to be open: its own and the other."""
    rows = [line.split() for line in Path("/proc/self/net/tcp").read_text(encoding="ascii").splitlines()[1:]]
    return [(_endpoint(row[1]), _endpoint(row[2])) for row in rows if row[3] == _ESTABLISHED]


def _endpoint(text: str) -> Endpoint:
    address, port = text.split(":")
    return socket.inet_ntoa(bytes.fromhex(address)[::-1]), int(port, 16)


def _address(of: str) -> bytes:
    return struct.pack("HH4s8x", socket.AF_INET, 0, socket.inet_aton(of))
