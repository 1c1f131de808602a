"""The visitor that an address stands for, as far as an address can tell."""

from __future__ import annotations

import ipaddress


def host_of(peer: str | None) -> str:
    """One visitor: an IPv4 address, or an IPv6 /64, the network of a household."""
    return _masked(peer, 32)


def network_of(peer: str | None) -> str:
    """One visitor or their neighbours: an IPv4 /24, or an IPv6 /64."""
    return _masked(peer, 24)


def _masked(peer: str | None, ipv4_bits: int) -> str:
    try:
        address = ipaddress.ip_address((peer or "").partition("%")[0])
    except ValueError:
        return "unknown"
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is None:
            return str(ipaddress.ip_network((address, 64), strict=False))
        address = address.ipv4_mapped
    return str(ipaddress.ip_network((address, ipv4_bits), strict=False))
