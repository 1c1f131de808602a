import { createElement } from "react";
// @ts-expect-error the package comes without types
import { act, create } from "react-test-renderer";
import { beforeEach, expect, it, vi } from "vitest";
import type { Post } from "../../api";
import { Foto } from "./Foto";

const COUNT = 24;
const EAGER = 6;

let drawn: string[] = [];

beforeEach(() => {
  drawn = [];
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
});

/** A post that notes when it is drawn: its writer's name is read for that, and not where posts are compared as text. */
function post(id: string, caption = ""): Post {
  const said = {
    _id: id,
    caption,
    altText: id,
    imageUrl: `/media/${id}/400.jpg`,
    variants: [],
    width: 400,
    height: 600,
    thumbhash: "",
    filter: "none",
    adjustments: { brightness: 100, contrast: 100, saturation: 100 },
    createdAt: "2026-01-01T00:00:00Z",
  };
  const username = {
    get: () => {
      drawn.push(id);
      return "alice";
    },
  };
  return Object.defineProperty(said, "username", username) as unknown as Post;
}

const wall = (posts: Post[]) =>
  posts.map((each, at) => createElement(Foto, { key: each._id, post: each, eager: at < EAGER }));

it("draws a foto again only when something of it has changed", async () => {
  const ids = Array.from({ length: COUNT }, (_, at) => `foto ${at}`);
  const posts = ids.map((id) => post(id));
  const shown = await act(() => create(wall(posts)));
  expect(drawn).toEqual(ids);

  drawn = [];
  await act(() => shown.update(wall(posts)));
  expect(drawn).toEqual([]);

  await act(() => shown.update(wall(ids.map((id) => post(id, id === "foto 3" ? "Low tide" : "")))));
  expect(drawn).toEqual(["foto 3"]);
  await act(() => shown.unmount());
});
