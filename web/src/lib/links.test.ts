import { expect, it } from "vitest";
import { hasLinks, piecesOf } from "./links";

const linksIn = (text: string) => piecesOf(text).filter((piece) => "href" in piece);

it("makes links of web addresses and leaves all other words as they are", () => {
  expect(piecesOf("See https://example.org/a?b=c#d, or ask.")).toEqual([
    { text: "See " },
    { text: "example.org/a?b=c#d", isShortened: false, href: "https://example.org/a?b=c#d", at: 4 },
    { text: ", or ask." },
  ]);
  expect(piecesOf("Low tide\nat six")).toEqual([{ text: "Low tide\nat six" }]);
  expect(hasLinks("Low tide")).toBe(false);
  expect(hasLinks("HTTPS://EXAMPLE.ORG")).toBe(true);
});

it.each([
  ["https://example.org.", "example.org"],
  ["(https://example.org/a)", "example.org/a"],
  ["https://example.org/a_(b)", "example.org/a_(b)"],
  ["https://example.org/…!?", "example.org"],
  ["“https://example.org/a”", "example.org/a"],
  ["HTTPS://EXAMPLE.ORG/", "EXAMPLE.ORG"],
  ["http://example.org/a", "http://example.org/a"],
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
    {
      text: "xn--80ak6aa92e.com/login",
      isShortened: false,
      href: "https://xn--80ak6aa92e.com/login",
      at: 0,
    },
  ]);
  expect(linksIn("https://example。org")).toEqual([
    { text: "example.org", isShortened: false, href: "https://example.org/", at: 0 },
  ]);
  expect(linksIn("https://%65vil.example/a")[0]?.text).toBe("evil.example/a");
  // One foreign letter among others.
  expect(linksIn("https://pаypal.com/")[0]?.text).toBe("xn--pypal-4ve.com");
  expect(linksIn("https://evil.example/\u202Emoc.lapyap")[0]?.text).toBe("evil.example/%E2%80%AEmoc.lapyap");
});

it("loses no letter beside the addresses", () => {
  for (const [text, rest] of [
    ["a https://b.org c", "a  c"],
    ["https://b.org", ""],
    ["https://b.org https://c.org.", " ."],
    ["x(https://b.org)y", "x()y"],
  ] as const)
    expect(
      piecesOf(text)
        .map((piece) => ("href" in piece ? "" : piece.text))
        .join(""),
    ).toBe(rest);
});

it("cuts a long address behind its host, and a long host before its end", () => {
  const [long] = linksIn(`https://example.org/${"a".repeat(60)}`);
  expect(long).toMatchObject({ text: `example.org/${"a".repeat(27)}…`, isShortened: true });
  const host = `paypal.com.${"a".repeat(50)}.evil.example`;
  const [deceit] = linksIn(`https://${host}/login`);
  expect(deceit).toMatchObject({
    text: `…${host.slice(-40)}/…`,
    isShortened: true,
    href: `https://${host}/login`,
  });
});

it("reads a long message without going back and forth", () => {
  const text = `https://${".".repeat(1_990)}`;
  expect(piecesOf(text)).toEqual([{ text }]);
  expect(piecesOf(`https://a.b/${"().".repeat(600)}`).length).toBeLessThanOrEqual(2);
});
