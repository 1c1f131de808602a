"""The statements of archives that arrive."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.tables import INSTANT, TEXT
from inflow.imports.tables import UNFINISHED, import_uploads, imports
from inflow.members.tables import users
from reflow import statement

ADD_IMPORT = statement(
    sa.insert(imports).values(
        {name: bindparam(name) for name in ("id", "user_id", "file_name", "byte_size")} | {"state": "uploading"}
    )
)
ADD_UPLOAD = statement(
    sa.insert(import_uploads)
    .values({name: bindparam(name) for name in ("import_id", "fingerprint")})
    .returning(import_uploads.c.changed_at)
)
DELETE_UNFINISHED = statement(
    sa.delete(imports)
    .where(imports.c.user_id == bindparam("user_id"), imports.c.state == "uploading")
    .returning(imports.c.id)
)
# Of a complete one there is no row of `import_uploads` any more.
_UPLOADS = (
    sa.select(
        *(imports.c.id, imports.c.state, imports.c.file_name, imports.c.byte_size),
        *(import_uploads.c.fingerprint, import_uploads.c.received, import_uploads.c.parts),
        import_uploads.c.changed_at,
    )
    .select_from(imports)
    .join(users, users.c.id == imports.c.user_id)
    .outerjoin(import_uploads, import_uploads.c.import_id == imports.c.id)
    .where(users.c.clerk_id == bindparam("account_id"))
)
UPLOAD_OF_ACCOUNT = statement(_UPLOADS.where(imports.c.id == bindparam("id")))
UNFINISHED_OF_ACCOUNT = statement(
    _UPLOADS.where(imports.c.state == "uploading"), whole_table="Asked over HTTP; no query watches it."
)

_IS_ARRIVING = sa.exists(
    sa.select(imports.c.id).where(imports.c.id == import_uploads.c.import_id, imports.c.state == "uploading")
)
ADD_PART = statement(
    sa.update(import_uploads)
    .where(
        import_uploads.c.import_id == bindparam("upload_id"),
        import_uploads.c.received == bindparam("start"),
        _IS_ARRIVING,
    )
    .values(
        received=import_uploads.c.received + bindparam("size", type_=sa.BigInteger),
        parts=import_uploads.c.parts.concat(sa.func.jsonb_build_array(bindparam("name", type_=TEXT))),
        changed_at=sa.func.clock_timestamp(),
    )
    .returning(import_uploads.c.received)
)
SET_COMPLETE = statement(
    sa.update(imports)
    .where(imports.c.id == bindparam("upload_id"), imports.c.state == "uploading")
    .values(state="reading")
    .returning(imports.c.id)
)
DELETE_UPLOAD = statement(sa.delete(import_uploads).where(import_uploads.c.import_id == bindparam("upload_id")))
DELETE_ARRIVING = statement(
    sa.delete(imports)
    .where(imports.c.id == bindparam("upload_id"), imports.c.state == "uploading")
    .returning(imports.c.id)
)
DELETE_EXPIRED = statement(
    sa.delete(imports)
    .where(
        imports.c.state == "uploading",
        sa.or_(
            imports.c.created_at <= bindparam("begun_before", type_=INSTANT),
            imports.c.id.in_(
                sa.select(import_uploads.c.import_id).where(import_uploads.c.changed_at <= bindparam("before"))
            ),
        ),
    )
    .returning(imports.c.id)
)
# What the unfinished archives of others take or will take, and how much of that has not arrived yet.
ROOM_TAKEN = statement(
    sa.select(
        sa.func.coalesce(sa.func.sum(imports.c.byte_size), 0).label("bytes"),
        sa.func.coalesce(
            sa.func.sum(imports.c.byte_size - sa.func.coalesce(import_uploads.c.received, imports.c.byte_size)), 0
        ).label("missing"),
    )
    .select_from(imports.outerjoin(import_uploads, import_uploads.c.import_id == imports.c.id))
    .join(users, users.c.id == imports.c.user_id)
    .where(sa.text(UNFINISHED), users.c.clerk_id != bindparam("account_id")),
    whole_table="Asked over HTTP; no query watches it.",
)
