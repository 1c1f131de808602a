import { expect, type Locator, test } from "@playwright/test";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { showKeyboard } from "./onScreenKeyboard";
import { PHONE } from "./person";
import { choosesFor } from "./postMenu";
import { hang, hangPictures } from "./wall";

/** Sizes of the window, and how much of it the keyboard covers and pushes up there. */
const DEVICES = [
  { size: PHONE, covers: 336, pushes: 40 },
  { size: { width: 320, height: 640 }, covers: 290, pushes: 20 },
  { size: { width: 844, height: 390 }, covers: 200, pushes: 10 },
  { size: { width: 820, height: 1180 }, covers: 500, pushes: 30 },
];

let mail: MailServer;
let inflow: Inflow;
let alice: Joined;

test.beforeAll(async ({ browser }) => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  alice = await joins("Alice", { browser, inflow, mail, size: PHONE });
  await hangPictures(alice.page);
  hang(inflow, "alice", "Low tide", { age: 60 });
});

test.afterAll(async () => {
  await alice?.leaves();
  await inflow?.stop();
  await mail?.close();
});

test("an on-screen keyboard covers neither the field of the comments nor what is sent with it", async () => {
  const { page } = alice;
  await alice.visits("/homefeed?post=alice-Low-tide-1");
  await page.getByRole("button", { name: "0 comments" }).click();
  const sheet = page.getByRole("dialog", { name: "Comments" });
  await standsAboveKeyboard(sheet.getByLabel("Add a comment"));
  await page.setViewportSize(PHONE);
  await sheet.getByRole("button", { name: "Full height" }).click();
  await standsAboveKeyboard(sheet.getByLabel("Add a comment"), DEVICES.slice(0, 2));
});

test("an on-screen keyboard covers neither the field of a dialog nor its buttons", async () => {
  const { page } = alice;
  await alice.visits("/homefeed?post=alice-Low-tide-1");
  await choosesFor(page, "Edit");
  const dialog = page.getByRole("dialog", { name: "Edit foto" });
  const field = dialog.getByRole("textbox", { name: "Caption" });
  await standsAboveKeyboard(dialog.getByRole("button", { name: "Save" }));
  await standsAboveKeyboard(field);
  await standsAboveKeyboard(dialog.getByRole("textbox", { name: "Alternative text" }));
});

/** On each device, with the keyboard and after it. */
async function standsAboveKeyboard(place: Locator, devices = DEVICES): Promise<void> {
  const page = place.page();
  for (const { size, covers, pushes } of devices) {
    await page.setViewportSize(size);
    await place.focus();
    await showKeyboard(page, covers, pushes);
    const isSeen = async () => {
      const { y, height } = (await place.boundingBox()) ?? { y: -1, height: 0 };
      return y >= pushes && y + height <= size.height - covers;
    };
    await expect.poll(isSeen, `${size.width}`).toBe(true);
    await showKeyboard(page, 0, 0);
    await expect(place).toBeInViewport({ ratio: 1 });
  }
}
