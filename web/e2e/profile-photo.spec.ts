import { expect, type Locator, type Page, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { fingers } from "./touch";

const WIDE = { width: 2400, height: 1200 };
const RED = "red";
const BLUE = "blue";
/** The longest side of a stored profile photo. */
const MOST_PX = "1024";

let mail: MailServer;
let inflow: Inflow;
let alice: Joined;
let bob: Joined;

test.beforeAll(async ({ browser }) => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  alice = await joins("Alice", { browser, inflow, mail, size: DESKTOP });
  const device = { hasTouch: true, isMobile: true };
  bob = await joins("Bob", { browser, inflow, mail, size: PHONE, device });
});

test.afterAll(async () => {
  await Promise.all([alice, bob].map((each) => each?.leaves()));
  await inflow?.stop();
  await mail?.close();
});

test("a member moves the box over a photo, and their picture shows that part of it", async () => {
  const { page } = alice;
  await alice.visits("/profile");
  const { crop, box } = await chooses(page);
  const { x, y, width, height } = await boxOf(box);
  expect(width).toBeCloseTo(height);

  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 2 * width, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await crop.getByRole("button", { name: "Use photo" }).click();

  await expect.poll(() => edgesOf(pictureOf(page))).toEqual([BLUE, BLUE]);
  const used = "users.username = 'alice' AND users.image_url LIKE '/media/' || media.id || '/%'";
  expect(inflow.byHand(`SELECT width FROM media, users WHERE ${used}`)).toBe(MOST_PX);
});

test("the box is moved by keys, and Cancel changes nothing", async () => {
  const { page } = alice;
  await alice.visits("/profile");
  const change = page.getByRole("button", { name: "Change photo" });
  const before = await edgesOf(pictureOf(page));
  const { crop } = await chooses(page);
  // The box has it, unless the photo was decoded so slowly that the focus went to a button before.
  await expect(crop.locator(":focus")).toBeVisible();
  await isAccessible(page, "cropping a profile photo");
  await crop.getByRole("button", { name: "Cancel" }).click();
  await expect(crop).toBeHidden();
  await expect(change).toBeFocused();
  expect(await edgesOf(pictureOf(page))).toEqual(before);

  const again = await chooses(page);
  await again.box.focus();
  for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press("Shift+ArrowLeft");
  await again.crop.getByRole("button", { name: "Use photo" }).press("Enter");
  await expect.poll(() => edgesOf(pictureOf(page))).toEqual([RED, RED]);
  await expect(change).toBeFocused();
});

test("on a phone a finger moves the box, and a photo that is decoded slowly says so", async () => {
  const { page } = bob;
  await page.addInitScript(holdWorkers);
  await bob.visits("/profile");
  await page.getByLabel("Profile photo file").setInputFiles(await wide(page));
  const crop = page.getByRole("dialog", { name: "Crop photo" });
  await expect(crop.getByRole("status")).toHaveText("Loading photo");
  await expect(crop.getByRole("button", { name: "Use photo" })).toBeDisabled();

  await page.evaluate(() => dispatchEvent(new Event("released")));
  const box = crop.getByRole("application", { name: "Crop box" });
  const hand = await fingers(page, box);
  await hand.down([0, 0]);
  await hand.move([100, 0]);
  await hand.move([200, 0]);
  await hand.up();
  await crop.getByRole("button", { name: "Rotate" }).tap();
  await crop.getByRole("button", { name: "Use photo" }).tap();

  await expect.poll(() => edgesOf(pictureOf(page))).toEqual([BLUE, BLUE]);
});

const pictureOf = (page: Page) => page.getByRole("button", { name: "Change photo" }).locator("img");

/** Chooses a photo, red on the left and blue on the right, and is asked for the part. */
async function chooses(page: Page) {
  await page.getByLabel("Profile photo file").setInputFiles(await wide(page));
  const crop = page.getByRole("dialog", { name: "Crop photo" });
  const box = crop.getByRole("application", { name: "Crop box" });
  await expect(box).toBeVisible();
  return { crop, box };
}

async function wide(page: Page) {
  const url = await page.evaluate(
    ([{ width, height }, left, right]) => {
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const pen = canvas.getContext("2d");
      if (!pen) throw new Error("this browser draws nothing");
      for (const [x, colour] of [left, right].entries()) {
        pen.fillStyle = colour;
        pen.fillRect((x * width) / 2, 0, width / 2, height);
      }
      return canvas.toDataURL("image/png");
    },
    [WIDE, RED, BLUE] as const,
  );
  return { name: "wide.png", mimeType: "image/png", buffer: Buffer.from(url.split(",")[1] ?? "", "base64") };
}

/** The colours at the left and the right edge of a picture. */
const edgesOf = (picture: Locator) =>
  picture.evaluate(async (image: HTMLImageElement) => {
    // While another picture takes its place, there is nothing to decode.
    while (await image.decode().catch(() => true)) await new Promise(requestAnimationFrame);
    const canvas = Object.assign(document.createElement("canvas"), { width: 100, height: 100 });
    const pen = canvas.getContext("2d");
    pen?.drawImage(image, 0, 0, 100, 100);
    return [2, 97].map((x) => {
      const [red = 0, , blue = 0] = pen?.getImageData(x, 50, 1, 1).data ?? [];
      if (Math.abs(red - blue) < 150) return "neither";
      return red > blue ? "red" : "blue";
    });
  });

async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (!box) throw new Error("it is not drawn");
  return box;
}

/** In the page: workers get their messages once `released` is dispatched. */
function holdWorkers(): void {
  const released = new Promise((resolve) => addEventListener("released", resolve, { once: true }));
  const send = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (this: Worker, ...message: unknown[]) {
    void released.then(() => send.apply(this, message as Parameters<Worker["postMessage"]>));
  };
}
