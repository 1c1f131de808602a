"""The addresses of databases."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit


def each_server(dsn: str) -> list[str]:
    """The address of each server, if an address names several of them: ``postgresql://db1,db2/app``."""
    parts = urlsplit(dsn)
    user, at, hosts = parts.netloc.rpartition("@")
    if "," not in hosts:
        return [dsn]
    return [urlunsplit(parts._replace(netloc=f"{user}{at}{host}")) for host in hosts.split(",")]
