import { describe, expect, test } from "vitest";
import { matchRoutes, type RoutePattern } from "./matchRoutes";

interface Named extends RoutePattern<Named> {
  name: string;
}

const ROUTES: Named[] = [
  { name: "landing", path: "/" },
  {
    name: "members",
    children: [
      { name: "redirect", path: "/homeFeed", caseSensitive: true },
      { name: "feed", path: "/homefeed" },
      { name: "preview", path: "/preview/:profileId" },
      { name: "settings", children: [{ name: "privacy", path: "/settings/privacy" }] },
    ],
  },
  { name: "elsewhere", path: "*" },
];

const namesAt = (pathname: string) => matchRoutes(ROUTES, pathname)?.chain.map(({ name }) => name);

describe("The route of an address", () => {
  test("is found with everything around it", () => {
    expect(namesAt("/")).toEqual(["landing"]);
    expect(namesAt("/homefeed")).toEqual(["members", "feed"]);
    expect(namesAt("/settings/privacy")).toEqual(["members", "settings", "privacy"]);
  });

  test("is the same with slashes at the end and in capitals", () => {
    expect(namesAt("/settings/privacy/")).toEqual(["members", "settings", "privacy"]);
    expect(namesAt("/Settings/PRIVACY")).toEqual(["members", "settings", "privacy"]);
    expect(namesAt("/homeFeed")).toEqual(["members", "redirect"]);
    expect(namesAt("/HOMEFEED")).toEqual(["members", "feed"]);
  });

  test("carries the names of its segments, decoded", () => {
    expect(matchRoutes(ROUTES, "/preview/p%C3%A4%2F1")?.params).toEqual({ profileId: "pä/1" });
    expect(matchRoutes(ROUTES, "/preview/100%")?.params).toEqual({ profileId: "100%" });
  });

  test("is the last one for an address that no other has", () => {
    for (const path of ["/preview", "/preview/a/b", "/settings", "/homefeed/more", "/nowhere"])
      expect(namesAt(path)).toEqual(["elsewhere"]);
    expect(matchRoutes(ROUTES.slice(0, 2), "/nowhere")).toBeUndefined();
  });
});
