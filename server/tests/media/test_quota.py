"""How much one member may store, and how much of the disk must stay free."""

from __future__ import annotations

from dataclasses import replace

import pytest

import photographs
from inflow.media.storage.quota import StorageQuota, free_share, parse_size
from media.conftest import Gallery

SMALL = photographs.plain((10, 120, 40))


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

    words = "There is no room for more images on this server at the moment."
    assert (full.status_code, full.json()) == (507, {"code": "no_room", "message": words})
    assert roomy.status_code == 201


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
