import { expect, it } from "vitest";
import { nameOf } from "./names";

const somebody = {
  _id: "p1",
  username: "mara",
  fullName: "Mara Lind",
  imageUrl: "",
} as unknown as Parameters<typeof nameOf>[0];

it("calls the other one by their username, and whoever has left a deleted member", () => {
  expect(nameOf(somebody)).toBe("@mara");
  expect(nameOf({ ...somebody, username: "" } as typeof somebody)).toBe("Deleted member");
});
