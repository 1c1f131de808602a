"""The JSON documents of an archive, made of rows. Their fields are described in docs/archive-format.md. No I/O."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from inflow.app.archive.rows import ArchiveRows
from inflow.media.rules import is_canvas, is_full, video_name
from inflow.media.storage.store import ORIGINAL
from inflow.members.views import iso

FORMAT: Final = "inflow-archive"
VERSION: Final = 1

Document = dict[str, Any]


class ArchivedFile(NamedTuple):
    """A file of the archive, and the object of the media store that it is."""

    name: str
    media_id: str
    object_name: str


def original_name(medium: Any) -> str:
    """Where the archive has the file of a photo as it was uploaded."""
    return f"photos/{medium.id}.{medium.kind}"


def shown_name(medium: Any) -> str:
    """Where the archive has the picture that members see."""
    return f"shown/{medium.id}.jpg"


def video_file_name(medium: Any) -> str | None:
    """Where the archive has the video of a flick."""
    return None if medium.video_kind is None else f"videos/{medium.id}.{medium.video_kind}"


def files_of(rows: ArchiveRows) -> list[ArchivedFile]:
    """All files of media: of each photo the original, the picture that members see unless a moderator removed its
    post, and the video.
    """
    removed_posts = {post.id for post in rows.posts if post.post_type == "removed"}
    removed = {post.media_id for post in rows.posts if post.id in removed_posts}
    removed |= {foto.media_id for foto in rows.further_fotos if foto.post_id in removed_posts}
    files = []
    for medium in rows.media:
        files.append(ArchivedFile(original_name(medium), medium.id, ORIGINAL))
        shown = None if medium.id in removed else _widest_jpeg(medium.renditions)
        if shown is not None:
            files.append(ArchivedFile(shown_name(medium), medium.id, shown))
        if (video := video_file_name(medium)) is not None:
            files.append(ArchivedFile(video, medium.id, video_name(medium.video_kind)))
    return files


def foto_entry(medium: Any, look: Any, files: set[str]) -> Document:
    """One foto of a post.

    Args:
        medium: Its row of `media`.
        look: The row with its ratio, filter, adjustments and alternative text.
        files: The names of all files of the archive.
    """
    cut = medium.cut["wanted"] if medium.cut else {}
    return {
        "file": original_name(medium),
        "shown": shown_name(medium) if shown_name(medium) in files else None,
        "altText": look.alt_text,
        "ratio": look.ratio,
        "crop": cut.get("crop"),
        "rotation": cut.get("rotation", 0),
        "filter": look.filter,
        "adjustments": {name: look[name] for name in ("brightness", "contrast", "saturation")},
        "width": medium.width,
        "height": medium.height,
    }


def posts_document(rows: ArchiveRows, files: set[str]) -> list[Document]:
    """`posts.json`: the oldest post first."""
    media = {medium.id: medium for medium in rows.media}
    further = defaultdict(list)
    for foto in rows.further_fotos:
        further[foto.post_id].append(foto)
    return [
        _post(post, [(media[each.media_id], each) for each in looks if each.media_id in media], files)
        for post in rows.posts
        if post.media_id in media
        for looks in [[post, *further[post.id]]]
    ]


def _post(post: Any, fotos: list[tuple[Any, Any]], files: set[str]) -> Document:
    medium, _ = fotos[0]
    return {
        "id": post.id,
        "createdAt": iso(post.created_at),
        "editedAt": None if post.edited_at is None else iso(post.edited_at),
        "caption": post.caption,
        "nook": post.nook_type,
        "audience": "cue" if "cue" in (post.post_type, post.archived_from) else "sphere",
        "isArchived": post.archived_from is not None,
        "withheld": _withheld(post),
        "isVideo": post.is_video,
        "fotos": [foto_entry(each, look, files) for each, look in fotos],
        "video": video_file_name(medium) if post.is_video else None,
        "duration": post.duration,
    }


def _withheld(post: Any) -> str | None:
    """What a moderator did to a post: `removed`, `unlisted` or nothing."""
    audiences = (post.post_type, post.archived_from)
    return next((each for each in ("removed", "unlisted") if each in audiences), None)


def grids_document(rows: ArchiveRows) -> list[Document]:
    """`grids.json`: the oldest grid first, with the ids of its posts in order."""
    fotos = defaultdict(list)
    for foto in rows.fotos_of_grids:
        fotos[foto.grid_id].append(foto.post_id)
    return [
        {
            "id": grid.id,
            "createdAt": iso(grid.created_at),
            "layout": grid.layout,
            "audience": "cue" if grid.post_type == "cue" else "sphere",
            "isArchived": grid.post_type == "archived",
            "withheld": "removed" if grid.post_type == "removed" else None,
            "posts": fotos[grid.id],
        }
        for grid in rows.grids
    ]


def collections_document(rows: ArchiveRows) -> list[Document]:
    """`collections.json`: first the one that every member has, which has no id and no name."""
    saved = defaultdict(list)
    for save in rows.saves:
        saved[save.collection_id].append(save)
    own: list[Any] = [None, *rows.collections]
    return [
        {
            "id": None if each is None else each.id,
            "name": None if each is None else each.name,
            "createdAt": None if each is None else iso(each.created_at),
            "posts": [{"id": save.post_id, "savedAt": iso(save.saved_at)} for save in saves if save.is_own],
            "postsOfOthers": sum(not save.is_own for save in saves),
        }
        for each in own
        for saves in [saved["" if each is None else each.id]]
    ]


def comments_document(rows: ArchiveRows) -> list[Document]:
    """`comments.json`: the oldest comment first."""
    return [
        {
            "id": each.id,
            "createdAt": iso(each.created_at),
            "editedAt": None if each.edited_at is None else iso(each.edited_at),
            "text": each.content,
            "replyTo": None if each.parent_id == each.id else each.parent_id,
            "post": {"id": each.post_id, "author": each.author},
        }
        for each in rows.comments
    ]


def reactions_document(rows: ArchiveRows) -> list[Document]:
    """`reactions.json`: the oldest reaction first."""
    return [
        {
            "reaction": each.reaction,
            "reactedAt": iso(each.reacted_at),
            "post": {"id": each.post_id, "author": each.author},
        }
        for each in rows.reactions
    ]


def connections_document(rows: ArchiveRows) -> list[Document]:
    """`connections.json`: the members in flow with the archive's member, the longest first."""
    return [
        {"username": each.username, "since": iso(each.created_at), "askedBy": "member" if each.asked else "other"}
        for each in rows.connections
    ]


def archive_document(rows: ArchiveRows, product: str, files: set[str]) -> Document:
    """`archive.json`, without its `missing`, which only the end of the work knows, and the numbers of conversations and
    messages.
    """
    posts = rows.posts
    return {
        "format": FORMAT,
        "version": VERSION,
        "madeAt": iso(rows.at),
        "product": product,
        "member": _member(rows, files),
        "counts": {
            "posts": len(posts),
            "fotos": sum(not post.is_video for post in posts),
            "flicks": sum(post.is_video for post in posts),
            "grids": len(rows.grids),
            "collections": len(rows.collections),
            "comments": len(rows.comments),
            "reactions": len(rows.reactions),
            "connections": len(rows.connections),
            "files": len(files),
        },
    }


def _member(rows: ArchiveRows, files: set[str]) -> Document:
    if rows.member is None:
        return {
            "username": rows.username,
            **dict.fromkeys(("fullName", "quote", "nook", "picture", "pictureShown", "joinedAt")),
        }
    picture = next((medium for medium in rows.media if medium.id == rows.member.picture_id), None)
    return {
        "username": rows.member.username,
        "fullName": rows.member.full_name,
        "quote": rows.member.quote or "",
        "nook": rows.member.nook,
        "picture": None if picture is None else original_name(picture),
        "pictureShown": shown_name(picture) if picture is not None and shown_name(picture) in files else None,
        "joinedAt": iso(rows.member.created_at),
    }


def with_files(conversation: Document, originals: Mapping[str, str]) -> Document:
    """A conversation whose messages name the files of their photos, where the archive has them: those of the member."""
    messages = [{**each, "file": originals.get(each["mediaId"] or "")} for each in conversation["messages"]]
    return {**conversation, "messages": messages}


def _widest_jpeg(renditions: list[dict[str, Any]]) -> str | None:
    """The rendition to take along: a JPEG, which every program opens, of the part that members see."""
    jpegs = [
        each
        for each in renditions
        if each["type"] == "image/jpeg" and not is_canvas(each["name"]) and not is_full(each["name"])
    ]
    return max(jpegs, key=lambda each: each["width"])["name"] if jpegs else None
