"""Every hostile file has its expected outcome, leaves no files, and costs a bounded amount of memory."""

from __future__ import annotations

from functools import cache

import pytest

import photographs
from media.conftest import Gallery
from media.watching import peak_memory

MOST_MEMORY = 400 << 20


@cache
def files() -> dict[str, tuple[str, bytes]]:
    """The expected outcome of each file, and its bytes."""
    refused = {name: ("not an image", file) for name, file in photographs.not_photographs().items()}
    unfit = {name: ("unfit", file) for name, file in photographs.unfit_photographs().items()}
    accepted = {name: ("accepted", file) for name, file in photographs.accepted_photographs().items()}
    return refused | unfit | accepted


def test_the_corpus_is_large_enough_to_mean_something() -> None:
    assert len(files()) >= 40


async def test_what_is_no_photograph_is_refused_in_the_specifications_words(gallery: Gallery) -> None:
    for name, (expected, file) in files().items():
        if expected == "not an image":
            answer = await gallery.upload(file)
            assert answer.status_code == 400, name
            assert answer.json() == {"code": "invalid", "message": "Please upload an image file"}, name

    assert gallery.stored() == []
    assert await gallery.rows() == []
    assert gallery.screened == []


async def test_what_is_outside_the_limits_is_refused_with_a_reason(gallery: Gallery) -> None:
    for name, (expected, file) in files().items():
        if expected == "unfit":
            answer = await gallery.upload(file)
            assert answer.status_code == 400, name
            assert answer.json()["code"] == "invalid", name
            assert answer.json()["message"].startswith("This image "), name

    assert gallery.stored() == []
    assert await gallery.rows() == []


@pytest.mark.long
async def test_the_unusual_is_accepted(gallery: Gallery) -> None:
    expected = [name for name, (expected, _) in files().items() if expected == "accepted"]
    for name in expected:
        answer = await gallery.upload(files()[name][1])
        assert answer.status_code == 201, (name, answer.text)

    assert len(await gallery.rows()) == len(expected)


async def test_what_is_accepted_can_be_cut(gallery: Gallery) -> None:
    expected = [name for name, (expected, _) in files().items() if expected == "accepted"]
    for name in expected:
        said = (await gallery.upload(files()[name][1])).json()
        answer = await gallery.cut(said["mediaId"], rotation=270)
        assert answer.status_code == 201, (name, answer.text)
        assert (answer.json()["width"], answer.json()["height"]) == (said["height"], said["width"]), name


async def test_the_declared_type_decides_nothing(gallery: Gallery) -> None:
    disguised = await gallery.upload(photographs.SVG, type="image/jpeg")
    misnamed = await gallery.upload(photographs.png(), type="image/svg+xml")

    assert disguised.status_code == 400
    assert misnamed.status_code == 201


async def test_an_svg_named_jpg_in_a_form_is_refused(gallery: Gallery) -> None:
    answer = await gallery.client.post(
        "/api/media/uploads",
        files={"file": ("harmless.jpg", photographs.SVG, "image/jpeg")},
        headers={"X-Member": "alice"},
    )

    assert answer.json()["message"] == "Please upload an image file"
    assert gallery.stored() == []


async def test_none_of_them_takes_more_memory_than_a_worker_should(gallery: Gallery) -> None:
    for name, (_, file) in files().items():
        await gallery.upload(file)
        assert await peak_memory(gallery.pipeline.workers) < MOST_MEMORY, name


async def test_the_workers_memory_stays_bounded(gallery: Gallery) -> None:
    sideways = photographs.held(photographs.jpeg(8064, 6048, name="flower"), 6)
    for file in (photographs.full_png_bomb(), photographs.heic(2400, 1800), sideways):
        answer = await gallery.upload(file)
        assert answer.status_code == 201, answer.text
    # The part is too small to be decoded at reduced size, and the image must be turned twice.
    part = {"x": 0.4, "y": 0.4, "width": 0.2, "height": 0.2}
    cut = await gallery.cut(answer.json()["mediaId"], ratio="vertical", rotation=90, crop=part)
    assert cut.status_code == 201, cut.text

    assert await peak_memory(gallery.pipeline.workers) < MOST_MEMORY
