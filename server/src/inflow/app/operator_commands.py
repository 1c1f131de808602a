"""The commands by which an operator does beside a running Inflow what the app has no page for. All are audited."""

from __future__ import annotations

import asyncio
import sys
from typing import Final, Literal

from cyclopts import App

from inflow.app.settings import Settings
from inflow.standing.rules import Role

_TIME: Final = "%Y-%m-%dT%H:%M:%SZ"

role = App(name="role", help="Moderators and owners. They work in Inflow itself, at /moderation.")


@role.command
def grant(name: str, which: Literal["moderator", "owner"]) -> None:
    """Make a member a moderator or an owner, beside a running Inflow. Owners also grant roles.

    Args:
        name: Their username.
        which: The role.
    """
    _change_role(name, which)


@role.command
def revoke(name: str) -> None:
    """Make a moderator or an owner a plain member again. The only owner stays one.

    Args:
        name: Their username.
    """
    _change_role(name, "member")


def _say(line: str) -> None:
    print(line)  # noqa: T201  # for the operator


def _change_role(name: str, which: Role) -> None:
    from inflow.app.moderating import change_role  # noqa: PLC0415  # the product, only where it is needed

    asyncio.run(change_role(Settings.from_environment(), name, which))
    _say(f"{name} is a{'n' if which == 'owner' else ''} {which} now.")


member = App(name="member", help="What an operator does for a member, once they are sure who asks.")


@member.command
def show(name: str) -> None:
    """Print when a member joined, who invited them, and whom they invited, separated by tabs.

    Args:
        name: Their username.
    """
    from inflow.app.inviters import entry_of  # noqa: PLC0415  # the product, only where it is needed

    entry = asyncio.run(entry_of(Settings.from_environment(), name))
    _say(f"joined\t{entry.created_at:{_TIME}}")
    _say(f"invited by\t{entry.inviter}")
    for each in entry.invited:
        _say(f"invited\t{each.username}\t{each.created_at:{_TIME}}")


@member.command
def change_email(name: str, email: str) -> None:
    """Give a member another email address, beside a running Inflow. Open sessions stay open.

    Args:
        name: Their username.
        email: The new address.
    """
    from inflow.app import moderating  # noqa: PLC0415  # the product, only where it is needed

    address = asyncio.run(moderating.change_email(Settings.from_environment(), name, email))
    _say(f"Codes for {name} go to {address} now.")


@member.command
def log_out(name: str) -> None:
    """Log a member out of every browser, beside a running Inflow. Their open pages close within a second.

    Args:
        name: Their username.
    """
    from inflow.app import moderating  # noqa: PLC0415  # the product, only where it is needed

    count = asyncio.run(moderating.end_sessions(Settings.from_environment(), name))
    _say(f"Sessions of {name} that ended: {count}.")


@member.command
def remove_second_steps(name: str) -> None:
    """Remove a member's passkeys and authenticator app, after they have lost them. They are emailed.

    Args:
        name: Their username.
    """
    from inflow.app import operating  # noqa: PLC0415  # the product, only where it is needed

    asyncio.run(operating.remove_second_steps(Settings.from_environment(), name))
    _say(f"{name} logs in with the password alone now.")


@member.command
def delete(name: str, *, yes: bool = False) -> None:
    """Erase a member and everything they made, beside a running Inflow. Their open pages close within a second.

    This is the deletion that members have under Settings. They are emailed that their account is deleted.

    Args:
        name: Their username.
        yes: Erase. Without it, this command only says what it would erase.
    """
    from inflow.app import operating  # noqa: PLC0415  # the product, only where it is needed

    settings = Settings.from_environment()
    if not yes:
        made = asyncio.run(operating.content_of(settings, name))
        count = ", ".join(f"{kind}s: {sum(each.kind == kind for each in made)}" for kind in operating.CONTENT_OF)
        _say(f"This erases {name} for good ({count}). To do it, add --yes.")
        return
    asyncio.run(operating.erase(settings, name))
    _say(f"{name} is erased. Files go within minutes.")


content = App(name="content", help="What members posted. Messages are private and not among it.")


@content.command(name="list")
def list_content(name: str) -> None:
    """Print everything that a member posted: kind, id, time, audience and words, separated by tabs.

    Args:
        name: Their username.
    """
    from inflow.app.operating import content_of  # noqa: PLC0415  # the product, only where it is needed

    for each in asyncio.run(content_of(Settings.from_environment(), name)):
        words = " ".join(each.words.split())
        line = (each.kind, each.id, f"{each.created_at:{_TIME}}", each.audience, words)
        _say("\t".join(line))


@content.command(name="delete")
def delete_content(kind: Literal["post", "grid", "comment"], address: str) -> None:
    """Delete what a member posted, beside a running Inflow. It leaves every open page within a second.

    It cannot be restored; a moderator's removal at /moderation can.

    Args:
        kind: A post is a foto or a flick.
        address: Its id, or the address of its page.
    """
    from inflow.app import operating  # noqa: PLC0415  # the product, only where it is needed

    asyncio.run(operating.delete_content(Settings.from_environment(), kind, address))
    _say(f"The {kind} is deleted.")


storage = App(name="storage", help="How much members have uploaded.")


@storage.command(name="list")
def list_storage() -> None:
    """Print how much each member has uploaded, those with the most first: bytes, files, videos, username.

    The bytes are those of the original photos, which the quota counts; smaller sizes and videos are not included.
    """
    from inflow.app.operating import storage_use  # noqa: PLC0415  # the product, only where it is needed

    for each in asyncio.run(storage_use(Settings.from_environment())):
        line = (str(each.bytes), str(each.files), str(each.videos), each.username or "(deleted)")
        _say("\t".join(line))


audit = App(name="audit", help="The log of what moderators, owners and this command did.")


@audit.command
def verify() -> None:
    """Check that no entry of the audit log was edited, removed or inserted."""
    from inflow.app.moderating import verify_audit  # noqa: PLC0415  # the product, only where it is needed

    count, broken = asyncio.run(verify_audit(Settings.from_environment()))
    if broken is not None:
        sys.exit(f"The audit log does not hold: entry {broken.number} is {broken.why}.")
    _say(f"The audit log holds: {count} entries.")


@audit.command
def export() -> None:
    """Print every entry of the audit log as a line of JSON, oldest first."""
    from inflow.app.moderating import audit_as_json  # noqa: PLC0415  # the product, only where it is needed

    async def write() -> None:
        async for line in audit_as_json(Settings.from_environment()):
            _say(line)

    asyncio.run(write())
