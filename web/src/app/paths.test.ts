import { expect, it } from "vitest";
import { paths, wayBack } from "./paths";

it("brings people back to where they were going", () => {
  const login = paths.login("/post/fotos?draft=1");
  expect(wayBack(login.slice(login.indexOf("?")))).toBe("/post/fotos?draft=1");
});

it.each(["?back=//evil.example", "?back=/\\evil.example", "?back=https://evil.example", "?back=", ""])(
  "never leads away from this origin: %s",
  (search) => expect(wayBack(search)).toBeNull(),
);
