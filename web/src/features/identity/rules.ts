import * as signUpRulesWords from "../../locales/signUpRules";
import type { NewMember, Profile, Reset } from "./identity";

export const FULL_NAME_MAX = 25;
export const USERNAME_MIN = 3;
export const USERNAME_MAX = 20;
export const AGE_MIN = 15;
export const CODE_LENGTH = 6;

/** The operator's password rules: the number of characters, and whether all kinds of them are required. */
export interface PasswordPolicy {
  least: number;
  isMixed: boolean;
}

export const SPEC: PasswordPolicy = { least: 8, isMixed: true };

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

function passwordError(password: string, { least, isMixed }: PasswordPolicy): string | null {
  if (password.length < least) return signUpRulesWords.passwordTooShort({ count: least });
  if (!isMixed) return null;
  if (!/\p{Lu}/u.test(password)) return signUpRulesWords.needsUppercase();
  if (!/\p{Ll}/u.test(password)) return signUpRulesWords.needsLowercase();
  if (!/\d/.test(password)) return signUpRulesWords.needsNumber();
  return null;
}

/** A hint of the password rules. The specification's upper limit of 15 is shown but not enforced. */
export function passwordHint({ least, isMixed }: PasswordPolicy): string {
  if (!isMixed) return signUpRulesWords.leastHint({ count: least });
  return signUpRulesWords.mixedHint({ count: least });
}

/** The digits of a typed or pasted text, at most a whole code: '123 456' is '123456'. */
export function codeIn(text: string): string {
  return text.replace(/\D/g, "").slice(0, CODE_LENGTH);
}
