import { describe, expect, it } from "vitest";
import { heldOrder } from "./heldOrder";

const rows = (text: string) => [...text].map((_id) => ({ _id }));
const held = (shown: string, sorted: string) => {
  const order = heldOrder([...shown], rows(sorted));
  return [order.rows.map(({ _id }) => _id).join(""), order.waiting];
};

describe("the order of a list that is read", () => {
  it("stays while nothing moves", () => expect(held("abc", "abc")).toEqual(["abc", 0]));

  it("stays while a row moves to the top, which is counted", () =>
    expect(held("abc", "cab")).toEqual(["abc", 1]));

  it("stays while two rows do", () => expect(held("abcd", "dbac")).toEqual(["abcd", 2]));

  it("lets a new row wait above", () => expect(held("abc", "xabc")).toEqual(["abc", 1]));

  it("loses what is deleted", () => expect(held("abc", "ac")).toEqual(["ac", 0]));

  it("gains what is loaded below", () => expect(held("abc", "abcde")).toEqual(["abcde", 0]));

  it("does both at once", () => expect(held("abc", "xcabde")).toEqual(["abcde", 2]));

  it("shows everything of a list that was empty", () => expect(held("", "ab")).toEqual(["ab", 0]));

  it("is empty where everything is deleted", () => expect(held("ab", "")).toEqual(["", 0]));
});
