import { expect, it } from "vitest";
import type { Notification } from "../../api";
import { pathOf, wordsOf } from "./words";

const about = (type: string, more: object = {}) =>
  ({
    type,
    subject: "subject",
    sender: { _id: "bobs", username: "bob", imageUrl: "" },
    ...more,
  }) as unknown as Notification;

it("says who did what", () => {
  expect(wordsOf(about("post_comment"))).toBe("@bob commented on your post");
  expect(wordsOf(about("sync_flow", { subject: "asked" }))).toBe("@bob wants to syncflow with you!");
  expect(wordsOf(about("intexted"))).toBe("@bob sent you a message");
});

it("says Someone for somebody who left, and stays calm about what it does not know", () => {
  expect(wordsOf(about("intexted", { sender: null }))).toBe("Someone sent you a message");
  expect(wordsOf(about("from the future"))).toBe("New notification");
});

it("leads to what it is about", () => {
  expect(pathOf(about("post_comment"))).toBe("/profile?post=subject");
  expect(pathOf(about("intexted"))).toBe("/intexted?chat=subject");
  expect(pathOf(about("sync_flow", { subject: "asked" }))).toBe("/intexted?tab=syncflows");
  expect(pathOf(about("sync_flow", { subject: "in_flow" }))).toBe("/preview/bobs");
});
