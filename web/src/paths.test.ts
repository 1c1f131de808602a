import { expect, it } from "vitest";
import { paths, resumedPath, returnPathIn } from "./paths";

it("brings people back to where they were going", () => {
  const login = paths.login("/post/fotos?draft=1");
  expect(returnPathIn(login.slice(login.indexOf("?")))).toBe("/post/fotos?draft=1");
});

it.each([
  "?back=//evil.example",
  "?back=/\\evil.example",
  "?back=https://evil.example",
  "?back=//",
  "?back=/%09/evil.example",
  "?back=/%0a/evil.example",
  "?back=/%0d\\evil.example",
  "?back=%09//evil.example",
  "?back=/.//evil.example",
  "?back=/sphere/%2e%2e//evil.example",
  "?back=",
  "",
])("never leads away from this origin: %s", (search) => expect(returnPathIn(search)).toBeNull());

it.each(["/", "/sphere?open=a//b", "/preview/a%2Fb#top", "/.sphere"])(
  "leads to any place within it: %s",
  (place) => expect(returnPathIn(`?${new URLSearchParams({ back: place })}`)).toBe(place),
);

it("leads on to where they were going when a provider brings them back", () => {
  expect(resumedPath({ pathname: "/homefeed", search: "" }, "/post/fotos?draft=1")).toBe(
    "/post/fotos?draft=1",
  );
});

it("still knows where they were going when the provider did not sign them in", () => {
  const place =
    resumedPath({ pathname: "/login", search: "?problem=cancelled" }, "/post/fotos?draft=1") ?? "";
  expect(place).toMatch(/^\/login\?problem=cancelled&/);
  expect(returnPathIn(place.slice(place.indexOf("?")))).toBe("/post/fotos?draft=1");
});

it.each([
  ["/get-started", "?complete", "/sphere"],
  ["/login", "", "/sphere"],
  ["/nooks", "", "/sphere"],
  ["/homefeed", "", "//evil.example"],
  ["/homefeed", "", "/\t/evil.example"],
  ["/login", "?problem=cancelled", "/\t/evil.example"],
])("leaves people where they are otherwise: %s%s", (pathname, search, returnTo) =>
  expect(resumedPath({ pathname, search }, returnTo)).toBeNull(),
);
