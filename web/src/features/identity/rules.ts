import { yearsSince } from "../../lib/time";
import type { NewMember } from "./identity";

export const FULL_NAME_MAX = 25;
export const USERNAME_MIN = 3;
export const USERNAME_MAX = 20;
export const PASSWORD_MIN = 8;
export const AGE_MIN = 15;
export const CODE_LENGTH = 6;

/** The first thing that is wrong with a sign-up, in the product's words, or null. The server checks all of it again. */
export function objectionTo(member: NewMember, today: Date): string | null {
  const { email, fullName, username, password, dateOfBirth } = member;
  if ([email, fullName, username, password, dateOfBirth].some((value) => value.trim() === ""))
    return "Please fill in all fields";
  if (!member.termsAccepted) return "Please accept the terms and conditions";
  return (
    objectionToName(fullName.trim()) ??
    objectionToUsername(username.trim()) ??
    objectionToPassword(password) ??
    objectionToAge(dateOfBirth, today)
  );
}

function objectionToName(name: string): string | null {
  if (!name.includes(" ")) return "Please enter both first and last name separated by a space";
  if (name.split(/\s+/).length < 2) return "Please enter both first and last name";
  if (!/^[\p{L}\p{M} ]+$/u.test(name)) return "Names can only contain letters and spaces";
  if ([...name].length > FULL_NAME_MAX) return `Full name must be ${FULL_NAME_MAX} characters or less`;
  return null;
}

function objectionToUsername(username: string): string | null {
  if (username.length < USERNAME_MIN) return `Username must be at least ${USERNAME_MIN} characters long`;
  if (!/^[a-z0-9_]+$/i.test(username)) return "Username can only contain letters, numbers, and underscores";
  return null;
}

function objectionToPassword(password: string): string | null {
  if (password.length < PASSWORD_MIN) return `Password must be at least ${PASSWORD_MIN} characters long`;
  if (!/\p{Lu}/u.test(password)) return "Password must contain at least one uppercase letter";
  if (!/\p{Ll}/u.test(password)) return "Password must contain at least one lowercase letter";
  if (!/\d/.test(password)) return "Password must contain at least one number";
  return null;
}

function objectionToAge(dateOfBirth: string, today: Date): string | null {
  const age = yearsSince(new Date(`${dateOfBirth}T00:00:00Z`), today);
  return age >= AGE_MIN ? null : `You must be at least ${AGE_MIN} years old to sign up`;
}

/** The digits of what was typed or pasted, at most a whole code: '123 456' is '123456'. */
export function codeIn(text: string): string {
  return text.replace(/\D/g, "").slice(0, CODE_LENGTH);
}
