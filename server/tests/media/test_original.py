"""GET /api/media/{id}/original."""

from __future__ import annotations

import pytest

import photographs
from media.conftest import Gallery

SMALL = photographs.plain((10, 120, 40))


async def test_alice_gets_her_file_as_she_uploaded_it(gallery: Gallery) -> None:
    said = (await gallery.upload(SMALL)).json()

    original = await gallery.see(f"/api/media/{said['mediaId']}/original")

    assert (original.status_code, original.content) == (200, SMALL)
    assert original.headers["content-type"] == "image/jpeg"
    assert original.headers["content-length"] == str(len(SMALL))
    assert original.headers["content-disposition"] == f'inline; filename="original-{said["mediaId"]}.jpeg"'


async def test_a_cut_leaves_the_original_as_it_was(gallery: Gallery) -> None:
    said = (await gallery.upload(SMALL)).json()
    await gallery.cut(said["mediaId"], crop={"x": 0, "y": 0, "width": 0.5, "height": 0.5})

    assert (await gallery.see(f"/api/media/{said['mediaId']}/original")).content == SMALL


async def test_it_is_kept_nowhere_and_runs_nothing(gallery: Gallery) -> None:
    said = (await gallery.upload(SMALL)).json()

    headers = (await gallery.see(f"/api/media/{said['mediaId']}/original")).headers

    assert headers["cache-control"] == "private, no-store"
    assert "etag" not in headers
    assert headers["content-security-policy"].endswith("frame-ancestors 'none'; sandbox")
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("by", ["bob", ""], ids=["another-member", "signed-out"])
async def test_to_all_others_it_looks_missing(by: str, gallery: Gallery) -> None:
    said = (await gallery.upload(SMALL)).json()
    missing = await gallery.see("/api/media/aaaaaaaaaaaaaaaaaaaaaaaaaa/original")

    refused = await gallery.see(f"/api/media/{said['mediaId']}/original", by=by)

    assert (refused.status_code, refused.content) == (404, missing.content)
    assert refused.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("media_id", ["%00", "nonsense", "A" * 26, "%ff"])
async def test_an_id_that_is_none_leads_nowhere(media_id: str, gallery: Gallery) -> None:
    assert (await gallery.see(f"/api/media/{media_id}/original")).status_code == 404


async def test_a_file_that_the_store_has_lost_is_missing(gallery: Gallery) -> None:
    said = (await gallery.upload(SMALL)).json()
    await gallery.pipeline.store.remove(said["mediaId"])

    assert (await gallery.see(f"/api/media/{said['mediaId']}/original")).status_code == 404
