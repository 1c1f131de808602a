import { describe, expect, it } from "vitest";
import { looksLikePhoto } from "../upload/upload";
import { ratioOf } from "./ratio";
import { sourcesOf } from "./sources";

describe("the ratio of a photograph", () => {
  it("is landscape above 1.3, vertical below 0.8, and horizontal between", () => {
    expect(ratioOf(1600, 900)).toBe("landscape");
    expect(ratioOf(1300, 1000)).toBe("horizontal");
    expect(ratioOf(1000, 1000)).toBe("horizontal");
    expect(ratioOf(800, 1000)).toBe("horizontal");
    expect(ratioOf(900, 1600)).toBe("vertical");
  });
});

describe("what may be chosen", () => {
  it("is a photograph by its type, or by its name where the system knows no type", () => {
    expect(looksLikePhoto({ type: "image/jpeg", name: "a.jpg" })).toBe(true);
    expect(looksLikePhoto({ type: "", name: "IMG_0001.HEIC" })).toBe(true);
    expect(looksLikePhoto({ type: "application/pdf", name: "a.pdf" })).toBe(false);
    expect(looksLikePhoto({ type: "image/svg+xml", name: "a.svg" })).toBe(false);
  });
});

describe("the sources of a foto", () => {
  it("offer modern formats first and JPEG to everybody, narrowest first", () => {
    const variant = (width: number, type: string) => ({
      width,
      height: width,
      type,
      url: `/m/${width}.${type.slice(6)}`,
    });
    const { modern, jpeg } = sourcesOf({
      variants: [variant(640, "image/webp"), variant(640, "image/jpeg"), variant(320, "image/jpeg")],
    });
    expect(modern).toEqual([{ type: "image/webp", srcSet: "/m/640.webp 640w" }]);
    expect(jpeg).toBe("/m/320.jpeg 320w, /m/640.jpeg 640w");
  });

  it("have the full size only where a foto is enlarged so far", () => {
    const variants = [1080, 2048, 6000].map((width) => ({
      width,
      height: width,
      type: "image/webp",
      url: `/m/${width}.webp`,
    }));
    expect(sourcesOf({ variants }).modern[0]?.srcSet).toBe("/m/1080.webp 1080w, /m/2048.webp 2048w");
    expect(sourcesOf({ variants }, true).modern[0]?.srcSet).toMatch(/\/m\/6000\.webp 6000w$/);
  });

  it("are none where the server made none", () => {
    expect(sourcesOf({ variants: [] })).toEqual({ modern: [], jpeg: undefined });
  });
});
