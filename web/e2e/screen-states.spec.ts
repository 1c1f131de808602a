import { expect, test } from "@playwright/test";
import { routes } from "../src/app/routes";
import { paths } from "../src/paths";
import type { Route } from "../src/ui/Router";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, Person, PHONE } from "./person";
import { OWN } from "./screen-states/own";
import { PEOPLE } from "./screen-states/people";
import { POPUPS } from "./screen-states/popups";
import { type Age, go, type People, type Row } from "./screen-states/row";
import { Seat } from "./screen-states/seat";
import { ELSEWHERE, VISITORS } from "./screen-states/visitors";
import { WALLS } from "./screen-states/walls";
import { live, meet, paint, talk } from "./screen-states/world";

/** `STATES_ALBUM=folder` takes a picture of every state, `STATES_ONLY=names` looks at those alone that fit. */
const ONLY = new RegExp(process.env.STATES_ONLY ?? "");
const GROUPS: Record<string, Row[]> = { walls: WALLS, people: PEOPLE, "one's own": OWN, popups: POPUPS };
const ROWS = Object.values(GROUPS).flat();

let mail: MailServer;
let inflow: Inflow;
let alice: Joined;
/** The same member on a phone and on a desktop. */
let seats: Seat[];
/** What pages tried to do that their own headers forbid. */
const forbidden: string[] = [];
const people: People = { bobsProfile: "", conversation: "" };

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  alice = await joins("Alice", { browser, inflow, mail, size: PHONE });
  alice.page.context().on("console", (message) => {
    if (/requires 'Trusted|Content Security Policy/.test(message.text())) forbidden.push(message.text());
  });
  await paint(alice.page);
  seats = await seatsOf(alice, "/homefeed");
});

test.afterAll(async () => {
  await alice?.leaves();
  await inflow?.stop();
  await mail?.close();
});

test("no screen is forgotten", () => {
  const looked = [...ROWS, ...VISITORS, ...ELSEWHERE].map(({ route }) => route);
  expect(new Set(looked)).toEqual(new Set(pathsIn(routes)));
});

test("a visitor's screens are for everybody, and being a visitor is no error", async ({ browser }) => {
  const carol = await Person.arrives("Carol", browser, inflow, PHONE);
  const { page } = carol;
  const logged: string[] = [];
  page.on("console", (message) => message.type() === "error" && logged.push(message.text()));
  page.on("pageerror", (error) => logged.push(error.message));
  await carol.visits("/");
  const both = await seatsOf(carol, "/");
  for (const row of VISITORS) await Promise.all(both.map((seat) => seat.sees(row)));
  for (const { route } of VISITORS) {
    await carol.visits(route);
    await page.waitForLoadState("networkidle");
  }
  expect(logged).toEqual([]);
  await carol.leaves();
});

test("from every other screen a visitor is led to the login, which knows where they were going", async ({
  browser,
}) => {
  const everybodys = new Set([...VISITORS.map(({ route }) => route), "*"]);
  const dora = await Person.arrives("Dora", browser, inflow, PHONE);
  for (const route of pathsIn(routes).filter((one) => !everybodys.has(one))) {
    await dora.visits(route);
    await expect(dora.page).toHaveURL(inflow.origin + paths.login(route));
  }
  await dora.leaves();
});

test("where nothing is, the way leads elsewhere", async () => {
  for (const { at, leads } of ELSEWHERE) {
    await go(alice.page, at);
    await expect(alice.page).toHaveURL(inflow.origin + leads);
  }
});

test("with nothing there, each screen says what will be, and what to do", async () => {
  for (const row of emptyWhile("alone")) await all(row, "seesNothing");
});

test("nothing of somebody else's, and a conversation that has not begun", async ({ browser }) => {
  const bob = await joins("Bob", { browser, inflow, mail, size: PHONE });
  people.bobsProfile = bob.profileId;
  people.conversation = await meet(alice, bob);
  for (const row of emptyWhile("met")) await all(row, "seesNothing");
  await talk(alice, bob, people.conversation);
  live(inflow);
  await bob.leaves();
});

for (const [name, rows] of Object.entries(GROUPS))
  test(`${name}: the server is slow, then it fails, then it has healed`, async () => {
    for (const row of rows) await all(row, "seesEachState");
    for (const row of rows.filter(emptyWhileOf("lively"))) await all(row, "seesNothing");
  });

test("what a failing database leaves of a screen comes back by trying again", async () => {
  const { page } = alice;
  await go(page, "/settings/help");
  inflow.byHand("ALTER TABLE posts RENAME TO mislaid");
  // The server does not run an answered query again before its data has changed.
  inflow.byHand("UPDATE users SET full_name = full_name");
  // A query over HTTP is answered once the server has seen that; a page might still get the answer from before.
  const asked = { path: "posts:getSpherePosts", args: [{ paginationOpts: { numItems: 9, cursor: null } }] };
  expect(await alice.sends("/api/query", asked)).toMatchObject({ status: "error" });
  await go(page, "/sphere");
  await expect(page.getByText("Couldn't load the sphere.")).toBeVisible();
  inflow.byHand("ALTER TABLE mislaid RENAME TO posts");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(alice.foto("vertical 1")).toBeVisible();
});

test("the app itself loads slowly, fails, and loads again", async () => {
  await Promise.all(seats.map((seat) => seat.seesItLoad()));
});

test("no screen did what the page's own headers forbid", () => {
  expect(forbidden).toEqual([]);
});

const emptyWhileOf =
  (age: Age) =>
  ({ empty }: Row) =>
    empty && (empty.age ?? "alone") === age;
/** The rows that are empty at this age. */
const emptyWhile = (age: Age) => ROWS.filter(emptyWhileOf(age));

/** On both pages at once: they share a member, and nothing else. */
async function all(row: Row, act: "seesNothing" | "seesEachState"): Promise<void> {
  if (!ONLY.test(row.name)) return;
  await test.step(row.name, () => Promise.all(seats.map((seat) => seat[act](row, people))));
}

/** Two pages of one browser, of the two sizes. */
async function seatsOf(person: Person, path: string): Promise<Seat[]> {
  const second = await person.opensAnother(path);
  await second.setViewportSize(DESKTOP);
  return Promise.all([person.page, second].map((page) => Seat.at(page)));
}

/** Every path of the map. */
function pathsIn(map: readonly Route[]): string[] {
  return map.flatMap(({ path, children = [] }) => [...(path ? [path] : []), ...pathsIn(children)]);
}
