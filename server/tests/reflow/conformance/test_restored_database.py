"""The database is replaced by an older copy of itself while pages are open."""

from __future__ import annotations

import asyncio
import shutil

import asyncpg
from tests.reflow.conformance.clients import Node
from tests.reflow.conformance.servers import House, Server
from tests.reflow.homes import cluster_home, copy_home
from tests.reflow.toy import tables

from reflow import embedded

LOST = "SELECT pg_logical_emit_message(true, 'somebody', repeat('x', 10000000))"


async def test_a_call_that_was_answered_before_ends_and_the_page_shows_the_copy(node: Node, house: House) -> None:
    with cluster_home() as home:
        copy = home.parent / "copy"
        postgres = await embedded.start(home)
        await tables.create(postgres.dsn)
        await postgres.stop()
        copy_home(home, copy)

        postgres = await embedded.start(home)
        server = Server(postgres.dsn, house)
        await server.start()
        alice = await node.open(server.address)
        screen = await alice.watch("messages:bodies", channel="general")
        await screen.shows([])
        connection = await asyncpg.connect(postgres.dsn)
        await connection.execute(LOST)
        await connection.close()
        await alice.rule("received", "Transition", "cut before", always=True)
        await alice.rule("sent", "Connect", "cut before", always=True)
        call = alice.mutate("messages:send", body="once", channel="general")
        await alice.until(lambda: bool(alice.closes))
        assert alice.received("MutationResponse")

        await server.kill()
        await postgres.stop()
        shutil.rmtree(home)
        copy.rename(home)
        postgres = await embedded.start(home)
        try:
            await server.start()
            await alice.do("lawless")

            async with asyncio.timeout(60):
                await call
            await screen.shows(["once"])
        finally:
            await server.stop()
            await postgres.stop()
