import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { choosesFor } from "./postMenu";

let mail: MailServer;
let inflow: Inflow;
let alice: Joined;
let bob: Joined;
let folder: string;

test.beforeAll(async ({ browser }) => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open(), { INFLOW_SCREENING: "off" });
  alice = await joins("Alice", { browser, inflow, mail, size: PHONE });
  bob = await joins("Bob", { browser, inflow, mail, size: DESKTOP });
  folder = await mkdtemp(join(tmpdir(), "flicks "));
});

test.afterAll(async () => {
  await alice?.leaves();
  await bob?.leaves();
  await inflow?.stop();
  await mail?.close();
  await rm(folder, { recursive: true, force: true });
});

test("a flick that an operator imports appears on open walls, plays, and goes with its post", async () => {
  const [video, thumbnail] = [join(folder, "tide.webm"), join(folder, "tide.jpg")];
  const filmed = await film(alice.page);
  await writeFile(video, Buffer.from(filmed.video, "base64"));
  await writeFile(thumbnail, Buffer.from(filmed.still, "base64"));
  await bob.visits("/sphere?tab=flicks");
  await expect(bob.page.getByText("No flicks yet")).toBeVisible();

  const said = inflow.command(
    ...["import-flick", "--member", "alice", "--video", video, "--thumbnail", thumbnail, "--duration", "65"],
    ...["--caption", "Low tide", "--alt-text", "The sea", "--view-count", "1240", "--highlight-count", "7"],
  );

  expect(said).toContain("The flick is posted");
  await bob.page.getByRole("button", { name: "The sea 1.2K views 1:05" }).click();
  const modal = bob.page.getByRole("dialog", { name: "Flick by @alice" });
  await plays(modal);
  await expect(modal.getByText("Low tide")).toBeVisible();
  await expect(modal.getByText("1.2K views")).toBeVisible();
  await expect(modal.getByRole("button", { name: "Comment" })).toBeDisabled();
  await expect(modal.getByRole("button", { name: "Highlight 7" })).toBeDisabled();
  await isAccessible(bob.page, "a flick that plays");
  await bob.page.keyboard.press("Escape");
  await expect(modal).toBeHidden();

  await test.step("fotos and flicks of a member are walls of their own", async () => {
    await bob.visits(`/preview/${alice.profileId}`);
    await expect(bob.page.getByText("No photos uploaded yet")).toBeVisible();
    await bob.page.getByRole("tab", { name: "FLICKS" }).click();
    await bob.page.getByRole("button", { name: /^The sea/ }).click();
    await plays(modal);
    await bob.page.keyboard.press("Escape");
  });

  await test.step("it stands below the notice that flicks are coming", async () => {
    await bob.visits("/flicks");
    await expect(bob.page.getByText("Coming Soon!").last()).toBeVisible();
    await bob.page.getByRole("button", { name: "The sea 1.2K views 1:05" }).click();
    await plays(modal);
    await isAccessible(bob.page, "a flick over /flicks");
    await bob.visits(`/preview/${alice.profileId}?tab=flicks`);
  });

  await test.step("a reader saves it", async () => {
    await bob.page.getByRole("button", { name: /^The sea/ }).click();
    await modal.getByRole("button", { name: "Save foto" }).click();
    await expect(modal.getByRole("button", { name: "Saved: choose a collection" })).toBeVisible();
    await bob.page.keyboard.press("Escape");
  });

  await test.step("its author deletes it, and it is gone from the open wall", async () => {
    await alice.visits("/profile?tab=flicks");
    await alice.page.getByRole("button", { name: /^The sea/ }).click();
    await choosesFor(alice.page, "Delete foto");
    await alice.page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(alice.page.getByRole("dialog")).toHaveCount(0);
    await expect(bob.page.getByText("No flicks yet")).toBeVisible();
  });
});

/** The video waits behind its picture, silent, until a member plays it; then it shows the film. */
async function plays(modal: Locator): Promise<void> {
  const video = modal.getByLabel("The sea");
  await expect(video).toBeVisible();
  const waiting = await video.evaluate((one: HTMLVideoElement) => ({
    isPaused: one.paused,
    isMuted: one.muted,
    hasControls: one.controls,
    hasPicture: one.poster !== "",
  }));
  expect(waiting).toEqual({ isPaused: true, isMuted: true, hasControls: true, hasPicture: true });
  await video.evaluate((one: HTMLVideoElement) => one.play());
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0);
  expect(await video.evaluate((one: HTMLVideoElement) => one.videoWidth)).toBe(320);
}

/** A second of film and a picture of it, that no file is needed for; both in base64. */
function film(page: Page): Promise<{ video: string; still: string }> {
  return page.evaluate(async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 320, height: 240 });
    const pen = canvas.getContext("2d");
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: "video/webm" });
    const pieces: Blob[] = [];
    recorder.ondataavailable = ({ data }) => pieces.push(data);
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (let step = 0; step < 30; step += 1) {
      if (pen) pen.fillStyle = `hsl(${step * 12} 60% 50%)`;
      pen?.fillRect(0, 0, 320, 240);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    recorder.stop();
    await stopped;
    const read = new FileReader();
    const loaded = new Promise((resolve) => {
      read.onload = resolve;
    });
    read.readAsDataURL(new Blob(pieces));
    await loaded;
    const still = canvas.toDataURL("image/jpeg");
    return { video: String(read.result).split(",")[1] ?? "", still: still.split(",")[1] ?? "" };
  });
}
