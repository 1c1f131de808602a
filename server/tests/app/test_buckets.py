"""Media and backups in a bucket, at a server that speaks S3."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import boto3
import pytest
from moto.server import ThreadedMotoServer
from tests.app.house import House, free_port
from tests.app.people import Member

import photographs
from mail.mail_server import MailServer

ACCESS = {"AWS_ACCESS_KEY_ID": "tide", "AWS_SECRET_ACCESS_KEY": "low", "AWS_REGION": "us-east-1"}


class Bucket:
    """A bucket of its own for each test."""

    def __init__(self, address: str) -> None:
        self._client = boto3.client(
            "s3",
            endpoint_url=address,
            region_name="us-east-1",
            aws_access_key_id="tide",
            aws_secret_access_key="low",
        )
        self._client.create_bucket(Bucket="inflow")
        self.settings = {**ACCESS, "AWS_ENDPOINT": address, "AWS_ALLOW_HTTP": "true"}

    def keys(self, prefix: str) -> list[str]:
        """The keys of the objects below a prefix."""
        found = self._client.list_objects_v2(Bucket="inflow", Prefix=prefix)
        return [each["Key"] for each in found.get("Contents", [])]

    def remove(self, keys: list[str]) -> None:
        """Delete objects."""
        for key in keys:
            self._client.delete_object(Bucket="inflow", Key=key)


@pytest.fixture
def bucket() -> Iterator[Bucket]:
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=free_port(), verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield Bucket(f"http://{host}:{port}")
    server.stop()


async def test_media_and_their_backup_are_in_buckets_and_a_restored_copy_changes_neither(
    home: Path, mail_server: MailServer, bucket: Bucket
) -> None:
    settings = {"INFLOW_SMTP_URL": mail_server.url, "INFLOW_MEDIA_URL": "s3://inflow/media", **bucket.settings}
    keys, restored_home = home.parent / "keys", home.parent / "restored"
    keys.mkdir()
    async with House(home, **settings) as house:
        alice = await Member.sign_up(house, mail_server, "alva")
        photo = await alice.photo(photographs.jpeg(1200, 800))
        picture = (await alice.http.get(photo)).content
        post = await alice.does("posts:createPost", **alice.foto(photo, caption="Before"))
        made = await house.command("backup", "s3://inflow/backup", "--keys", str(keys))
        assert made.code == 0, made.said
        assert any(each.endswith(".json") for each in bucket.keys("backup/snapshots/"))
        checked = await house.command("verify", "s3://inflow/backup", "--keys", str(keys), "--rehearse")
        assert checked.code == 0, checked.said
    shutil.rmtree(home)
    live = bucket.keys("media/")

    async with (
        _restored(restored_home, keys, settings) as copy,
        alice.at(copy).page() as page,
    ):
        assert (await page.feed()).captions == ["Before"]
        assert (await alice.at(copy).http.get(photo)).content == picture
        refused = await alice.at(copy).upload(photographs.plain((1, 90, 10)))
        assert refused.json()["code"] == "forbidden"
        await page.does("posts:deletePost", postId=post["_id"])
        assert bucket.keys("media/") == live

        bucket.remove([each for each in live if "original" in each])
        mended = await copy.command("verify", "--repair", "--from", "s3://inflow/backup")
        assert "quarantine" in mended.said


@asynccontextmanager
async def _restored(home: Path, keys: Path, settings: dict[str, str]) -> AsyncIterator[House]:
    house = House(home, **settings)
    ended = await house.command("restore", "s3://inflow/backup", "--keys", str(keys))
    assert ended.code == 0, ended.said
    assert "The bucket is left as it is" in ended.said
    async with house:
        yield house
