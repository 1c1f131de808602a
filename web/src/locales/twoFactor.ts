// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { createElement, Fragment, type ReactNode } from "react";
import { translated } from "../lib/language";

/** Two-factor login */
export const title = (): string =>
  translated<string>("twoFactor", 0) ?? "Two-factor login";
/** Back to security */
export const backToSecurity = (): string =>
  translated<string>("twoFactor", 1) ?? "Back to security";
/** Loading your second steps */
export const loading = (): string =>
  translated<string>("twoFactor", 2) ?? "Loading your second steps";
/** Couldn't load your second steps. */
export const couldntLoad = (): string =>
  translated<string>("twoFactor", 3) ?? "Couldn't load your second steps.";
/** Something went wrong. Try again. */
export const failed = (): string =>
  translated<string>("twoFactor", 4) ?? "Something went wrong. Try again.";
/** or */
export const or = (): string =>
  translated<string>("twoFactor", 5) ?? "or";
/** Confirm that it's you */
export const confirmItsYou = (): string =>
  translated<string>("twoFactor", 6) ?? "Confirm that it's you";
/** This needs your second step again. */
export const proofHint = (): string =>
  translated<string>("twoFactor", 7) ?? "This needs your second step again.";
/** Your password */
export const yourPassword = (): string =>
  translated<string>("twoFactor", 8) ?? "Your password";
/** Continue */
export const go = (): string =>
  translated<string>("twoFactor", 9) ?? "Continue";
/** Use a passkey */
export const takePasskey = (): string =>
  translated<string>("twoFactor", 10) ?? "Use a passkey";
/** Log in with a passkey */
export const logInWithPasskey = (): string =>
  translated<string>("twoFactor", 11) ?? "Log in with a passkey";
/** The passkey didn't work. Try again. */
export const passkeyFailed = (): string =>
  translated<string>("twoFactor", 12) ?? "The passkey didn't work. Try again.";
/** This device already has a passkey for your account. */
export const passkeyExists = (): string =>
  translated<string>("twoFactor", 13) ?? "This device already has a passkey for your account.";
/** Enter the code from your authenticator app. */
export const appCodeHint = (): string =>
  translated<string>("twoFactor", 14) ?? "Enter the code from your authenticator app.";
/** Recovery code */
export const recoveryCode = (): string =>
  translated<string>("twoFactor", 15) ?? "Recovery code";
/** One of the ten codes that you saved. Each works once. */
export const recoveryCodeHint = (): string =>
  translated<string>("twoFactor", 16) ?? "One of the ten codes that you saved. Each works once.";
/** Use a recovery code */
export const takeRecoveryCode = (): string =>
  translated<string>("twoFactor", 17) ?? "Use a recovery code";
/** Use another way */
export const otherWay = (): string =>
  translated<string>("twoFactor", 18) ?? "Use another way";
/** Don't ask in this browser for 30 days */
export const trustBrowser = (): string =>
  translated<string>("twoFactor", 19) ?? "Don't ask in this browser for 30 days";
/** Back to the password */
export const backToPassword = (): string =>
  translated<string>("twoFactor", 20) ?? "Back to the password";
/** Passkeys */
export const passkeys = (): string =>
  translated<string>("twoFactor", 21) ?? "Passkeys";
/** Log in with your fingerprint, face or PIN instead of your password. */
export const passkeysHint = (): string =>
  translated<string>("twoFactor", 22) ?? "Log in with your fingerprint, face or PIN instead of your password.";
/** Add a passkey */
export const addPasskey = (): string =>
  translated<string>("twoFactor", 23) ?? "Add a passkey";
/** Passkey added. */
export const passkeyAdded = (): string =>
  translated<string>("twoFactor", 24) ?? "Passkey added.";
/** Passkey removed. */
export const passkeyRemoved = (): string =>
  translated<string>("twoFactor", 25) ?? "Passkey removed.";
/** Name of the passkey */
export const passkeyName = (): string =>
  translated<string>("twoFactor", 26) ?? "Name of the passkey";
/** Passkeys need a domain. This server is reached by an address without one. */
export const noPasskeysHere = (): string =>
  translated<string>("twoFactor", 27) ?? "Passkeys need a domain. This server is reached by an address without one.";
/** More about {name} */
export const moreAbout = (p: { name: string | number }): string =>
  translated<string>("twoFactor", 28, p) ?? `More about ${p.name}`;
/** Rename */
export const rename = (): string =>
  translated<string>("twoFactor", 29) ?? "Rename";
/** Renamed. */
export const renamed = (): string =>
  translated<string>("twoFactor", 30) ?? "Renamed.";
/** Remove */
export const remove = (): string =>
  translated<string>("twoFactor", 31) ?? "Remove";
/** Added <ago></ago> */
export const added = (p: { ago: (content: ReactNode) => ReactNode }): ReactNode =>
  translated<ReactNode>("twoFactor", 32, p) ?? createElement(Fragment, null, "Added ", p.ago(``));
/** Last used <ago></ago> */
export const lastUsed = (p: { ago: (content: ReactNode) => ReactNode }): ReactNode =>
  translated<ReactNode>("twoFactor", 33, p) ?? createElement(Fragment, null, "Last used ", p.ago(``));
/** Authenticator app */
export const app = (): string =>
  translated<string>("twoFactor", 34) ?? "Authenticator app";
/** An app on your phone shows a new code every 30 seconds. You enter it after your password. */
export const appHint = (): string =>
  translated<string>("twoFactor", 35) ?? "An app on your phone shows a new code every 30 seconds. You enter it after your password.";
/** Set up an app */
export const addApp = (): string =>
  translated<string>("twoFactor", 36) ?? "Set up an app";
/** Remove the authenticator app */
export const removeApp = (): string =>
  translated<string>("twoFactor", 37) ?? "Remove the authenticator app";
/** Authenticator app added. */
export const appAdded = (): string =>
  translated<string>("twoFactor", 38) ?? "Authenticator app added.";
/** Authenticator app removed. */
export const appRemoved = (): string =>
  translated<string>("twoFactor", 39) ?? "Authenticator app removed.";
/** Scan this code */
export const scanTitle = (): string =>
  translated<string>("twoFactor", 40) ?? "Scan this code";
/** Scan it with your authenticator app, or enter the key below there. */
export const scanHint = (): string =>
  translated<string>("twoFactor", 41) ?? "Scan it with your authenticator app, or enter the key below there.";
/** Open in an authenticator app on this device */
export const openInApp = (): string =>
  translated<string>("twoFactor", 42) ?? "Open in an authenticator app on this device";
/** Then enter the code that the app shows. */
export const firstCodeHint = (): string =>
  translated<string>("twoFactor", 43) ?? "Then enter the code that the app shows.";
/** Confirm */
export const confirm = (): string =>
  translated<string>("twoFactor", 44) ?? "Confirm";
/** Recovery codes */
export const recoveryCodes = (): string =>
  translated<string>("twoFactor", 45) ?? "Recovery codes";
/** Each logs you in once when you don't have your phone or your passkey. */
export const recoveryCodesHint = (): string =>
  translated<string>("twoFactor", 46) ?? "Each logs you in once when you don't have your phone or your passkey.";
/** {left} of {most} left */
export const codesLeft = (p: { left: string | number; most: string | number }): string =>
  translated<string>("twoFactor", 47, p) ?? `${p.left} of ${p.most} left`;
/** Make new codes */
export const newCodes = (): string =>
  translated<string>("twoFactor", 48) ?? "Make new codes";
/** New codes made. The old ones no longer work. */
export const codesMade = (): string =>
  translated<string>("twoFactor", 49) ?? "New codes made. The old ones no longer work.";
/** Your recovery codes */
export const yourCodes = (): string =>
  translated<string>("twoFactor", 50) ?? "Your recovery codes";
/** Save them where you find them without your phone. We show them only now. */
export const yourCodesHint = (): string =>
  translated<string>("twoFactor", 51) ?? "Save them where you find them without your phone. We show them only now.";
/** Copy */
export const copy = (): string =>
  translated<string>("twoFactor", 52) ?? "Copy";
/** Copied. */
export const copied = (): string =>
  translated<string>("twoFactor", 53) ?? "Copied.";
/** Couldn't copy. Select the codes instead. */
export const couldntCopy = (): string =>
  translated<string>("twoFactor", 54) ?? "Couldn't copy. Select the codes instead.";
/** Download */
export const download = (): string =>
  translated<string>("twoFactor", 55) ?? "Download";
/** I saved them */
export const savedThem = (): string =>
  translated<string>("twoFactor", 56) ?? "I saved them";
/** Trusted browsers */
export const trusted = (): string =>
  translated<string>("twoFactor", 57) ?? "Trusted browsers";
/** These browsers aren't asked for a second step. */
export const trustedHint = (): string =>
  translated<string>("twoFactor", 58) ?? "These browsers aren't asked for a second step.";
/** No browser is trusted. You can choose so when you log in. */
export const noneTrusted = (): string =>
  translated<string>("twoFactor", 59) ?? "No browser is trusted. You can choose so when you log in.";
/** Until {day} */
export const until = (p: { day: string | number }): string =>
  translated<string>("twoFactor", 60, p) ?? `Until ${p.day}`;
/** This browser, until {day} */
export const thisBrowserUntil = (p: { day: string | number }): string =>
  translated<string>("twoFactor", 61, p) ?? `This browser, until ${p.day}`;
/** Stop trusting */
export const stopTrusting = (): string =>
  translated<string>("twoFactor", 62) ?? "Stop trusting";
/** Stop trusting {browser} */
export const stopTrustingOf = (p: { browser: string | number }): string =>
  translated<string>("twoFactor", 63, p) ?? `Stop trusting ${p.browser}`;
/** Stop trusting all */
export const stopTrustingAll = (): string =>
  translated<string>("twoFactor", 64) ?? "Stop trusting all";
/** This browser will be asked again. */
export const notTrusted = (): string =>
  translated<string>("twoFactor", 65) ?? "This browser will be asked again.";
/** All browsers will be asked again. */
export const noneTrustedNow = (): string =>
  translated<string>("twoFactor", 66) ?? "All browsers will be asked again.";
