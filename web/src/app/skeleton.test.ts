import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { paths } from "../paths";
import type { Route } from "../ui/Router";
import { routes } from "./routes";

const page = readFileSync("index.html", "utf8");
const [, pattern = ""] = /\/(\^\\\/\(homefeed.+\))\/i\.exec/.exec(page) ?? [];

const all = (among: readonly Route[]): Route[] =>
  among.flatMap((route) => [route, ...all(route.children ?? [])]);
const places = (among: readonly Route[]) => among.flatMap(({ path }) => (path ? [path] : []));
const hasFeed = ({ children = [] }: Route) => places(children).includes(paths.homeFeed());

it("index.html draws the shell's blanks on the screens inside the shell, and on no other", () => {
  const every = all(routes);
  const inside = places(every.find(hasFeed)?.children ?? []);
  expect(inside).toContain(paths.settingsHelp());
  const drawn = places(every).filter((path) => new RegExp(pattern, "i").test(path));
  expect(drawn).toEqual(inside);
});

it("index.html knows the shapes of the feed's blank tiles", () => {
  const [shapes] =
    /const SHAPES = (\[.+\]);/.exec(readFileSync("src/features/posts/WallSkeleton.tsx", "utf8"))?.slice(1) ??
    [];
  expect(shapes).toBeDefined();
  expect(page).toContain(`const shapes = ${shapes};`);
});
