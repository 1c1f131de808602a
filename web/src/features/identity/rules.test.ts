import { describe, expect, it } from "vitest";
import type { NewMember } from "./identity";
import {
  codeIn,
  findLeftError,
  findMemberError,
  findProfileError,
  findResetError,
  passwordHint,
  passwordNote,
  passwordRules,
  SPEC,
} from "./rules";

const alice: NewMember = {
  email: "alice@example.org",
  fullName: "Alice Moreau",
  username: "alice",
  password: "Right1234",
  dateOfBirth: "2000-01-01",
  termsAccepted: true,
  reason: "",
};
const errorFor = (part: Partial<NewMember>) => findMemberError({ ...alice, ...part }, SPEC);

describe("Alice signs up", () => {
  it("and nothing is wrong", () => expect(errorFor({})).toBeNull());

  it.each<[string, Partial<NewMember>]>([
    ["Please fill in all fields", { email: " " }],
    ["Please accept the terms and conditions", { termsAccepted: false }],
    ["Please enter a valid email address", { email: "alice" }],
    ["Please enter both first and last name separated by a space", { fullName: "Alice" }],
    ["Please enter both first and last name", { fullName: "Alice " }],
    ["Names can only contain letters and spaces", { fullName: "Alice M0reau" }],
    ["Full name must be 25 characters or less", { fullName: "Alice Abcdefghijklmnopqrstu" }],
    ["Username must be at least 3 characters long", { username: "al" }],
    ["Username can only contain letters, numbers, and underscores", { username: "al-ice" }],
    ["Password must be at least 8 characters long", { password: "Sho1" }],
    ["Password must contain at least one uppercase letter", { password: "right1234" }],
    ["Password must contain at least one lowercase letter", { password: "RIGHT1234" }],
    ["Password must contain at least one number", { password: "RightRight" }],
  ])("and reads: %s", (words, part) => {
    const [field] = Object.keys(part);
    expect(errorFor(part)).toEqual({ field, words });
  });

  it("and reads of the first field first", () =>
    expect(errorFor({ email: "alice@", username: "al" })?.field).toBe("email"));

  it("whatever her age: the server decides about it, and remembers whom it refused", () =>
    expect(errorFor({ dateOfBirth: "2020-01-01" })).toBeNull());
  it("with a name that is not ASCII", () => expect(errorFor({ fullName: "Zoë Łukasz" })).toBeNull());
});

describe("while Alice types", () => {
  const kept = (password: string) => passwordRules(password, SPEC).map(({ isKept }) => isKept);

  it("each rule of the password gets its tick", () => {
    expect(passwordRules("", SPEC).map(({ words }) => words)).toEqual([
      "8-15 characters",
      "An uppercase letter",
      "A lowercase letter",
      "A number",
    ]);
    expect(kept("")).toEqual([false, false, false, false]);
    expect(kept("Right")).toEqual([false, true, true, false]);
    expect(kept("Right1234 and far more than fifteen")).toEqual([true, true, true, true]);
  });

  it("characters count as the server counts them", () => {
    expect(kept("Ab1🌊🌊🌊🌊")).toEqual([false, true, true, true]);
    expect(kept("Ab١🌊🌊🌊🌊🌊")).toEqual([true, true, true, true]);
  });

  it("she reads the rules that only the server can check", () =>
    expect(passwordNote(SPEC)).toBe(
      "Longer is fine, up to 1,024 bytes. No common password, and nothing with your username, your email or Inflow in it.",
    ));

  it("a field that she left is marked by its own rules alone", () => {
    const typed = { ...alice, email: "alice", username: "al", password: "" };
    expect(findLeftError(typed, "email", SPEC)).toBe("Please enter a valid email address");
    expect(findLeftError(typed, "username", SPEC)).toBe("Username must be at least 3 characters long");
    expect(findLeftError(typed, "fullName", SPEC)).toBeNull();
    expect(findLeftError({ ...alice, dateOfBirth: "2020-01-01" }, "dateOfBirth", SPEC)).toBeNull();
  });
});

describe("Alice comes through a provider", () => {
  const { email: _, password: __, ...profile } = alice;

  it("and nothing is wrong", () => expect(findProfileError(profile)).toBeNull());

  it.each<[string, Partial<typeof profile>]>([
    ["Please fill in all fields", { dateOfBirth: "" }],
    ["Please accept the terms and conditions", { termsAccepted: false }],
    ["Please enter both first and last name separated by a space", { fullName: "Alice" }],
    ["Username must be at least 3 characters long", { username: "al" }],
  ])("and reads: %s", (words, part) => {
    const [field] = Object.keys(part);
    expect(findProfileError({ ...profile, ...part })).toEqual({ field, words });
  });
});

describe("Alice resets her password", () => {
  const reset = { email: "alice@example.org", newPassword: "Low-Tide-1987", retyped: "Low-Tide-1987" };

  it("and nothing is wrong", () => expect(findResetError(reset, SPEC)).toBeNull());

  it.each<[string, Partial<typeof reset>]>([
    ["Please fill in all fields", { email: "" }],
    ["Please fill in all fields", { retyped: "" }],
    ["Please enter a valid email address", { email: "alice at home" }],
    ["Passwords do not match", { retyped: "Low-Tide-1988" }],
    ["Password must be at least 8 characters long", { newPassword: "Low-1" }],
  ])("and reads: %s", (words, part) => {
    const [field] = Object.keys(part);
    expect(findResetError({ ...reset, ...part }, SPEC)).toEqual({ field, words });
  });
});

describe("where the operator wants long passwords of any kind", () => {
  const modern = { least: 12, mostBytes: 1_024, isMixed: false };
  const password = "twelve small";

  it("Alice may do without capitals and numbers", () =>
    expect(findMemberError({ ...alice, password }, modern)).toBeNull());

  it("Alice may not do with fewer", () =>
    expect(findMemberError({ ...alice, password: password.slice(1) }, modern)).toEqual({
      field: "password",
      words: "Password must be at least 12 characters long",
    }));

  it("Alice reads so beforehand", () => {
    expect(passwordHint(modern)).toBe("At least 12 characters");
    expect(passwordHint(SPEC)).toBe(
      "8-15 characters, with an uppercase letter, a lowercase letter and a number",
    );
  });
});

it("reads a pasted code whatever stands between its digits", () => {
  expect(codeIn("123 456")).toBe("123456");
  expect(codeIn("Your code: 12-34-56.")).toBe("123456");
  expect(codeIn("1234567")).toBe("123456");
});
