import { productName } from "../../lib/deployment";
import * as signUpRulesWords from "../../locales/signUpRules";
import type { NewMember, Profile, Reset } from "./identity";

export const FULL_NAME_MAX = 25;
export const USERNAME_MIN = 3;
export const USERNAME_MAX = 20;
export const REASON_MAX = 300;
export const AGE_MIN = 15;
export const CODE_LENGTH = 6;

/** The operator's password rules: the number of characters, and whether all kinds of them are required. */
export interface PasswordPolicy {
  least: number;
  mostBytes: number;
  isMixed: boolean;
}

export const SPEC: PasswordPolicy = { least: 8, mostBytes: 1_024, isMixed: true };

/** An error in the product's words, and the field that it concerns. */
export interface FieldError<Field extends string = string> {
  field: Field;
  words: string;
}

type Typed = Exclude<keyof NewMember, "termsAccepted">;
const TYPED: Typed[] = ["email", "fullName", "username", "password", "dateOfBirth"];
const TYPED_WITHOUT_PASSWORD: Exclude<Typed, "email" | "password">[] = [
  "fullName",
  "username",
  "dateOfBirth",
];

/**
 * The first error of a sign-up, or null. The server checks all of it again, in the same order, and alone decides
 * about the age: it remembers earlier refusals.
 */
export function findMemberError(
  member: NewMember,
  policy: PasswordPolicy,
): FieldError<keyof NewMember> | null {
  return (
    findBlankError(member, TYPED) ??
    findTermsError(member) ??
    about("email", emailError(member.email)) ??
    findNameError(member) ??
    about("password", passwordError(member.password, policy))
  );
}

/** The error of one field that its visitor has left, or null. Says nothing about an age, as above. */
export function findLeftError(
  member: NewMember,
  field: keyof NewMember,
  policy: PasswordPolicy,
): string | null {
  if (field === "email") return emailError(member.email);
  if (field === "fullName") return fullNameError(member.fullName);
  if (field === "username") return usernameError(member.username.trim());
  return field === "password" ? passwordError(member.password, policy) : null;
}

/** The same after a login at a provider: without address and password. */
export function findProfileError(profile: Profile): FieldError<keyof Profile> | null {
  return findBlankError(profile, TYPED_WITHOUT_PASSWORD) ?? findTermsError(profile) ?? findNameError(profile);
}

/** The first thing that is wrong with a new password and its repetition, or null. */
export function findResetError(reset: Reset, policy: PasswordPolicy): FieldError<keyof Reset> | null {
  const blank = findBlankError(reset, ["email", "newPassword", "retyped"]);
  if (blank) return blank;
  const email = emailError(reset.email);
  return email ? { field: "email", words: email } : findNewPasswordError(reset, policy);
}

/** The same with the link from an email, where no address is typed. */
export function findNewPasswordError(reset: Reset, policy: PasswordPolicy): FieldError<keyof Reset> | null {
  const blank = findBlankError(reset, ["newPassword", "retyped"]);
  if (blank) return blank;
  const password = passwordError(reset.newPassword, policy);
  if (password) return { field: "newPassword", words: password };
  return reset.newPassword === reset.retyped ? null : { field: "retyped", words: signUpRulesWords.noMatch() };
}

function about<Field extends string>(field: Field, words: string | null): FieldError<Field> | null {
  return words === null ? null : { field, words };
}

function findBlankError<Field extends string>(
  typed: Record<Field, string>,
  fields: Field[],
): FieldError<Field> | null {
  const blank = fields.find((field) => typed[field].trim() === "");
  return blank === undefined ? null : { field: blank, words: signUpRulesWords.fillIn() };
}

function findTermsError({ termsAccepted }: Profile): FieldError<"termsAccepted"> | null {
  return about("termsAccepted", termsAccepted ? null : signUpRulesWords.acceptTerms());
}

/** Of anything that is no address at all; the server knows more of them. */
function emailError(email: string): string | null {
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? null : signUpRulesWords.validEmail();
}

function findNameError({ fullName, username }: Profile): FieldError<"fullName" | "username"> | null {
  return about("fullName", fullNameError(fullName)) ?? about("username", usernameError(username.trim()));
}

function fullNameError(name: string): string | null {
  if (!name.includes(" ")) return signUpRulesWords.separateNames();
  if (name.trim().split(/\s+/).length < 2) return signUpRulesWords.bothNames();
  // Some scripts need joiners inside words; the server knows which.
  if (!/^(?:[\p{L}\p{M} ]|\p{Join_Control})+$/u.test(name)) return signUpRulesWords.lettersOnly();
  if ([...name.trim().replace(/ +/g, " ")].length > FULL_NAME_MAX)
    return signUpRulesWords.nameTooLong({ count: FULL_NAME_MAX });
  return null;
}

function usernameError(username: string): string | null {
  if (username.length < USERNAME_MIN) return signUpRulesWords.usernameTooShort({ count: USERNAME_MIN });
  if (!/^[a-z0-9_]+$/i.test(username)) return signUpRulesWords.usernameCharacters();
  return null;
}

/** The kinds of characters in a mixed password, what to say without one, and how the rule is named in a list. */
const KINDS = [
  [/\p{Lu}/u, signUpRulesWords.needsUppercase, signUpRulesWords.uppercaseRule],
  [/\p{Ll}/u, signUpRulesWords.needsLowercase, signUpRulesWords.lowercaseRule],
  [/\p{Nd}/u, signUpRulesWords.needsNumber, signUpRulesWords.numberRule],
] as const;

const isLong = (password: string, least: number) => [...password].length >= least;

function passwordError(password: string, { least, isMixed }: PasswordPolicy): string | null {
  if (!isLong(password, least)) return signUpRulesWords.passwordTooShort({ count: least });
  const missing = isMixed && KINDS.find(([kind]) => !kind.test(password));
  return missing ? missing[1]() : null;
}

/** The rules that show while a password is typed, and whether it keeps them so far. */
export function passwordRules(
  password: string,
  { least, isMixed }: PasswordPolicy,
): { words: string; isKept: boolean }[] {
  const length = isMixed ? signUpRulesWords.specHint : signUpRulesWords.leastHint;
  return [
    { words: length({ count: least }), isKept: isLong(password, least) },
    ...(isMixed ? KINDS.map(([kind, , name]) => ({ words: name(), isKept: kind.test(password) })) : []),
  ];
}

/** A hint of the password rules. The specification's upper limit of 15 is shown but not enforced. */
export function passwordHint({ least, isMixed }: PasswordPolicy): string {
  if (!isMixed) return signUpRulesWords.leastHint({ count: least });
  return signUpRulesWords.mixedHint({ count: least });
}

/** The other rules, of which only the server can tell whether they are kept. */
export function passwordNote({ mostBytes, isMixed }: PasswordPolicy): string {
  const length = isMixed ? signUpRulesWords.longerIsFine : signUpRulesWords.longest;
  return `${length({ count: mostBytes })} ${signUpRulesWords.hardToGuess({ product: productName })}`;
}

/** The digits of a typed or pasted text, at most a whole code: '123 456' is '123456'. */
export function codeIn(text: string): string {
  return text.replace(/\D/g, "").slice(0, CODE_LENGTH);
}
