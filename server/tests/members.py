"""Members of Inflow for tests: they signed up, and can have a photo uploaded."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, date, datetime

from tests.world import Person, World

from inflow.core.ids import new_id
from inflow.media.tables import ADD_MEDIUM
from inflow.media.views import media_url
from inflow.members.joining import add_profile, add_user
from reflow.auth.tokens import Identity


@dataclass(frozen=True)
class JustConfirmed:
    """An account in the form that identity passes to the product."""

    id: str
    email: str
    username: str
    full_name: str
    date_of_birth: date
    created_at: datetime


class Member(Person):
    """A person who signed up.

    Attributes:
        user_id: The id of their user.
        profile_id: The id of their profile.
        username: Their username.
    """

    user_id: str
    profile_id: str
    username: str

    @classmethod
    async def sign_up(cls, world: World, name: str) -> Member:
        """Become a member, as a verified code does it."""
        member = cls(world, name)
        member.username = username = f"{name}_{secrets.token_hex(4)}"
        born = date(1990, 1, 1)
        email = f"{username}@example.org"
        account = JustConfirmed(new_id(), email, username, f"{name.title()} Doe", born, datetime.now(UTC))
        async with world.database.transaction() as connection:
            member.user_id = await add_user(connection, account)
            member.profile_id = await add_profile(connection, member.user_id)
        member.identity = Identity("https://test", account.id, None, 2e10)
        return member

    @property
    def clerk_id(self) -> str:
        """The subject of the member's tokens."""
        assert self.identity is not None
        return self.identity.subject

    async def upload(self) -> str:
        """Insert an uploaded photo without bytes; its address. The media tests cover the bytes."""
        media_id = new_id()
        rendition = {"name": "1080.jpg", "width": 1080, "height": 720, "type": "image/jpeg", "bytes": 1}
        async with self.world.database.transaction() as connection:
            await connection.rows(
                ADD_MEDIUM,
                {
                    "id": media_id,
                    "owner_id": self.clerk_id,
                    "kind": "jpeg",
                    "width": 4000,
                    "height": 3000,
                    "byte_size": 1,
                    "sha256": "0" * 64,
                    "thumbhash": "I/gVHYJ1i3hviHiYaIh4h3lQlwQ1",
                    "fingerprint": None,
                    "state": "prepared",
                    "renditions": [rendition],
                    "verdict": None,
                    "has_source": False,
                },
            )
        return media_url(media_id, "1080.jpg")
