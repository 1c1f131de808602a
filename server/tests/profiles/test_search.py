"""profiles:search, and the other ways to find members."""

from __future__ import annotations

import secrets

import asyncpg
import pytest
from tests.members import Member
from tests.product import block
from tests.world import Person, World, refusal

from inflow.members.search_words import update_search_words
from inflow.profiles.mutations import update_profile
from inflow.profiles.queries import get_all_profiles, get_curators, get_suggested, search
from inflow.users.queries import get_all_users
from reflow.pagination import PaginationOpts


async def called(world: World, username: str, full_name: str) -> Member:
    """A member with these names."""
    member = await Member.sign_up(world, "somebody")
    async with world.database.transaction() as connection:
        await connection.text(
            "UPDATE users SET username = $2, full_name = $3 WHERE id = $1 RETURNING 1",
            member.user_id,
            username,
            full_name,
        )

        async def rows(statement, /, **given):  # type: ignore[no-untyped-def]  # the signature of `MutationCtx.rows`
            return await connection.rows(statement, given)

        await update_search_words(rows, [member.user_id])
    await world.settle()
    return member


@pytest.mark.parametrize(
    "text", ["zo{0}", "ZO{0}_x", "@zo{0}", "márie Xa", "marie xa{0} zimt", "  xa{0} ", "XA{0} ZIMT", "Xa{0}   zi"]
)
async def test_by_the_beginning_of_username_full_name_or_any_name(world: World, alice: Member, text: str) -> None:
    mark = secrets.token_hex(2)
    sought = await called(world, f"zo{mark}_x", f"Mariè Xa{mark} Zimt")

    found = await alice.see(search, text=text.format(mark), pagination_opts=PaginationOpts(num_items=100))

    assert sought.profile_id in [each.id for each in found.page]


async def test_once_however_many_of_the_names_begin_so_and_nobody_else(world: World, alice: Member) -> None:
    mark = secrets.token_hex(2)
    sought = await called(world, f"q{mark}", f"Q{mark} Q{mark} Qx")

    assert [each.id for each in (await alice.see(search, text=f"q{mark}")).page] == [sought.profile_id]
    for text in (f"q{mark}%", "", "   ", "@", "_", "\U0010ffff", f"q{mark} qx qx"):
        assert sought.profile_id not in [each.id for each in (await alice.see(search, text=text)).page]


@pytest.mark.parametrize("text", ["rit{0}", "T{0}", "rít{0} doe", "emi{0}", "@emi{0}", "nny_emi{0}", "MI{0}"])
async def test_by_letters_inside_username_or_full_name(world: World, alice: Member, text: str) -> None:
    mark = secrets.token_hex(4)
    sought = await called(world, f"sunny_emi{mark}", f"Ken Morit{mark} Doe")

    found = await alice.see(search, text=text.format(mark), pagination_opts=PaginationOpts(num_items=100))

    assert sought.profile_id in [each.id for each in found.page]


async def test_with_or_without_the_joiner_in_a_name(world: World, alice: Member) -> None:
    await alice.do(
        update_profile, profile_id=alice.profile_id, full_name="\u0639\u0644\u06cc\u200c\u0631\u0636\u0627 Doe"
    )

    for text in ("\u0639\u0644\u06cc\u200c\u0631", "\u0639\u0644\u06cc\u0631"):
        found = await alice.see(search, text=text)
        assert [each.id for each in found.page] == [alice.profile_id]


async def test_names_that_begin_so_stand_before_names_that_have_it_inside(world: World, alice: Member) -> None:
    mark = secrets.token_hex(4)
    names = {f"a_{mark}": "One Doe", f"b{mark}": "Two Doe", f"{mark}c": "Three Doe", f"d{mark}": f"Four {mark} Doe"}
    for username, full_name in names.items():
        await called(world, username, full_name)

    pages = await _paged(alice, mark, 1)

    assert set(pages[:3]) == {f"{mark}c", f"a_{mark}", f"d{mark}"}
    assert pages[3:] == [f"b{mark}"]
    assert pages == [each.username for each in (await alice.see(search, text=mark)).page]


async def test_one_or_two_letters_find_beginnings_only(world: World, alice: Member) -> None:
    username = f"zx9_q7{secrets.token_hex(4)}"
    await called(world, username, "Somebody Doe")

    found = {text: username in await _paged(alice, text, 100) for text in ("z", "zx", "x", "x9", "q7", "x9_")}

    assert found == {"z": True, "zx": True, "x": False, "x9": False, "q7": True, "x9_": True}


async def test_a_search_inside_names_is_live_too(world: World, alice: Member, bob: Member) -> None:
    mark = "".join(chr(ord("a") + int(digit, 16)) for digit in secrets.token_hex(2))
    screen = await bob.watch(search, text=f"ri{mark}")
    assert screen.now.page == []

    await alice.do(update_profile, profile_id=alice.profile_id, full_name=f"Alice Mori{mark}")
    assert [each.id for each in screen.now.page] == [alice.profile_id]

    await alice.do(update_profile, profile_id=alice.profile_id, full_name="Alice Doe")
    assert screen.now.page == []


async def test_results_on_screen_follow_who_joins_leaves_and_hides(world: World, alice: Member) -> None:
    mark = secrets.token_hex(2)
    screen = await alice.watch(search, text=f"w{mark}")
    assert screen.now.page == []

    one, two = await called(world, f"w{mark}a", "One Doe"), await called(world, f"w{mark}b", "Two Doe")
    assert [each.username for each in screen.now.page] == [f"w{mark}a", f"w{mark}b"]

    await block(one, alice)
    assert [each.username for each in screen.now.page] == [f"w{mark}b"]

    psql = await asyncpg.connect(world.database.dsn)
    await psql.execute("DELETE FROM users WHERE id = $1", two.user_id)
    await psql.close()
    await world.settle()
    assert screen.now.page == []


async def test_page_by_page(world: World, alice: Member) -> None:
    mark = secrets.token_hex(2)
    for number in range(5):
        await called(world, f"p{mark}{number}", "Paged Doe")

    first = await alice.see(search, text=f"P{mark}", pagination_opts=PaginationOpts(num_items=4))
    more = PaginationOpts(num_items=4, cursor=first.continue_cursor)
    second = await alice.see(search, text=f"P{mark}", pagination_opts=more)

    assert [each.username[-1] for each in [*first.page, *second.page]] == list("01234")


async def test_nine_others_by_chance_the_same_for_one_seed(world: World, alice: Member, bob: Member) -> None:
    for _ in range(12):
        await Member.sign_up(world, "guest")
    shown = await alice.watch(get_suggested, seed=7)
    before = [each.id for each in shown.now]

    assert len(set(before)) == 9
    assert alice.profile_id not in before
    assert [each.id for each in await alice.see(get_suggested, seed=7)] == before
    others = [await alice.see(get_suggested, seed=seed) for seed in range(5)]
    assert any([each.id for each in chosen] != before for chosen in others)

    blocked = await _member(world, shown.now[0].user_id)
    await block(alice, blocked)

    assert before[0] not in [each.id for each in shown.now]


async def test_everybody_page_by_page_without_who_is_hidden(world: World, alice: Member, bob: Member) -> None:
    async def everybody(call) -> dict[str, object]:  # type: ignore[no-untyped-def]  # one of two queries
        found, cursor, done = {}, None, False
        while not done:
            page = await alice.see(call, pagination_opts=PaginationOpts(num_items=1000, cursor=cursor))
            assert len(page.page) <= 100
            found |= {each.id: each for each in page.page}
            cursor, done = page.continue_cursor, page.is_done
        return found

    assert {alice.profile_id, bob.profile_id} <= (await everybody(get_all_profiles)).keys()
    user = (await everybody(get_all_users))[bob.user_id]
    assert "example.org" not in repr(user)
    assert "1990" not in repr(user)

    await block(bob, alice)

    assert bob.profile_id not in await everybody(get_all_profiles)
    assert bob.user_id not in await everybody(get_all_users)


async def test_curators_of_one_nook_or_of_all(world: World, alice: Member, bob: Member) -> None:
    opts = PaginationOpts(num_items=100)
    everywhere = await alice.watch(get_curators, pagination_opts=opts)
    here = await alice.watch(get_curators, nook_type="scenic", pagination_opts=opts)
    there = await alice.watch(get_curators, nook_type="lifestyle", pagination_opts=opts)

    psql = await asyncpg.connect(world.database.dsn)
    await psql.execute("INSERT INTO aura (user_id, has_badge, badge_since) VALUES ($1, true, now())", bob.user_id)
    await world.settle()
    shown = [[each.id for each in screen.now.page] for screen in (everywhere, here, there)]
    assert [bob.profile_id in ids for ids in shown] == [True, True, False]
    assert next(each for each in here.now.page if each.id == bob.profile_id).is_curator

    await psql.execute("UPDATE users SET nook = 'lifestyle' WHERE id = $1", bob.user_id)
    await psql.close()
    await world.settle()
    shown = [[each.id for each in screen.now.page] for screen in (everywhere, here, there)]
    assert [bob.profile_id in ids for ids in shown] == [True, False, True]

    await block(alice, bob)
    assert bob.profile_id not in [each.id for each in everywhere.now.page]


async def test_a_stranger_finds_nobody(stranger: Person) -> None:
    for call in (
        stranger.see(search, text="a"),
        stranger.see(get_suggested),
        stranger.see(get_all_profiles),
        stranger.see(get_all_users),
        stranger.see(get_curators),
    ):
        assert await refusal(call) == "unauthenticated"


async def _paged(who: Member, text: str, size: int) -> list[str]:
    """The usernames that a search finds, read page by page."""
    found, cursor, done = [], None, False
    while not done:
        page = await who.see(search, text=text, pagination_opts=PaginationOpts(num_items=size, cursor=cursor))
        found += [each.username for each in page.page]
        cursor, done = page.continue_cursor, page.is_done
    return found


async def _member(world: World, user_id: str) -> Member:
    async with world.database.connection() as connection:
        (row,) = await connection.text(
            "SELECT u.id, u.clerk_id, p.id AS profile_id FROM users u JOIN profiles p ON p.user_id = u.id"
            " WHERE u.id = $1",
            user_id,
        )
    member = Member(world, row.clerk_id)
    member.user_id, member.profile_id = row.id, row.profile_id
    return member
