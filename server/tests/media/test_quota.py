"""How much one member may store, and how much of the disk must stay free."""

from __future__ import annotations

from dataclasses import replace

import obstore
import pytest

import photographs
from inflow.media.storage.quota import StorageQuota, free_share, parse_size
from media.conftest import Gallery

SMALL = photographs.plain((10, 120, 40))
FULL = {"code": "no_room", "message": "There is no room for more images on this server at the moment."}
# What obstore says of a tmpfs of one megabyte.
NO_SPACE = "Generic LocalFileSystem error: Unable to copy data to file: No space left on device (os error 28)"


def let(gallery: Gallery, quota: StorageQuota) -> None:
    """Give the deployment this quota."""
    object.__setattr__(gallery.pipeline, "quota", quota)


async def test_a_member_stores_up_to_the_quota_and_others_are_not_concerned(gallery: Gallery) -> None:
    let(gallery, StorageQuota(quota=2 * len(SMALL)))
    assert [(await gallery.upload(SMALL)).status_code for _ in range(2)] == [201, 201]
    before = gallery.stored()

    third = await gallery.upload(SMALL)

    assert (third.status_code, third.json()) == (
        507,
        {"code": "no_room", "message": "Your fotos take up all the room you have. Please delete some first."},
    )
    assert gallery.stored() == before
    assert (await gallery.upload(SMALL, by="bob")).status_code == 201


async def test_the_last_tenth_of_the_disk_stays_free(gallery: Gallery) -> None:
    let(gallery, replace(StorageQuota(), free=lambda _folder: 0.09))
    full = await gallery.upload(SMALL)
    let(gallery, replace(StorageQuota(), free=lambda _folder: 0.11))
    roomy = await gallery.upload(SMALL)

    assert (full.status_code, full.json()) == (507, FULL)
    assert roomy.status_code == 201


async def test_a_store_on_a_disk_of_its_own_keeps_its_tenth_too(gallery: Gallery) -> None:
    (media,) = gallery.pipeline.store.folders
    let(gallery, replace(StorageQuota(), free=lambda folder: 0.09 if folder == media else 0.5))

    assert (await gallery.upload(SMALL)).json() == FULL


async def test_whoever_uploads_or_cuts_while_the_stores_disk_fills_up_is_told_so_and_nothing_is_left(
    gallery: Gallery, monkeypatch: pytest.MonkeyPatch
) -> None:
    photo = (await gallery.upload(SMALL)).json()
    before = gallery.stored(), await gallery.rows()

    async def is_full(*_: object) -> None:
        raise obstore.exceptions.GenericError(NO_SPACE)

    monkeypatch.setattr(obstore, "put_async", is_full)
    answers = [await gallery.upload(SMALL), await gallery.cut(photo["mediaId"])]

    assert [(answer.status_code, answer.json()) for answer in answers] == [(507, FULL)] * 2
    assert (gallery.stored(), await gallery.rows()) == before


async def test_what_is_free_is_a_share(gallery: Gallery) -> None:
    assert 0 < free_share(gallery.pipeline.folder) <= 1


@pytest.mark.parametrize(
    ("text", "size"), [("2 GB", 2_000_000_000), ("500MB", 500_000_000), (" 1.5 tb ", 1_500_000_000_000)]
)
def test_sizes_are_written_as_people_write_them(text: str, size: int) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "2", "GB", "-1 GB", "2 GiB", "two GB", "1e9 MB"])
def test_what_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a size"):
        parse_size(text)
