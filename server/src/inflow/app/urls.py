"""Whether a setting is a URL that can be used."""

from __future__ import annotations

from urllib.parse import urlsplit


def is_url(value: str, schemes: set[str]) -> bool:
    """Whether it has one of the schemes and a host. No error repeats it, because it may contain a password."""
    try:
        parts = urlsplit(value)
        is_database = parts.scheme.startswith("postgres")
        # The address of a database may name several machines, of which one is the primary.
        hosts = parts.netloc.rpartition("@")[2].split(",") if is_database else [parts.netloc]
        ports = [urlsplit(f"//{each}").port for each in hosts]
        # PostgreSQL may listen on a Unix socket of this machine.
        has_host = bool(parts.hostname) or (is_database and bool(parts.netloc or parts.path))
        return parts.scheme in schemes and 0 not in ports and has_host
    except ValueError:
        return False
