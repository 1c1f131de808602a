"""The account that the server runs as. PostgreSQL refuses to run as root, so root's server runs as another account."""

from __future__ import annotations

import os
import pwd
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from reflow.embedded.failure import EmbeddedPostgresError


class _Identity(TypedDict, total=False):
    user: int
    group: int
    extra_groups: list[int]


@dataclass(frozen=True, slots=True)
class Account:
    """An account of the operating system.

    Attributes:
        borrowed: Whether this process is root and runs the server as this account; False if the server runs as this
            process's own account.
    """

    uid: int
    gid: int
    borrowed: bool

    def identity(self) -> _Identity:
        """The arguments of `subprocess.Popen` that make a child run as this account."""
        if not self.borrowed:
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def own(self, path: Path) -> None:
        """Make the account the owner of a directory that was just created."""
        if self.borrowed:
            os.chown(path, self.uid, self.gid)

    def can_pass(self, directory: Path) -> bool:
        """Whether the account may enter the directory and all above it.

        Only the permission bits for others count: access by a group or an access list can be lost later, unnoticed.
        """
        if not self.borrowed:
            return True
        return all(step.stat().st_mode & stat.S_IXOTH for step in (directory, *directory.parents))


def server_account(name: str) -> Account:
    """This process's own account, or for root the account of this name."""
    if os.geteuid() != 0:
        return Account(uid=os.geteuid(), gid=os.getegid(), borrowed=False)
    try:
        entry = pwd.getpwnam(name)
    except KeyError:
        raise EmbeddedPostgresError(
            f"PostgreSQL does not run as root, and there is no account '{name}' to run it as."
        ) from None
    return Account(uid=entry.pw_uid, gid=entry.pw_gid, borrowed=True)
