import { expect, it } from "vitest";
import { groupingOf } from "./groups";

const at = (writtenAt: string, isOwn = true) => ({ key: writtenAt, isOwn, writtenAt });
const six = at("2026-05-04T06:00:05");
const soon = at("2026-05-04T06:00:50");
const later = at("2026-05-04T06:01:10");

it("groups the messages of a member in a minute", () => {
  expect(groupingOf(soon, six, later, null)).toEqual({
    isFirstOfDay: false,
    isFirstOfGroup: false,
    isLastOfGroup: true,
  });
  expect(groupingOf(six, later, soon, null)).toMatchObject({ isFirstOfGroup: true, isLastOfGroup: false });
});

it("separates the members, and what was read from what is new", () => {
  expect(groupingOf(soon, { ...six, isOwn: false }, undefined, null).isFirstOfGroup).toBe(true);
  expect(groupingOf(soon, six, undefined, soon.key).isFirstOfGroup).toBe(true);
  expect(groupingOf(six, undefined, soon, soon.key).isLastOfGroup).toBe(true);
});

it("begins a day at the first message after midnight, and at the very first", () => {
  const midnight = at("2026-05-05T00:00:00");
  expect(groupingOf(midnight, later, undefined, null).isFirstOfDay).toBe(true);
  expect(groupingOf(later, six, undefined, null).isFirstOfDay).toBe(false);
  expect(groupingOf(six, "none", undefined, null).isFirstOfDay).toBe(true);
  expect(groupingOf(six, undefined, undefined, null).isFirstOfDay).toBe(false);
});
