import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { MailServer } from "./mailServer";
import { DESKTOP, Person, PHONE } from "./person";
import {
  between,
  choose,
  drawn,
  drop,
  photograph,
  picture,
  pinch,
  posted,
  recipe,
  SAME,
  sizeOf,
} from "./photographs";

const LEAVE = "Are you sure you want to leave? Your changes may not be saved.";
const SPREAD = "Your foto has been spread! Go take a look.";

/** One post for each shape, and among them every filter that the composer offers. */
const POSTS = [
  { shape: "horizontal 4:3", filter: "none", photo: "coffee.png" },
  { shape: "horizontal 3:4", filter: "melt", photo: "astronaut.png" },
  { shape: "horizontal 1:1", filter: "outoffocus", photo: "astronaut.png" },
  { shape: "vertical 9:16", filter: "grauge", photo: "china.jpg" },
  { shape: "landscape 16:9", filter: "2004s", photo: "flower.jpg" },
  { shape: "landscape 2:2", filter: "none", photo: "china.jpg" },
  { shape: "landscape 2:1", filter: "melt", photo: "rocket.jpg" },
];
/** The others are another member's, who has limits of her own. */
const ALICES = 5;
const NAMES =
  "melt outoffocus grauge 2004s clarendon gingham moon lark reyes juno slumber crema ludwig aden perpetua";
/** Mean difference of a pixel's colour, of 255, by which a filter can be seen. */
const DIFFERENT = 1.5;

/** Files of images that are not taken: name, type, and how they begin. */
const OTHER_IMAGES = [
  ["a.gif", "image/gif", "GIF89a"],
  ["a.tiff", "image/tiff", "II*\0\b\0\0\0"],
  ["a.dng", "image/x-adobe-dng", "II*\0\b\0\0\0"],
] as const;

let mail: MailServer;
let inflow: Inflow;
let folder: string;

test.beforeAll(async () => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  folder = mkdtempSync(join(tmpdir(), "photographs-"));
});

test.afterAll(async () => {
  await inflow?.stop();
  await mail?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("what is posted looks like what was previewed, in every ratio and with every filter @long", async ({
  browser,
}) => {
  const alice = await Person.arrives("Alice", browser, inflow, PHONE);
  const bob = await Person.arrives("Bob", browser, inflow, DESKTOP);
  for (const person of [alice, bob]) {
    await person.signsUp(mail);
    await person.chooses("SCENIC");
  }
  const bobs = await bob.opensAnother("/post/fotos");
  const previews = new Map<string, Buffer>();

  for (const [index, { shape, filter, photo }] of POSTS.entries()) {
    const page = index < ALICES ? alice.page : bobs;
    await test.step(`${shape} with ${filter}`, async () => {
      await page.goto(`${inflow.origin}/post/fotos`);
      await choose(page, photograph(folder, photo));
      await page.getByRole("radio", { name: shape }).check();
      if (shape.endsWith("2:1")) await page.getByRole("button", { name: "Rotate" }).click();
      await page.getByRole("tab", { name: "FILTERS" }).click();
      await page.getByRole("radio", { name: filter }).check();
      const previewed = await picture(drawn(page));
      previews.set(shape, previewed);
      await page.getByLabel("Alternative text").fill(shape);
      await page.getByRole("button", { name: "Post to Sphere" }).click();
      await expect(page.getByText(SPREAD)).toBeVisible();
      // The wall may still be moving to make room for it.
      const difference = async () => between(bob.page, previewed, await posted(bob, shape));
      await expect.poll(difference, { message: `${shape} with ${filter}` }).toBeLessThan(SAME);
    });
  }

  await test.step("all sixteen filters are drawn, no two alike, and an unknown one draws nothing", async () => {
    const shapes = POSTS.map(({ shape }) => shape);
    await paint(shapes.map((shape) => [shape, "sparkle"]));
    const plain = new Map<string, Buffer>();
    for (const shape of shapes) {
      await expect(bob.foto(shape)).toHaveCSS("filter", "none");
      plain.set(shape, await posted(bob, shape));
    }
    for (const { shape, filter } of POSTS.filter((each) => each.filter !== "none")) {
      const lost = await between(bob.page, previews.get(shape) as Buffer, plain.get(shape) as Buffer);
      expect(lost, `${shape} without ${filter}`).toBeGreaterThan(SAME);
    }
    const seen = new Set(["none"]);
    const names = NAMES.split(" ");
    while (names.length > 0) {
      const pairs = shapes.flatMap((shape) => [[shape, names.shift() ?? "none"]] as [string, string][]);
      await paint(pairs);
      for (const [shape, name] of pairs) {
        if (name === "none") continue;
        await expect(bob.foto(shape)).not.toHaveCSS("filter", "none");
        await expect.poll(() => recipe(bob.foto(shape)).then((now) => seen.has(now))).toBe(false);
        seen.add(await recipe(bob.foto(shape)));
        const difference = await between(bob.page, plain.get(shape) as Buffer, await posted(bob, shape));
        expect(difference, name).toBeGreaterThan(DIFFERENT);
      }
    }
    expect(seen.size).toBe(16);
  });
  await alice.leaves();
  await bob.leaves();
});

test("cutting works with fingers, wheel and keys, and leaving with something unsent asks first @long", async ({
  browser,
}) => {
  const carol = await Person.arrives("Carol", browser, inflow, PHONE);
  const { page } = carol;
  await carol.signsUp(mail);
  await carol.chooses("SCENIC");
  await carol.visits("/post/fotos");
  const box = page.getByRole("application", { name: "Crop box" });

  await test.step("the shape is detected, and the box is moved, zoomed and turned", async () => {
    await choose(page, photograph(folder, "coffee.png"));
    await expect(page.getByRole("radio", { name: "landscape 16:9" })).toBeChecked();
    await isAccessible(page, "cutting");
    await box.focus();
    await page.keyboard.press("Shift+ArrowUp");
    await expect(page.getByText(/90 % wide/)).toHaveText(/^5 % from the left, \d+ % from the top/);
    const before = await sizeOf(box);
    await box.hover();
    await page.mouse.wheel(0, -300);
    await expect(drawn(page)).toHaveCSS("transform", /^matrix\(1\.[1-9]/);
    await expect(box).not.toHaveCSS("box-shadow", "none");
    await page.getByRole("button", { name: "Overlay" }).click();
    await expect(page.getByRole("button", { name: "Overlay" })).toHaveAttribute("aria-pressed", "false");
    await expect(box).toHaveCSS("box-shadow", "none");
    await page.keyboard.press("Tab");
    await box.press("-");
    expect((await sizeOf(box)).width).toBeLessThan(before.width);
    const after = await sizeOf(box);
    await page.mouse.move(after.x + 1, after.y + 1);
    await page.mouse.down();
    await page.mouse.move(after.x + 41, after.y + 41, { steps: 4 });
    await page.mouse.up();
    expect((await sizeOf(box)).width).toBeLessThan(after.width - 20);
    await page.getByRole("button", { name: "Reset crop" }).click();
    await expect(drawn(page)).toHaveCSS("transform", "matrix(1, 0, 0, 1, 0, 0)");
    await pinch(page, await sizeOf(box), 30, 60);
    await expect(drawn(page)).toHaveCSS("transform", /^matrix\(2, 0, 0, 2, /);
  });

  await test.step("colours are set, compared with the original, and set back", async () => {
    await page.getByRole("tab", { name: "ADJUST" }).click();
    const foto = page.getByRole("img", { name: "Your foto" });
    await page.getByRole("slider", { name: "contrast" }).fill("160");
    await expect(foto).toHaveCSS("filter", "contrast(1.6)");
    await page.getByRole("button", { name: "Hold to compare" }).focus();
    await page.keyboard.down("Space");
    await expect(foto).toHaveCSS("filter", "none");
    await page.keyboard.up("Space");
    await page.getByRole("slider", { name: "saturation" }).fill("40");
    await page.getByRole("button", { name: "Reset contrast" }).click();
    await expect(foto).toHaveCSS("filter", "saturate(0.4)");
    await isAccessible(page, "adjusting");
    await page.getByRole("slider", { name: "saturation" }).fill("0");
    await page.getByRole("slider", { name: "brightness" }).fill("200");
    await expect(foto).toHaveCSS("filter", "brightness(2) saturate(0)");
    await page.getByRole("button", { name: "Reset all" }).click();
    await expect(foto).toHaveCSS("filter", "none");
    await expect(page.getByRole("button", { name: "Reset all" })).toBeDisabled();
    await page.getByRole("slider", { name: "saturation" }).fill("40");
    await page.getByLabel("Caption").fill("x".repeat(301));
    await expect(page.getByText("300 / 300")).toBeVisible();
  });

  await test.step("a reload brings the draft back; leaving asks, and lets it go", async () => {
    await page.reload();
    await expect(page.getByText("Draft restored.")).toBeVisible();
    await expect(page.getByText("300 / 300")).toBeVisible();
    await page.getByRole("tab", { name: "ADJUST" }).click();
    await expect(page.getByRole("slider", { name: "saturation" })).toHaveValue("40");
    await page.getByRole("link", { name: "CANCEL" }).click();
    await expect(page.getByRole("dialog")).toContainText(LEAVE);
    await page.getByRole("button", { name: "Stay" }).click();
    await expect(page.getByText("300 / 300")).toBeVisible();
    await page.getByRole("link", { name: "CANCEL" }).click();
    await page.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL(/\/homefeed$/);
    await carol.visits("/post/fotos");
    await expect(page.getByText("Choose a foto")).toBeVisible();
  });

  await test.step("whoever is quicker than the draft keeps what they chose, and no choice is lost to it", async () => {
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    await choose(tab, photograph(folder, "coffee.png"));
    await tab.getByLabel("Caption").fill("of the draft");
    await isNoted(tab, "of the draft");
    await tab.addInitScript(holdTheShelf);
    await tab.reload();
    await expect(tab.getByLabel("Caption")).toBeVisible();
    await expect(tab.getByText("Choose a foto")).toBeHidden();
    await drop(tab, photograph(folder, "flower.jpg"));
    await expect(tab.getByRole("application", { name: "Crop box" })).toBeVisible();
    await tab.evaluate(() => window.dispatchEvent(new Event("let go")));
    await expect(tab.getByRole("button", { name: "Post to Sphere" })).toBeEnabled();
    await expect(tab.getByLabel("Caption")).toHaveValue("");
    await tab.getByRole("button", { name: "Discard" }).click();
    await expect(tab.getByText("Choose a foto")).toBeVisible();
    await tab.close();
  });

  await test.step("what is asked of the server is what the box shows, turned and all", async () => {
    await choose(page, photograph(folder, "coffee.png"));
    await page.getByRole("button", { name: "Rotate" }).click();
    await expect(page.getByRole("radio", { name: "vertical 9:16" })).toBeChecked();
    const asked = page.waitForRequest("**/cuts");
    await page.getByRole("button", { name: "Post to Cue" }).click();
    const { ratio, rotation, crop } = (await asked).postDataJSON();
    expect([ratio, rotation]).toEqual(["vertical", 90]);
    expect(crop.height).toBeCloseTo(0.9);
    await expect(page).toHaveURL(/\/sphere$/);
    await expect(page).toHaveURL(/\/homefeed$/);
  });

  await test.step("the other places to make something say what they are", async () => {
    await carol.visits("/create");
    await page.getByRole("link", { name: "FEED" }).click();
    await expect(page).toHaveURL(/\/homefeed$/);
    await carol.visits("/create");
    await expect(page.getByRole("link", { name: "Create Grid" })).toBeVisible();
    for (const words of ["Your ActivityComing soon", "Premium EffectsComing soonLocked"])
      await expect(page.getByRole("main")).toContainText(words);
    await isAccessible(page, "/create");
    const at = (clientY: number) => [{ identifier: 0, clientX: 100, clientY }];
    const swipe = async (from: number, to: number) => {
      const main = page.getByRole("main");
      await main.dispatchEvent("touchstart", { touches: at(from), changedTouches: at(from) });
      await main.dispatchEvent("touchend", { touches: [], changedTouches: at(to) });
    };
    await swipe(400, 350);
    await expect(page).toHaveURL(/\/create$/);
    for (const leave of [
      () => swipe(400, 349),
      () => swipe(400, 451),
      () => page.getByRole("link", { name: "FEED", exact: true }).click(),
    ]) {
      await leave();
      await expect(page).toHaveURL(/\/homefeed$/);
      await carol.visits("/create");
      await expect(page.getByRole("link", { name: "Create Grid" })).toBeVisible();
    }
    await carol.visits("/post/flicks");
    await expect(page.getByRole("heading", { name: "Video Posts Coming Soon!" })).toBeVisible();
    await page.getByRole("link", { name: "Back to Feed" }).click();
    await expect(page).toHaveURL(/\/homefeed$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/create$/);
  });
  await carol.leaves();
});

test("every failure is said in its words, and costs nothing that was done before", async ({ browser }) => {
  const dave = await Person.arrives("Dave", browser, inflow, PHONE);
  const { page } = dave;
  await dave.signsUp(mail);
  await dave.chooses("SCENIC");
  await dave.visits("/post/fotos");
  const chooser = page.getByLabel("Foto file");
  const retry = page.getByRole("button", { name: "Try again" });
  const says = (words: string) => expect(page.getByText(words, { exact: true })).toBeVisible();

  await test.step("a file of another kind, one that only pretends, and one that is too large", async () => {
    await chooser.setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("words") });
    await says("Please upload an image file");
    await says("Use a JPEG, PNG, WebP, AVIF or HEIC file.");
    for (const [name, mimeType, begin] of OTHER_IMAGES) {
      const refused = page.waitForResponse("**/api/media/uploads");
      await chooser.setInputFiles({ name, mimeType, buffer: Buffer.from(begin, "latin1") });
      await refused;
      await says("Error processing image: Please upload an image file");
      await says("Use a JPEG, PNG, WebP, AVIF or HEIC file.");
    }
    await chooser.setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: Buffer.from("words") });
    await says("Error processing image: Please upload an image file");
    await says("This foto can't be shown.");
    const large = join(folder, "large.jpg");
    writeFileSync(large, Buffer.alloc(26 * 1024 * 1024, "x"));
    await chooser.setInputFiles(large);
    await says("Error processing image: Image size must be less than 25MB");
  });

  await test.step("an upload that is stopped or cut off: the edits stay, and another try arrives", async () => {
    await page.route("**/api/media/uploads", () => {}, { times: 1 });
    await choose(page, photograph(folder, "astronaut.png"), false);
    await page.getByRole("button", { name: "Cancel upload" }).click();
    await says("Upload cancelled.");
    await page.route("**/api/media/uploads", (route) => route.abort());
    await retry.click();
    await says("Error processing image: Connection lost. Try again.");
    await page.getByRole("radio", { name: "horizontal 3:4" }).check();
    await page.getByLabel("Caption").fill("Still here");
    await page.unroute("**/api/media/uploads");
    await retry.click();
    await expect(dave.postToSphere).toBeEnabled();
    await expect(page.getByRole("radio", { name: "horizontal 3:4" })).toBeChecked();
    await expect(page.getByLabel("Caption")).toHaveValue("Still here");
  });

  await test.step("a post that is refused, and a cut that is", async () => {
    const nothing = { mediaId: "a".repeat(26), imageUrl: `/media/${"a".repeat(26)}/300.jpg` };
    await page.route("**/cuts", (route) => route.fulfill({ status: 201, json: nothing }), { times: 1 });
    await dave.postToSphere.click();
    await says("Error posting: Please upload an image file");
    const refusal = { code: "invalid", message: "This image is too small" };
    await page.route("**/cuts", (route) => route.fulfill({ status: 400, json: refusal }), { times: 1 });
    await dave.postToSphere.click();
    await says("Error processing image: This image is too small");
    await expect(page.getByLabel("Caption")).toHaveValue("Still here");
  });

  await test.step("a draft does not outlive the session", async () => {
    await page.unrouteAll();
    await page.getByLabel("Caption").fill("Mine alone");
    await page.reload();
    await expect(page.getByLabel("Caption")).toHaveValue("Mine alone");
    await dave.signsOut();
    await dave.logsIn(dave.email, dave.password);
    await expect(page).toHaveURL(/\/homefeed$/);
    await dave.visits("/post/fotos");
    await expect(page.getByText("Choose a foto")).toBeVisible();
    await expect(page.getByLabel("Caption")).toHaveValue("");
  });
  await dave.leaves();
});

/** Gives posts, found by their alternative texts, these filters and no adjustments, by hand. */
async function paint(pairs: string[][]): Promise<void> {
  const cases = pairs.map(([altText, filter]) => `WHEN '${altText}' THEN '${filter}'`).join(" ");
  inflow.byHand(`UPDATE posts SET filter = CASE alt_text ${cases} ELSE filter END`);
}

/** Stored words survive everything that happens to the page. */
const isNoted = (page: Page, words: string) =>
  expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain(words);

/** Runs in the page: the stored draft is not read until the test releases it. */
function holdTheShelf(): void {
  const isFree = new Promise((resolve) => window.addEventListener("let go", resolve));
  const { get } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.get = function (key) {
    const request = get.call(this, key);
    return new Proxy(request, {
      get: (_, name) => Reflect.get(request, name, request),
      set: (_, name, value: unknown) => {
        const held = typeof value === "function" ? () => void isFree.then(() => value.call(request)) : value;
        return Reflect.set(request, name, held, request);
      },
    });
  };
}
