import { expect, it } from "vitest";
import { hasLinks, piecesOf } from "./links";

const linksIn = (text: string) => piecesOf(text).filter((piece) => "href" in piece);

it("makes links of web addresses and leaves all other words as they are", () => {
  expect(piecesOf("See https://example.org/a?b=c#d, or ask.")).toEqual([
    { text: "See " },
    { text: "https://example.org/a?b=c#d", href: "https://example.org/a?b=c#d", at: 4 },
    { text: ", or ask." },
  ]);
  expect(piecesOf("Low tide\nat six")).toEqual([{ text: "Low tide\nat six" }]);
  expect(hasLinks("Low tide")).toBe(false);
  expect(hasLinks("HTTPS://EXAMPLE.ORG")).toBe(true);
});

it.each([
  ["https://example.org.", "https://example.org"],
  ["(https://example.org/a)", "https://example.org/a"],
  ["https://example.org/a_(b)", "https://example.org/a_(b)"],
  ["https://example.org/…!?", "https://example.org/"],
  ["“https://example.org/a”", "https://example.org/a"],
])("%s ends where the address does", (text, shown) => {
  expect(linksIn(text).map((piece) => piece.text)).toEqual([shown]);
});

it.each([
  "javascript:alert(1)",
  "data:text/html,hello",
  "file:///etc/passwd",
  "ftp://example.org",
  "mailto:a@example.org",
  "example.org",
  "https://",
  "https://paypal.com@evil.example/",
  "https://paypal.com:443@evil.example/",
  "https://[broken",
])("%s is no link", (text) => {
  expect(piecesOf(text)).toEqual([{ text }]);
});

it("shows plainly where an address leads whose letters look like others", () => {
  expect(linksIn("https://аррӏе.com/login")).toEqual([
    { text: "https://xn--80ak6aa92e.com/login", href: "https://xn--80ak6aa92e.com/login", at: 0 },
  ]);
  expect(linksIn("https://example。org")).toEqual([
    { text: "https://example.org/", href: "https://example.org/", at: 0 },
  ]);
  expect(linksIn("https://%65vil.example/a")[0]?.text).toBe("https://evil.example/a");
  expect(linksIn("https://evil.example/\u202Emoc.lapyap")[0]?.text).toBe(
    "https://evil.example/%E2%80%AEmoc.lapyap",
  );
});

it("loses no letter of what was written", () => {
  for (const text of [
    "a https://b.org c",
    "https://b.org",
    "https://b.org https://c.org.",
    "x(https://b.org)y",
  ])
    expect(
      piecesOf(text)
        .map((piece) => piece.text)
        .join(""),
    ).toBe(text);
});

it("reads a long message without going back and forth", () => {
  const text = `https://${".".repeat(1_990)}`;
  expect(piecesOf(text)).toEqual([{ text }]);
  expect(piecesOf(`https://a.b/${"().".repeat(600)}`).length).toBeLessThanOrEqual(2);
});
