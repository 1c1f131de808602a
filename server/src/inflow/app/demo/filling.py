"""Simulates some days of the made-up members: they join, post, answer each other, connect and write messages."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Any, Final, NamedTuple

from inflow.app.demo.album import SUBJECTS
from inflow.app.demo.captions import CAPTIONS
from inflow.app.demo.people import CHARACTERS, COMMENTS, PASSWORD, PROPOSED, REPLIES, TALKS, Character
from inflow.app.demo.pictures import Picture, View, photograph
from inflow.app.functions import registry
from inflow.app.parts import Parts
from inflow.core.clock import utc_now
from inflow.identity.setup import Visitor
from inflow.identity.sign_up.sign_up import SignUpForm
from inflow.media.pipeline.uploads import receive, store_upload
from inflow.posts.rules import media_id_in
from reflow import AppError, Identity

SEED: Final = 1969
POSTS: Final = 150
AT_ONCE: Final = 3
"""How many photographs are prepared at the same time."""
CUE_EVERY: Final = 7
"""Of so many posts one is for connections only."""
SEVERAL_EVERY: Final = 9
"""Of so many posts one has three fotos."""
ADMIRED: Final = 3
LONG_TALK: Final = 3
"""Conversations with more messages than this have been read to their end."""
REACTIONS: Final = ("ciao", "graceful", "graceful", "errro")
FILTERS: Final = ("none", "none", "none", "none", "none", "melt", "grauge", "2004s")
SOFT: Final = {"dahlia", "cat", "coffee"}
"""Subjects that may also have the filter out of focus; others, such as gravel, would be unrecognisable."""
TEXTURES: Final = {"gravel", "grass", "bricks"}
"""Subjects that are used neither for profile pictures nor for posts to connections."""
TRIPLES: Final = {"horizontal": ("layout1", "layout2", "layout3"), "vertical": ("vertical1", "vertical2", "vertical3")}

SHAPES: Final = {"horizontal": "4:3", "vertical": "9:16", "landscape": "16:9"}
DRAFTED: Final = "Still looking for the words"
SCHEDULED: Final = "For tomorrow, when everyone is awake"
FOTOS_OF_DRAFT: Final = 3
THANKS: Final = "Thank you all for the kind words!"
"""What an author adds to a caption."""
ASKED: Final = ("Was this early?", "Was this early in the morning, or in the evening?")
"""What a comment says before and after its edit."""
COLLECTIONS: Final = ("Places to see", "For the kitchen wall")
SAVED: Final = 12
ARCHIVED: Final = 3


class Sight(NamedTuple):
    """What a member may photograph: a part of a picture, under a subject."""

    subject: str
    picture: Picture
    view: View


@dataclass
class Resident:
    """A made-up member who has joined."""

    character: Character
    identity: Identity
    user_id: str
    profile_id: str
    posts: list[Any] = field(default_factory=list)
    flows: set[str] = field(default_factory=set)
    unseen: list[Sight] = field(default_factory=list)


@dataclass(frozen=True)
class Shot:
    """A photograph that has been uploaded and not posted."""

    by: Resident
    subject: str
    view: View
    url: str
    ratio: str


class Community:
    """The made-up members of one deployment, and the random choices of what they do, the same each time.

    Args:
        cast: The characters.
        posts: How many fotos they take between them.
    """

    def __init__(self, parts: Parts, cast: Sequence[Character] = CHARACTERS, posts: int = POSTS) -> None:
        self.parts = parts
        self.cast = cast
        self.posts = posts
        self.random = Random(SEED)  # noqa: S311  # nothing secret is drawn from it
        self.residents: list[Resident] = []
        self._calls = registry()
        self._taken: Counter[str] = Counter()
        self._unsaid: dict[str, list[str]] = {}
        self._open = 0
        self._posted = 0

    async def live(self) -> None:
        """Create everything, from the first member to the last message."""
        for character in self.cast:
            self.residents.append(await self._join(character))
        for resident in self.residents:
            await self._settle(resident)
        await self._meet()
        async for shot in self._shots():
            await self._post(shot)
            await self._look_around()
        await self._admire(self.residents[0])
        await self._talk()
        await self._make_grids()
        await self._keep_for_later(self.residents[0])
        await self._edit(self.residents[0])
        await self._collect(self.residents[0])
        await self._archive(self.residents[0])

    async def shape_nooks(self) -> None:
        """The curators propose a nook and vote for it: not enough of them to make it one."""
        curators = [each for each in self.residents if each.character.is_curator]
        proposed = await self.does(curators[0], "niches:createProposal", name=PROPOSED)
        for curator in curators:
            await self.does(curator, "niches:voteOnProposal", proposalId=proposed.id, vote=True)

    async def does(self, resident: Resident, path: str, **arguments: Any) -> Any:
        """Call a function of the product, as a member's page does."""
        function = self._calls.find("mutation", path)
        return await self.parts.engine.run_mutation(function, function.decode(arguments), resident.identity)

    async def _join(self, character: Character) -> Resident:
        # Each from an address of their own, as sign-ups are counted by where they come from. These lead nowhere.
        visitor = Visitor(peer=f"2001:db8:0:{len(self.residents)}::1", browser="the demo")
        born = f"19{60 + len(self.residents)}-05-04"
        form = SignUpForm(character.email, character.full_name, character.username, PASSWORD, born, True)
        challenge, cookie = await self.parts.accounts.begin_sign_up(visitor, form)
        visitor_with_challenge = Visitor(peer=visitor.peer, challenge=cookie, browser=visitor.browser)
        complete = await self.parts.accounts.complete_sign_up(visitor_with_challenge, challenge.id, challenge.code)
        identity = Identity(self.parts.accounts.issuer, complete.account_id, None, 2e10)
        if complete.user is None:
            raise RuntimeError("The made-up members cannot join where a moderator has to approve them.")
        joined = Resident(character, identity, complete.user["_id"], complete.user["profileId"])
        await self.does(joined, "users:updateNook", userId=joined.user_id, newNook=character.nook)
        return joined

    async def _settle(self, resident: Resident) -> None:
        if resident.character.quote:
            quote = resident.character.quote
            await self.does(resident, "profiles:updateQuote", profileId=resident.profile_id, quote=quote)
        resident.unseen = self._views(resident)
        if self.random.random() < 0.9:
            pictures = [each for each in resident.unseen if each.subject not in TEXTURES]
            shot = await self._shoot(resident, self.random.choice(pictures))
            if shot is not None:
                await self.does(resident, "profiles:updateProfileImage", userId=resident.user_id, imageUrl=shot.url)

    def _views(self, resident: Resident) -> list[Sight]:
        subjects = resident.character.subjects
        found = [Sight(each, of, view) for each in subjects for of in SUBJECTS[each] for view in of.views]
        self.random.shuffle(found)
        return found

    async def _shots(self) -> AsyncIterator[Shot]:
        """Upload photographs of all members, a few at a time; this takes longest."""
        for batch in range(self.posts // AT_ONCE):
            # The first of them, whom visitors are told to log in as, is out more often than the others.
            busiest = self.residents[:1] if batch % 4 == 0 else []
            others = self.random.sample(self.residents[1:], AT_ONCE - len(busiest))
            photographers = [*busiest, *others]
            taken = [self._shoot(each, self._next_view(each)) for each in photographers]
            for shot in await asyncio.gather(*taken):
                if shot is not None:
                    yield shot

    def _next_view(self, resident: Resident) -> Sight:
        if not resident.unseen:
            resident.unseen = self._views(resident)
        # Two members may have the same subjects. One picture is not on a wall twice before all others were.
        seen = min(resident.unseen, key=lambda each: self._taken[each.picture.path])
        resident.unseen.remove(seen)
        self._taken[seen.picture.path] += 1
        return seen

    async def _shoot(self, resident: Resident, seen: Sight) -> Shot | None:
        """Make a photograph and upload it; None if moderation refuses it."""
        view = seen.view
        chance = Random(f"{resident.character.username} {view.shows} {len(resident.posts)}")  # noqa: S311  # likewise
        content = await asyncio.to_thread(photograph, seen.picture, view, chance)
        pipeline = self.parts.pipeline
        try:
            async with receive(pipeline, _whole(content)) as upload:
                kept = await store_upload(pipeline, resident.identity.subject, upload)
        except AppError:
            return None
        return Shot(resident, seen.subject, view, kept.image_url, _ratio(kept.width / kept.height))

    async def _post(self, shot: Shot) -> Any:
        resident = shot.by
        self._open += 1
        is_for_cue = self._open >= CUE_EVERY and shot.subject not in TEXTURES
        self._open = 0 if is_for_cue else self._open
        posted = await self.does(
            resident,
            "posts:createPost",
            userId=resident.user_id,
            imageUrl=shot.url,
            ratio=shot.ratio,
            nookType=resident.character.nook,
            caption=self.random.choice(CAPTIONS[shot.subject]),
            postType="cue" if is_for_cue else "sphere",
            filter=self.random.choice((*FILTERS, "outoffocus") if shot.subject in SOFT else FILTERS),
            adjustments={"contrast": self.random.choice((100, 100, 110)), "brightness": 100, "saturation": 100},
            altText=shot.view.shows,
            furtherFotos=await self._further(resident),
        )
        resident.posts.append(posted)
        return posted

    async def _further(self, resident: Resident) -> list[dict[str, Any]]:
        """The second and third foto of some posts."""
        self._posted += 1
        if self._posted % SEVERAL_EVERY:
            return []
        shots = [await self._shoot(resident, self._next_view(resident)) for _ in range(2)]
        return [{"imageUrl": each.url, "ratio": each.ratio, "altText": each.view.shows} for each in shots if each]

    async def _keep_for_later(self, resident: Resident) -> None:
        """Let a member have a draft of several fotos, and a foto that is posted tomorrow."""
        await self._draft(resident, DRAFTED, FOTOS_OF_DRAFT)
        kept = await self._draft(resident, SCHEDULED, 1)
        if kept is not None:
            when = (utc_now() + timedelta(days=1)).replace(minute=30, second=0, microsecond=0).isoformat()
            given = {"draftId": kept.id, "version": kept.version, "publishAt": when, "postType": "sphere"}
            await self.does(resident, "drafts:schedule", **given)

    async def _draft(self, resident: Resident, caption: str, count: int) -> Any:
        shots = [await self._shoot(resident, self._next_view(resident)) for _ in range(count)]
        fotos = [
            {
                "mediaId": media_id_in(each.url),
                "ratio": each.ratio,
                "shape": SHAPES[each.ratio],
                "altText": each.view.shows,
            }
            for each in shots
            if each
        ]
        return await self.does(resident, "drafts:save", caption=caption, fotos=fotos) if fotos else None

    async def _edit(self, author: Resident) -> None:
        """Let a member edit the caption of their newest foto, and another member a comment on it."""
        newest = next((each for each in reversed(author.posts) if _is_open(each)), None)
        if newest is None:
            return
        words = {"caption": f"{newest.caption} {THANKS}", "altText": newest.alt_text}
        await self.does(author, "posts:edit", postId=newest.id, **words)
        guest = next(each for each in self.residents if each is not author)
        before, after = ASKED
        said = await self._says(guest, newest.id, before)
        await self.does(guest, "comments:edit", commentId=said.id, content=after)

    async def _collect(self, resident: Resident) -> None:
        """Let a member save fotos of others, in collections and in none."""
        seen = [post for each in self.residents if each is not resident for post in each.posts if _is_open(post)]
        named = [await self.does(resident, "saves:createCollection", name=name) for name in COLLECTIONS]
        for number, post in enumerate(self.random.sample(seen, min(SAVED, len(seen)))):
            collection = (*named, None)[number % (len(named) + 1)]
            await self.does(resident, "saves:save", postId=post.id, collectionId=collection)

    async def _archive(self, resident: Resident) -> None:
        """Let a member post some more fotos and hide them from everyone else."""
        for _ in range(ARCHIVED):
            shot = await self._shoot(resident, self._next_view(resident))
            if shot is not None:
                posted = await self._post(shot)
                await self.does(resident, "posts:archive", postId=posted.id)

    async def _look_around(self) -> None:
        """Let random members react to recent posts or comment on them."""
        recent = [(author, post) for author in self.residents for post in author.posts[-3:] if _is_open(post)]
        for _ in range(self.random.randint(1, 4)):
            author, post = self.random.choice(recent)
            guest = self.random.choice([each for each in self.residents if each is not author])
            reaction = self.random.choice(REACTIONS)
            await self.does(guest, "reactions:react", postId=post.id, reaction=reaction)
            if self.random.random() < 0.45:
                await self._comment(guest, author, post.id)

    async def _admire(self, author: Resident) -> None:
        """Let many members react to a member's newest fotos and comment on them."""
        guests = [each for each in self.residents if each is not author]
        newest = [each for each in author.posts if _is_open(each)][-ADMIRED:]
        for post in newest:
            for guest in self.random.sample(guests, min(9, len(guests))):
                await self.does(guest, "reactions:react", postId=post.id, reaction=self.random.choice(REACTIONS))
            for guest in self.random.sample(guests, min(4, len(guests))):
                await self._comment(guest, author, post.id)

    async def _comment(self, guest: Resident, author: Resident, post_id: str) -> None:
        left = self._unsaid.setdefault(post_id, self.random.sample(COMMENTS, len(COMMENTS)))
        if not left:
            return
        said = await self._says(guest, post_id, left.pop())
        if self.random.random() < 0.4:
            await self._says(author, post_id, self.random.choice(REPLIES), replyToId=said.id)

    async def _says(self, resident: Resident, post_id: str, words: str, **more: Any) -> Any:
        values = {"userId": resident.user_id, "username": resident.character.username, "content": words}
        return await self.does(resident, "comments:create", postId=post_id, **values, **more)

    async def _meet(self) -> None:
        """Make connections within a nook and across, and some requests that stay pending."""
        for resident in self.residents:
            others = [each for each in self.residents if each is not resident]
            near = [each for each in others if each.character.nook == resident.character.nook]
            for other in {each.profile_id: each for each in self.random.sample(near, min(3, len(near)))}.values():
                await self._flow(resident, other)
            await self._flow(resident, self.random.choice(others))
        mara = self.residents[0]
        strangers = [each for each in self.residents[1:] if each.profile_id not in mara.flows]
        for stranger in strangers[-4:]:
            await self._asks(stranger, mara)

    async def _asks(self, one: Resident, other: Resident) -> Any:
        values = {"sender_id": one.profile_id, "receiver_id": other.profile_id}
        return await self.does(one, "flowRequests:requestSync", **values)

    async def _flow(self, one: Resident, other: Resident) -> None:
        if other.profile_id in one.flows:
            return
        asked = await self._asks(one, other)
        await self.does(other, "flowRequests:accept", requestId=asked.id)
        one.flows.add(other.profile_id)
        other.flows.add(one.profile_id)

    async def _talk(self) -> None:
        mara = self.residents[0]
        friends = [each for each in self.residents if each.profile_id in mara.flows]
        for talk, friend in zip(TALKS, friends, strict=False):
            values = {"profileId": mara.profile_id, "otherId": friend.profile_id}
            chat = await self.does(mara, "messages:openConversation", **values)
            for turn, words in enumerate(talk):
                one, other = (mara, friend) if turn % 2 == 0 else (friend, mara)
                ends = {"conversationId": chat, "senderId": one.profile_id, "receiverId": other.profile_id}
                await self.does(one, "messages:sendMessage", **ends, content=words, type="text")
            if len(talk) > LONG_TALK:
                await self.does(mara, "messages:markAsRead", conversationId=chat)

    async def _make_grids(self) -> None:
        for resident in self.residents:
            shapes = ("horizontal", "vertical", "landscape")
            own = {
                shape: [each for each in resident.posts if each.ratio == shape and _is_open(each)] for shape in shapes
            }
            for shape, layouts in TRIPLES.items():
                if len(own[shape]) >= 3:
                    await self._make_grid(resident, self.random.choice(layouts), own[shape][:3])
            if len(own["landscape"]) >= 2:
                await self._make_grid(resident, "landscape", own["landscape"][:2])

    async def _make_grid(self, resident: Resident, layout: str, posts: list[Any]) -> None:
        values = {"imageIds": [post.id for post in posts], "imageUrls": [post.image_url for post in posts]}
        await self.does(resident, "grids:createGrid", userId=resident.user_id, layout=layout, **values)


def _is_open(post: Any) -> bool:
    """Whether every member sees it."""
    return bool(post.post_type == "sphere")


def _ratio(aspect: float) -> str:
    """The ratio that the composer would detect."""
    return "landscape" if aspect > 1.3 else "vertical" if aspect < 0.8 else "horizontal"


async def _whole(content: bytes) -> AsyncIterator[bytes]:
    yield content
