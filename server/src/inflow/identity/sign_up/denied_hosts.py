"""Hosts that may not sign up: networks in a file of the operator's, and single hosts by their hash in the audit log.

A hash names a host without telling its address. An operator who sees one in the log, at many sign-ups for example,
denies it on the command line, which the audit log records.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.identity.tables import UNWATCHED, denied_hosts
from reflow import AppError, Connection, Row, statement

DENIED_HOST: Final = "You can't sign up from this network. Please contact us."

DENIAL_OF_HOST = statement(
    sa.select(denied_hosts.c.tag).where(denied_hosts.c.tag == bindparam("tag"), denied_hosts.c.until > bindparam("now"))
)
DENY_HOST = statement(
    insert(denied_hosts)
    .values(tag=bindparam("tag"), denied_at=bindparam("now"), until=bindparam("until"))
    .on_conflict_do_update(index_elements=[denied_hosts.c.tag], set_={"until": bindparam("until")})
)
ALLOW_HOST = statement(
    sa.delete(denied_hosts).where(denied_hosts.c.tag == bindparam("tag")).returning(denied_hosts.c.tag)
)
DENIED_HOSTS = statement(
    sa.select(denied_hosts.c.tag, denied_hosts.c.denied_at, denied_hosts.c.until)
    .where(denied_hosts.c.until > bindparam("now"))
    .order_by(denied_hosts.c.denied_at, denied_hosts.c.tag),
    whole_table=UNWATCHED,
)
DELETE_EXPIRED = statement(sa.delete(denied_hosts).where(denied_hosts.c.until <= bindparam("now")))


class BadNetwork(ValueError):
    """A line of the list is no network."""


class Networks:
    """Networks, however many: finding the one that an address is in takes a lookup for each length of prefix."""

    def __init__(self, networks: Iterable[IPv4Network | IPv6Network] = ()) -> None:
        self._by_length: dict[tuple[int, int], set[int]] = defaultdict(set)
        for network in networks:
            bits = network.max_prefixlen - network.prefixlen
            self._by_length[network.version, bits].add(int(network.network_address) >> bits)

    def __contains__(self, peer: str | None) -> bool:
        try:
            address = ip_address((peer or "").partition("%")[0])
        except ValueError:
            return False
        if isinstance(address, IPv6Address):
            address = address.ipv4_mapped or address
        return any(
            version == address.version and int(address) >> bits in found
            for (version, bits), found in self._by_length.items()
        )


NO_NETWORKS: Final = Networks()


def networks_in(path: Path | None) -> Networks:
    """The addresses and networks in a file, one in a line; `#` and `;` begin comments, as published lists have them.

    Raises:
        BadNetwork: A line is none.
        OSError: The file cannot be read.
    """
    if path is None:
        return NO_NETWORKS
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        text = line.partition("#")[0].partition(";")[0].strip()
        try:
            if text:
                found.append(ip_network(text, strict=False))
        except ValueError:
            raise BadNetwork(f"{text!r} is no network such as 203.0.113.0/24") from None
    return Networks(found)


async def require_allowed_host(
    connection: Connection, networks: Networks, peer: str | None, tag: str, now: datetime
) -> None:
    """Refuse a sign-up from a denied host.

    Args:
        networks: The networks that are denied.
        peer: The host's address.
        tag: Its hash in the log.
        now: The time.

    Raises:
        AppError: ``forbidden``.
    """
    if peer in networks or await connection.row(DENIAL_OF_HOST, {"tag": tag, "now": now}) is not None:
        raise AppError("forbidden", DENIED_HOST)


async def deny_host(connection: Connection, tag: str, now: datetime, until: datetime) -> None:
    """Let no one sign up from the host with this hash, until that time."""
    await connection.rows(DENY_HOST, {"tag": tag, "now": now, "until": until})


async def allow_host(connection: Connection, tag: str) -> bool:
    """Take a denial back. Returns whether there was one."""
    return await connection.row(ALLOW_HOST, {"tag": tag}) is not None


async def hosts_denied(connection: Connection, now: datetime) -> list[Row]:
    """The denied hosts, the oldest denial first: the hash, and from when until when."""
    return await connection.rows(DENIED_HOSTS, {"now": now})
