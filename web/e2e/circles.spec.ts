import { expect, test } from "@playwright/test";
import { asks, button, roadOf } from "./chatting";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { rest } from "./touch";
import { hang } from "./wall";

const ASKERS = 9;
const LONG_MS = 700;

let mail: MailServer;
let inflow: Inflow;
let alice: Joined;
let bob: Joined;

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  alice = await joins("Alice", { browser, inflow, mail, size: PHONE, device: { hasTouch: true } });
  bob = await joins("Bob", { browser, inflow, mail, size: DESKTOP });
  asks(inflow, ASKERS);
});

test.beforeEach(async () => {
  await alice.visits("/intexted?tab=syncflows");
  await expect(button(alice, "Bounce")).toBeVisible();
});

test.afterAll(async () => {
  await alice?.leaves();
  await bob?.leaves();
  await inflow?.stop();
  await mail?.close();
});

test("who stands in the middle stays there when somebody else asks", async () => {
  const first = await inTheMiddle();
  await bob.call("mutation", "flowRequests:requestSync", {
    sender_id: bob.profileId,
    receiver_id: alice.profileId,
  });
  await expect(button(alice, "@bob")).toBeVisible();
  expect(await inTheMiddle()).toBe(first);
  await button(alice, "Bounce").click();
  await expect(button(alice, first)).toBeHidden();
  await expect(button(alice, "@bob")).toBeVisible();
});

test("a second click in the same place bounces nobody else", async () => {
  const before = await pending();
  const place = await button(alice, "Bounce").boundingBox();
  const [x, y] = [(place?.x ?? 0) + 20, (place?.y ?? 0) + 20];
  await alice.page.mouse.dblclick(x, y);
  await expect(faces()).toHaveCount(before - 1);
  await alice.page.mouse.click(x, y);
  await expect(button(alice, "Bounce")).toBeHidden();
  await bouncesSomebodyElse(before - 1);
  expect(await pending()).toBe(before - 2);
});

test("Enter that is held bounces one, and goes on to a face", async () => {
  const before = await pending();
  await button(alice, "Bounce").focus();
  await alice.page.keyboard.down("Enter");
  await expect(faces()).toHaveCount(before - 1);
  await expect(alice.page.locator("button:focus")).toHaveAccessibleName(/^@/);
  for (let repeated = 0; repeated < 3; repeated += 1) await alice.page.keyboard.down("Enter");
  await alice.page.keyboard.up("Enter");
  await expect(alice.page.locator("button:focus")).toHaveAttribute("aria-pressed", "true");
  await bouncesSomebodyElse(before - 1);
  expect(await pending()).toBe(before - 2);
});

test("what somebody else has settled meanwhile is settled, without a word", async () => {
  const road = await roadOf(alice.page.context());
  await alice.page.reload();
  await expect(button(alice, "Bounce")).toBeVisible();
  const chosen = await inTheMiddle();
  await road.cut();
  await button(alice, "Bounce").click();
  for (const words of ["Bounce", "Syncflow"]) await expect(button(alice, words)).toBeDisabled();
  inflow.byHand(`
    UPDATE flow_requests SET status = 'cancelled', settled_at = now() FROM users
    WHERE users.id = sender_id AND users.username = '${chosen.slice(1)}'`);
  const said = alice.page.getByText("This request does not exist");
  await road.mend();
  await expect(button(alice, chosen)).toBeHidden();
  await expect(button(alice, "Bounce")).toBeHidden();
  await expect(said).toBeHidden();
});

test("a finger that rests on a face shows who it is, and no menu of the browser comes up", async () => {
  const face = faces().nth(2);
  const name = (await face.getAttribute("aria-label")) ?? "";
  await rest(alice.page, face, async () => {
    await expect(face).toHaveAttribute("aria-pressed", "true");
    // Headless browsers send no such event; the test can still ask whether it would be allowed.
    expect(await face.evaluate(letsThrough, "contextmenu")).toBe(false);
    const until = Date.now() + LONG_MS;
    while (Date.now() < until) expect(await inTheMiddle()).toBe(name);
  });
  expect(await inTheMiddle()).toBe(name);
});

test("who asks is shown with their name and newest fotos, below the circle and on a wide window beside it", async () => {
  const username = (await faces().first().getAttribute("aria-label"))?.slice(1) ?? "";
  inflow.byHand(`UPDATE users SET nook = 'scenic' WHERE username = '${username}'`);
  hang(inflow, username, "Of who asks", { count: 3 });
  await faces().first().click();
  const fotos = alice.page.getByRole("region", { name: `Latest fotos by @${username}` });
  await expect(fotos.getByRole("link")).toHaveCount(3);
  const beside = await alice.opensAnother("/intexted?tab=syncflows");
  await beside.setViewportSize({ width: 1280, height: 800 });
  await expect(beside.getByRole("heading", { name: /^(Asker|Bob) / })).toBeInViewport();
  const circled = await beside.getByLabel("Requests to you").boundingBox();
  const shown = await beside.getByRole("region", { name: /^Latest fotos/ }).boundingBox();
  expect(shown?.x).toBeGreaterThan((circled?.x ?? 0) + (circled?.width ?? 0));
  await beside.close();
});

test("from both circles one comes to the other's wall", async () => {
  await faces().first().click();
  await alice.page.getByRole("link", { name: "View profile" }).click();
  await expect(alice.page).toHaveURL(/\/preview\//);
  await expect(alice.page.getByRole("heading", { name: /^(Asker|Bob) / })).toBeVisible();
  await bob.call("mutation", "flowRequests:requestSync", {
    sender_id: bob.profileId,
    receiver_id: "asker-profile-1",
  });
  await bob.visits("/intexted?tab=outgoing");
  await expect(bob.page.getByLabel("Your requests")).toBeVisible();
  await button(bob, "@asker_1").click();
  await bob.page.getByRole("link", { name: "View profile" }).click();
  await expect(bob.page).toHaveURL(/\/preview\/asker-profile-1$/);
  await expect(bob.page.getByRole("heading", { name: "Asker 1" })).toBeVisible();
});

const circle = () => alice.page.getByLabel("Requests to you");
const faces = () => circle().getByRole("button", { name: /^@/ });
const inTheMiddle = async () => (await circle().locator("strong").textContent()) ?? "";

const letsThrough = (element: Element, kind: string) =>
  element.dispatchEvent(new Event(kind, { bubbles: true, cancelable: true }));

/** How many wait, as the database has it. */
async function pending(): Promise<number> {
  return Number(
    inflow.byHand(`
      SELECT count(*) FROM flow_requests JOIN users ON users.id = receiver_id
      WHERE username = 'alice' AND status = 'pending'`),
  );
}

/** Requests are sent in the order of the presses: when this one is gone, the later ones would be too. */
async function bouncesSomebodyElse(among: number): Promise<void> {
  await expect(faces()).toHaveCount(among);
  await faces().last().click();
  await button(alice, "Bounce").click();
  await expect(faces()).toHaveCount(among - 1);
}
