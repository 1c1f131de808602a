"""The pages of an archive: HTML that opens from a folder, without scripts and without a request to anywhere. No I/O."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

from inflow.app.archive.documents import Document
from inflow.app.archive.style import look_class, look_of, style_sheet
from inflow.app.archive.words import PageWords

POSTS_PER_PAGE: Final = 200

# `'self'` alone names no file in every browser.
_POLICY: Final = (
    "default-src 'none'; img-src 'self' file:; media-src 'self' file:; style-src 'self' file:; base-uri 'none';"
    " form-action 'none'"
)


class Contents(NamedTuple):
    """What the pages show: the archive's own documents."""

    archive: Document
    posts: Sequence[Document]
    grids: Sequence[Document]


class Correspondence(NamedTuple):
    """One line of the list of conversations."""

    conversation_id: str
    other: str | None
    messages: int
    last_at: str | None


def style_page(contents: Contents) -> tuple[str, bytes]:
    """The style sheet, with the filters of these posts."""
    return "pages/style.css", style_sheet(look_of(foto) for post in contents.posts for foto in post["fotos"])


def post_pages(contents: Contents, words: PageWords, conversations: int) -> Iterator[tuple[str, bytes]]:
    """`index.html`, and a page for each further 200 posts, the newest first."""
    posts = list(reversed(contents.posts))
    parts = [posts[at : at + POSTS_PER_PAGE] for at in range(0, len(posts), POSTS_PER_PAGE)] or [[]]
    for number, part in enumerate(parts, start=1):
        up = "" if number == 1 else "../"
        body = [_head(contents.archive, words, up), _tabs(contents, words, up, "fotos", conversations)]
        if part:
            body += ['<main><ul class="wall">', *(_tile(post, words, up) for post in part), "</ul>"]
            body += [_post(part, at, words, up) for at in range(len(part))]
            body += ["</main>", _turn(number, len(parts), words, up)]
        else:
            body.append(f'<main><p class="empty">{escape(words.no_posts)}</p></main>')
        body.append(_foot(contents.archive, words))
        yield _posts_path(number), _page(_title(contents.archive, words), "".join(body), words, up)


def grids_page(contents: Contents, words: PageWords, conversations: int) -> tuple[str, bytes]:
    """The page of all grids, the newest first."""
    up = "../"
    fotos = {post["id"]: post for post in contents.posts}
    body = [_head(contents.archive, words, up), _tabs(contents, words, up, "grids", conversations), "<main>"]
    if contents.grids:
        body.append('<ul class="grids">')
        for grid in reversed(contents.grids):
            images = "".join(
                f'<div class="tile">{_frame(fotos[each], words, up)}</div>' for each in grid["posts"] if each in fotos
            )
            body.append(f'<li><div class="row">{images}</div><p>{_time(grid["createdAt"], words)}{_state(grid, words)}')
            body.append("</p></li>")
        body.append("</ul>")
    else:
        body.append(f'<p class="empty">{escape(words.no_grids)}</p>')
    body.append("</main>")
    return "pages/grids.html", _page(words.grids, "".join(body), words, up)


def messages_page(contents: Contents, words: PageWords, known: Sequence[Correspondence]) -> tuple[str, bytes]:
    """The list of conversations, the newest first."""
    up = "../"
    body = [_head(contents.archive, words, up), _tabs(contents, words, up, "messages", len(known)), "<main>"]
    if known:
        body.append('<ul class="list">')
        for each in sorted(known, key=lambda each: each.last_at or "", reverse=True):
            last = "" if each.last_at is None else _time(each.last_at, words)
            name = _name(each.other, words)
            body.append(f'<li><a href="../conversations/{escape(each.conversation_id)}.html"><bdi>{name}</bdi>')
            body.append(f"<span>{last}</span></a></li>")
        body.append("</ul>")
    else:
        body.append(f'<p class="empty">{escape(words.no_messages)}</p>')
    body.append("</main>")
    return "pages/messages.html", _page(words.messages, "".join(body), words, up)


def conversation_page(conversation: Document, shown: dict[str, str], words: PageWords) -> tuple[str, bytes]:
    """The page of one conversation, the oldest message first.

    Args:
        shown: The pictures of the member's own photos, by the ids of their media.
    """
    name = _name(conversation["with"], words)
    body = [
        '<main class="text">',
        f'<p class="back"><a href="../pages/messages.html">{escape(words.back.format(name=words.messages))}</a></p>',
        f"<h1><bdi>{name}</bdi></h1>",
        '<ol class="chat">',
        *(_message(each, shown, words) for each in conversation["messages"]),
        "</ol></main>",
    ]
    path = f"conversations/{conversation['id']}.html"
    title = conversation["with"] or words.deleted_member
    return path, _page(title, "".join(body), words, "../")


def _message(message: Document, shown: dict[str, str], words: PageWords) -> str:
    if message["isDeleted"]:
        content = f'<p class="gone">{escape(words.deleted_message)}</p>'
    elif message.get("unreadable"):
        content = f'<p class="gone">{escape(words.unreadable)}</p>'
    elif message["mediaId"] in shown:
        content = f'<img src="../{escape(shown[message["mediaId"]])}" alt="{escape(words.photo)}" loading="lazy">'
    elif message["type"] == "photo":
        content = f'<p class="gone">{escape(words.photo)}</p>'
    else:
        content = f'<p dir="auto">{escape(message["text"] or "")}</p>'
    own = ' class="own"' if message["isOwn"] else ""
    return f"<li{own}>{content}{_time(message['createdAt'], words)}</li>"


def _name(username: str | None, words: PageWords) -> str:
    return escape(words.deleted_member if username is None else f"@{username}")


def _title(archive: Document, words: PageWords) -> str:
    return words.archive_of.format(name=f"@{archive['member']['username']}")


def _page(title: str, body: str, words: PageWords, up: str) -> bytes:
    return (
        f'<!DOCTYPE html>\n<html lang="{words.language}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="referrer" content="no-referrer">'
        f'<title>{escape(title)}</title><link rel="stylesheet" href="{up}pages/style.css"></head>'
        f'<body><div class="page">{body}</div></body></html>\n'
    ).encode()


def _head(archive: Document, words: PageWords, up: str) -> str:
    member = archive["member"]
    picture = member["pictureShown"]
    drawn = '<div class="blank"></div>' if picture is None else f'<img src="{up}{escape(picture)}" alt="">'
    about = [f"@{member['username']}"]
    if member["nook"]:
        about.append(member["nook"])
    joined = ""
    if member["joinedAt"]:
        joined = f"<p>{escape(words.joined.format(date=words.moment(member['joinedAt']).rpartition(',')[0]))}</p>"
    quote = f'<p class="quote" dir="auto">{escape(member["quote"])}</p>' if member["quote"] else ""
    name = escape(member["fullName"] or member["username"])
    return (
        f'<header class="head">{drawn}<div><h1 dir="auto">{name}</h1><p>{escape(" · ".join(about))}</p>{joined}{quote}'
        "</div></header>"
    )


def _tabs(contents: Contents, words: PageWords, up: str, here: str, conversations: int) -> str:
    counts = contents.archive["counts"]
    tabs = (
        ("fotos", f"{up}index.html", words.fotos, counts["posts"]),
        ("grids", f"{up}pages/grids.html", words.grids, counts["grids"]),
        ("messages", f"{up}pages/messages.html", words.messages, conversations),
    )
    links = [
        f'<a href="{path}"{" aria-current=page" if name == here else ""}>{escape(said)}<span>{count}</span></a>'
        for name, path, said, count in tabs
    ]
    return f'<nav class="tabs">{"".join(links)}</nav>'


def _tile(post: Document, words: PageWords, up: str) -> str:
    several = len(post["fotos"]) if len(post["fotos"]) > 1 else ""
    said = "▶" if post["isVideo"] else several
    mark = f'<span class="mark" aria-hidden="true">{said}</span>' if said else ""
    post_id = escape(post["id"])
    content = _frame(post, words, up) + mark
    return f'<li><a class="tile" id="tile-{post_id}" href="#{post_id}">{content}</a></li>'


def _frame(post: Document, words: PageWords, up: str) -> str:
    """The first foto of a post, or why there is none."""
    return f'<div class="frame">{_foto(post["fotos"][0], post, words, up)}</div>'


def _foto(foto: Document, post: Document, words: PageWords, up: str) -> str:
    if foto["shown"] is None:
        return f'<span class="withheld">{escape(words.removed if post["withheld"] else words.photo)}</span>'
    # The alternative text, or the caption, so that a link has a name.
    alt = escape(foto["altText"] or post["caption"] or words.photo)
    look = look_class(look_of(foto))
    drawn = f' class="{escape(look)}"' if look else ""
    size = f'width="{int(foto["width"])}" height="{int(foto["height"])}"'
    return f'<img src="{up}{escape(foto["shown"])}" alt="{alt}" {size} loading="lazy"{drawn}>'


def _post(posts: Sequence[Document], at: int, words: PageWords, up: str) -> str:
    post = posts[at]
    foto = post["fotos"][0]
    media = "".join(f'<div class="frame">{_foto(each, post, words, up)}</div>' for each in post["fotos"])
    if post["video"] is not None and post["withheld"] != "removed":
        poster = "" if foto["shown"] is None else f' poster="{up}{escape(foto["shown"])}"'
        source = f"{up}{escape(post['video'])}"
        media = f'<div class="frame"><video src="{source}"{poster} controls preload="none"></video></div>'
    said = [f'<p class="caption" dir="auto">{escape(post["caption"])}</p>'] if post["caption"] else []
    said.append(f'<p class="label">{_time(post["createdAt"], words)} · {escape(post["nook"])}{_state(post, words)}</p>')
    said += [_alt_text(each["altText"], words) for each in post["fotos"] if each["altText"]]
    return (
        f'<article class="post" id="{escape(post["id"])}"><div>{media}</div><div class="said">{"".join(said)}</div>'
        f"{_steps(posts, at, words)}</article>"
    )


def _alt_text(text: str, words: PageWords) -> str:
    return f'<div><p class="label">{escape(words.alt_text)}</p><p dir="auto">{escape(text)}</p></div>'


def _steps(posts: Sequence[Document], at: int, words: PageWords) -> str:
    links = []
    if at > 0:
        links.append(f'<a href="#{escape(posts[at - 1]["id"])}">{escape(words.newer)}</a>')
    links.append(f'<a href="#tile-{escape(posts[at]["id"])}">{escape(words.close)}</a>')
    if at + 1 < len(posts):
        links.append(f'<a href="#{escape(posts[at + 1]["id"])}">{escape(words.older)}</a>')
    return f'<p class="steps">{"".join(links)}</p>'


def _state(item: Document, words: PageWords) -> str:
    """Who sees it, if that are not all members."""
    said = {"removed": words.removed, "unlisted": words.unlisted}.get(item["withheld"] or "")
    states = [words.cue] if item["audience"] == "cue" else []
    states += [words.archived] if item["isArchived"] else []
    states += [said] if said else []
    return "".join(f" · {escape(each)}" for each in states)


def _turn(number: int, pages: int, words: PageWords, up: str) -> str:
    if pages == 1:
        return ""
    newer = f'<a href="{up}{_posts_path(number - 1)}">{escape(words.newer)}</a>' if number > 1 else ""
    older = f'<a href="{up}{_posts_path(number + 1)}">{escape(words.older)}</a>' if number < pages else ""
    said = escape(words.page.format(page=number, pages=pages))
    return f'<p class="turn">{newer}<span>{said}</span>{older}</p>'


def _posts_path(number: int) -> str:
    return "index.html" if number == 1 else f"pages/posts-{number}.html"


def _foot(archive: Document, words: PageWords) -> str:
    made = words.made.format(product=archive["product"], date=words.moment(archive["madeAt"]))
    return f'<footer class="foot"><p>{escape(made)}</p><p>{escape(words.about)}</p></footer>'


def _time(iso: str, words: PageWords) -> str:
    return f'<time datetime="{escape(iso)}">{escape(words.moment(iso))}</time>'
