"""People with browsers: they sign up with the code from the email, upload files, and keep pages open."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import httpx
from tests.app.house import House
from tests.reflow.wire.peer import Peer, add, mutation
from websockets.asyncio.client import connect

from inflow.core.ids import new_id
from inflow.media.views import media_url
from mail.mail_server import MailServer
from reflow.auth.jwks import certificate_authorities

PASSWORD = "Low-Tide-1969"
FEED = {"nookType": "scenic", "paginationOpts": {"numItems": 100, "cursor": None, "id": 0}}
UPLOADED = """
    INSERT INTO media (id, owner_id, kind, width, height, byte_size, sha256, thumbhash, state, renditions)
    SELECT unnest($1::text[]), clerk_id, 'jpeg', 1080, 720, 1, '', 'I/gVHYJ1i3hviHiYaIh4h3lQlwQ1', 'finished',
           '[{"name": "1080.jpg", "width": 1080, "height": 720, "type": "image/jpeg", "bytes": 1}]'
    FROM users WHERE id = $2
"""
_HARMLESS = "bdghklmrvwz"
"""Letters that cannot form a word which usernames may not contain."""


class Browser:
    """A browser at one of the houses. It keeps cookies, and says where its requests come from, as all of them do.

    Args:
        machine: The address of the machine that it is on, of those that this one answers to.
    """

    def __init__(self, house: House, machine: str = "127.0.0.1") -> None:
        self.house = house
        headers = {"Origin": house.origin, "Sec-Fetch-Site": "same-origin", "X-App": "1"}
        # The server closes connections that were idle for five seconds, at times just as a request begins on one.
        limits = httpx.Limits(keepalive_expiry=1)
        way = httpx.AsyncHTTPTransport(local_address=machine, limits=limits, verify=certificate_authorities())
        self.http = httpx.AsyncClient(
            base_url=house.address, headers=headers, timeout=60, trust_env=False, transport=way
        )

    async def ask(self, path: str, **body: Any) -> httpx.Response:
        """Send a POST request to an identity route."""
        return await self.http.post(f"/api/identity{path}", json=body)

    async def upload(self, photograph: bytes, *, name: str = "photo.jpg", type: str = "image/jpeg") -> httpx.Response:  # noqa: A002
        """Send a file as the page's form does."""
        return await self.http.post("/api/media/uploads", files={"file": (name, photograph, type)})

    @asynccontextmanager
    async def socket(
        self,
        *,
        session: str | None = None,
        count: int = 0,
        observed: int | None = None,
        address: str | None = None,
        introduces: bool = True,
    ) -> AsyncIterator[Peer]:
        """A page's connection after its Connect message and before authentication; through `address`, where one is
        given. `observed` is the newest timestamp that the page has seen, if it comes back.
        """
        # A killed server sends no close frame, so a long wait for one is useless. Browsers send no pings.
        given = {"origin": self.house.origin, "max_size": None, "compression": None, "proxy": None}
        given |= {"close_timeout": 1, "ping_interval": None}
        opened = await connect(sync_at(address or self.house.address), open_timeout=60, **given)
        try:
            peer = Peer(opened)
            if introduces:
                await peer.introduce(session or secrets.token_hex(16), count, observed)
            yield peer
        finally:
            # Python 3.11 cannot abort a transport that the server has closed just now.
            with suppress(AttributeError):
                await opened.close()


class Member(Browser):
    """A browser whose user has signed up.

    Attributes:
        user_id: The id of the member's user.
    """

    user_id: str
    username: str

    @classmethod
    async def sign_up(cls, house: House, mail_server: MailServer, name: str, **form: Any) -> Member:
        """Become a member of SCENIC through the public routes, with these fields of the form besides the usual ones."""
        # Ten who sign up from one machine within ten seconds are too many.
        member = cls(house, machine="127." + ".".join(str(secrets.randbelow(254) + 1) for _ in range(3)))
        member.username = unlike_others(name)
        begun = await member.ask(
            "/sign-up",
            email=f"{member.username}@example.org",
            fullName=f"{name.title()} Doe",
            username=member.username,
            password=PASSWORD,
            dateOfBirth="1990-02-28",
            termsAccepted=True,
            **form,
        )
        assert begun.status_code == 202, begun.text
        email = await mail_server.next_to(f"{member.username}@example.org")
        await member.bring(email.code, begun.json()["challengeId"])
        await member.choose_scenic()
        return member

    async def bring(self, code: str, challenge: str) -> None:
        """Verify the sign-up with its code."""
        verified = await self.ask("/sign-up/verify", challengeId=challenge, code=code)
        assert verified.status_code == 200, verified.text
        self.user_id = verified.json()["user"]["_id"]

    async def signs_in(self) -> httpx.Response:
        """Sign in with the password."""
        return await self.ask("/sign-in", identifier=self.username, password=PASSWORD)

    async def choose_scenic(self) -> None:
        """Choose the first nook."""
        async with self.page() as page:
            chosen = await page.does("users:updateNook", userId=self.user_id, newNook="scenic")
            assert chosen["success"], chosen

    async def token(self) -> str:
        """The token that the page authenticates with."""
        token = await self._token()
        assert token is not None
        return token

    async def is_signed_in(self) -> bool:
        """Whether the server gives this browser a token."""
        return await self._token() is not None

    async def _token(self) -> str | None:
        answer = await self.ask("/token")
        assert answer.status_code == 200, answer.text
        token: str | None = answer.json()["token"]
        return token

    def at(self, house: House) -> Member:
        """The same browser at another process of the same Inflow."""
        other = Member(house)
        other.http.cookies = self.http.cookies
        other.http.headers["Origin"] = house.origin
        other.user_id, other.username = self.user_id, self.username
        return other

    @asynccontextmanager
    async def page(self, *, session: str | None = None, count: int = 0) -> AsyncIterator[Page]:
        """An open, authenticated page of the member."""
        async with self.socket(session=session, count=count) as peer:
            await peer.authenticate(await self.token())
            yield Page(peer)

    async def does(self, path: str, **given: Any) -> Any:
        """Run a mutation from a page of its own; returns its result."""
        async with self.page() as page:
            done = await page.does(path, **given)
        assert done["success"], done
        return done["result"]

    async def photo(self, photograph: bytes) -> str:
        """Upload a photo; its address."""
        answer = await self.upload(photograph)
        assert answer.status_code == 201, answer.text
        url: str = answer.json()["imageUrl"]
        return url

    async def photos_by_hand(self, count: int) -> list[str]:
        """Insert photos of the member without bytes, beyond the limit of twenty uploads a minute; their addresses."""
        ids = [new_id() for _ in range(count)]
        psql = await self.house.database()
        await psql.execute(UPLOADED, ids, self.user_id)
        await psql.close()
        return [media_url(each, "1080.jpg") for each in ids]

    def foto(self, photo: str, **more: Any) -> dict[str, Any]:
        """The arguments of `posts:createPost` for this photo."""
        return {
            "userId": self.user_id,
            "imageUrl": photo,
            "ratio": "landscape",
            "nookType": "scenic",
            "caption": "Low tide",
            "postType": "sphere",
            "filter": "none",
            "adjustments": {"brightness": 100, "contrast": 100, "saturation": 100},
            **more,
        }


class Page:
    """An open page: it makes calls and waits for their answers, and its subscriptions are live."""

    def __init__(self, peer: Peer) -> None:
        self.peer = peer
        self._requests = itertools.count()
        self._queries = itertools.count()

    async def does(self, path: str, **arguments: Any) -> dict[str, Any]:
        """Call a mutation; its response."""
        number = next(self._requests)
        await self.peer.say(mutation(number, path, **arguments))
        return await self.peer.settled(number)

    async def asks(self, frame: str, number: int = 1_000_000) -> dict[str, Any]:
        """Send this text as a frame; the response to this number."""
        await self.peer.socket.send(frame)
        return await self.peer.response(number)

    async def follows(self, path: str, **arguments: Any) -> int:
        """Subscribe, and wait for the first answer; the query's number."""
        query = next(self._queries)
        await self.peer.follow(add(query, path, **arguments))
        await self.peer.until(lambda: query in self.peer.results)
        return query

    async def feed(self) -> Feed:
        """Open the home feed."""
        return Feed(self.peer, await self.follows("posts:getPostsByNook", **FEED))


class Feed:
    """SCENIC's feed on an open page, newest first."""

    def __init__(self, peer: Peer, query: int) -> None:
        self._peer = peer
        self._query = query

    @property
    def posts(self) -> list[dict[str, Any]]:
        """The posts on the screen."""
        page: list[dict[str, Any]] = self._peer.results[self._query]["page"]
        return page

    @property
    def captions(self) -> list[str]:
        """The captions of the posts on the screen."""
        return [post["caption"] for post in self.posts]

    async def shows(self, caption: str) -> dict[str, Any]:
        """Wait until a post with this caption is on the screen; return the post."""
        await self._peer.until(lambda: caption in self.captions)
        return next(post for post in self.posts if post["caption"] == caption)


def sync_at(address: str) -> str:
    """The address that the npm client of this version connects to, at a server or at a proxy in front of it."""
    return f"{address.replace('http', 'ws')}/api/1.48.0/sync"


def unlike_others(name: str) -> str:
    """A username that begins with this name and that no member has."""
    return f"{name}_{''.join(secrets.choice(_HARMLESS) for _ in range(6))}"
