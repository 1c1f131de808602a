"""Write messages into a conversation, sealed as the server seals them, and much faster than a member may write.

Usage: writing.py HOME CONVERSATION, where HOME is the deployment's INFLOW_HOME. Standard input is a list of messages in
JSON, oldest first: `seat`, `type`, `content` (null for a deleted one) and, for an answer, `answers`: the place of
another in the list, counted from one. Their ids end in their own places.
"""

import json
import sys
from pathlib import Path

import psycopg

from inflow.messages.keys import ConversationKey, KeyRing, Wrapped
from reflow.embedded.place import Place

ADD = """
    INSERT INTO messages
      (id, conversation_id, seq, seat, client_id, type, content, reply_to_seq, is_deleted, created_at)
    VALUES
      (%(id)s, %(conversation)s, %(seq)s, %(seat)s, %(id)s, %(type)s, %(content)s, %(answers)s, %(deleted)s,
        now() - interval '1 hour')
"""


def main(home: str, conversation: str) -> None:
    """Write all of it in one transaction."""
    written = json.load(sys.stdin)
    with psycopg.connect(Place((Path(home) / "postgres" / "cluster").resolve()).dsn) as database:
        key = _key(database, KeyRing.kept_in(Path(home) / "keys" / "messages"), conversation)
        moving = database.execute(
            "UPDATE conversations SET last_seq = last_seq + %s WHERE id = %s RETURNING last_seq",
            (len(written), conversation),
        )
        last = moving.fetchone()
        assert last, "there is no such conversation"
        before = last[0] - len(written)
        rows = [_row(key, conversation, before, place, one) for place, one in enumerate(written, 1)]
        database.cursor().executemany(ADD, rows)
        database.execute(
            "UPDATE conversation_sides SET last_seq = %s WHERE conversation_id = %s", (last[0], conversation)
        )


def _key(database: psycopg.Connection, ring: KeyRing, conversation: str) -> ConversationKey:
    asked = "SELECT kek_id, version, wrapped FROM conversation_keys WHERE conversation_id = %s"
    row = database.execute(asked, (conversation,)).fetchone()
    assert row, "there is no such conversation"
    return ring.open(conversation, Wrapped(row[0], row[1], bytes(row[2])))


def _row(key: ConversationKey, conversation: str, before: int, place: int, one: dict) -> dict:
    seat, kind, content = one["seat"], one["type"], one["content"]
    name = f"{conversation}-{place}"
    return {
        "id": name,
        "conversation": conversation,
        "seq": before + place,
        "seat": seat,
        "type": kind,
        "content": None if content is None else key.seal(name, seat, kind, content),
        "answers": before + one["answers"] if "answers" in one else None,
        "deleted": content is None,
    }


if __name__ == "__main__":
    main(*sys.argv[1:])
