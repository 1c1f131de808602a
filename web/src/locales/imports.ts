// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { formatNumber, translated } from "../lib/language";

/** Import */
export const title = (): string =>
  translated<string>("imports", 0) ?? "Import";
/** Couldn't load your import. */
export const couldntLoad = (): string =>
  translated<string>("imports", 1) ?? "Couldn't load your import.";
/** Loading your import */
export const loading = (): string =>
  translated<string>("imports", 2) ?? "Loading your import";
/** Bring your fotos along */
export const chooseTitle = (): string =>
  translated<string>("imports", 3) ?? "Bring your fotos along";
/** Import another archive */
export const anotherTitle = (): string =>
  translated<string>("imports", 4) ?? "Import another archive";
/** Choose the archive that another place made of your fotos. You see what is in it before anything is posted. Your fotos keep their dates. */
export const intro = (): string =>
  translated<string>("imports", 5) ?? "Choose the archive that another place made of your fotos. You see what is in it before anything is posted. Your fotos keep their dates.";
/** Choose a file */
export const choose = (): string =>
  translated<string>("imports", 6) ?? "Choose a file";
/** A ZIP, or drop it here. */
export const chooseHint = (): string =>
  translated<string>("imports", 7) ?? "A ZIP, or drop it here.";
/** How do I get an archive? */
export const sources = (): string =>
  translated<string>("imports", 8) ?? "How do I get an archive?";
/** Inflow */
export const inflow = (): string =>
  translated<string>("imports", 9) ?? "Inflow";
/** On the other server, open Settings, Security, and download your data. Grids and collections come along. */
export const inflowHow = (): string =>
  translated<string>("imports", 10) ?? "On the other server, open Settings, Security, and download your data. Grids and collections come along.";
/** Instagram */
export const instagram = (): string =>
  translated<string>("imports", 11) ?? "Instagram";
/** Ask there for a copy of your information, in the format JSON. Stories and videos stay behind. */
export const instagramHow = (): string =>
  translated<string>("imports", 12) ?? "Ask there for a copy of your information, in the format JSON. Stories and videos stay behind.";
/** Pixelfed */
export const pixelfed = (): string =>
  translated<string>("imports", 13) ?? "Pixelfed";
/** Export your statuses in the settings there, and put the file into a ZIP together with your photos. */
export const pixelfedHow = (): string =>
  translated<string>("imports", 14) ?? "Export your statuses in the settings there, and put the file into a ZIP together with your photos.";
/** Mastodon */
export const mastodon = (): string =>
  translated<string>("imports", 15) ?? "Mastodon";
/** Request your archive in the settings there. Posts with photos come along; boosts and replies stay behind. */
export const mastodonHow = (): string =>
  translated<string>("imports", 16) ?? "Request your archive in the settings there. Posts with photos come along; boosts and replies stay behind.";
/** Google Photos */
export const googleTakeout = (): string =>
  translated<string>("imports", 17) ?? "Google Photos";
/** Choose Google Photos alone in Google Takeout. Each photo becomes a post with its description. */
export const googleTakeoutHow = (): string =>
  translated<string>("imports", 18) ?? "Choose Google Photos alone in Google Takeout. Each photo becomes a post with its description.";
/** A folder of photos */
export const folder = (): string =>
  translated<string>("imports", 19) ?? "A folder of photos";
/** Compress the folder to a ZIP. Each photo becomes a post at the date on which it was taken. */
export const folderHow = (): string =>
  translated<string>("imports", 20) ?? "Compress the folder to a ZIP. Each photo becomes a post at the date on which it was taken.";
/** Please choose a ZIP file. */
export const noZip = (): string =>
  translated<string>("imports", 21) ?? "Please choose a ZIP file.";
/** This is another file. Choose {name}, or cancel that upload first. */
export const otherFile = (p: { name: string | number }): string =>
  translated<string>("imports", 22, p) ?? `This is another file. Choose ${p.name}, or cancel that upload first.`;
/** Couldn't upload the archive. Try again. */
export const couldntSend = (): string =>
  translated<string>("imports", 23) ?? "Couldn't upload the archive. Try again.";
/** Uploading your archive */
export const uploadTitle = (): string =>
  translated<string>("imports", 24) ?? "Uploading your archive";
/** Uploading… */
export const uploading = (): string =>
  translated<string>("imports", 25) ?? "Uploading…";
/** Connection lost. It goes on by itself. */
export const waitingForConnection = (): string =>
  translated<string>("imports", 26) ?? "Connection lost. It goes on by itself.";
/** {sent} of {total} */
export const bytesOf = (p: { sent: string | number; total: string | number }): string =>
  translated<string>("imports", 27, p) ?? `${p.sent} of ${p.total}`;
/** Keep this tab open. If the upload is cut off, it goes on where it stopped: within 24 hours, on any device with the file. */
export const uploadHint = (): string =>
  translated<string>("imports", 28) ?? "Keep this tab open. If the upload is cut off, it goes on where it stopped: within 24 hours, on any device with the file.";
/** Cancel the upload */
export const cancelUpload = (): string =>
  translated<string>("imports", 29) ?? "Cancel the upload";
/** Couldn't cancel. Try again. */
export const couldntCancel = (): string =>
  translated<string>("imports", 30) ?? "Couldn't cancel. Try again.";
/** Upload not finished */
export const unfinishedTitle = (): string =>
  translated<string>("imports", 31) ?? "Upload not finished";
/** Not all of it has arrived. */
export const unfinished = (): string =>
  translated<string>("imports", 32) ?? "Not all of it has arrived.";
/** Choose the file again */
export const chooseAgain = (): string =>
  translated<string>("imports", 33) ?? "Choose the file again";
/** It goes on where it stopped. If another device is uploading it, wait there. */
export const chooseAgainHint = (): string =>
  translated<string>("imports", 34) ?? "It goes on where it stopped. If another device is uploading it, wait there.";
/** Reading your archive */
export const readingTitle = (): string =>
  translated<string>("imports", 35) ?? "Reading your archive";
/** Reading… */
export const reading = (): string =>
  translated<string>("imports", 36) ?? "Reading…";
/** You can leave this page. The import goes on. */
export const leave = (): string =>
  translated<string>("imports", 37) ?? "You can leave this page. The import goes on.";
/** Cancel the import */
export const cancelImport = (): string =>
  translated<string>("imports", 38) ?? "Cancel the import";
/** Ready to import */
export const readyTitle = (): string =>
  translated<string>("imports", 39) ?? "Ready to import";
/** Grids */
export const grids = (): string =>
  translated<string>("imports", 40) ?? "Grids";
/** Collections */
export const collections = (): string =>
  translated<string>("imports", 41) ?? "Collections";
/** Your picture, quote and name come along where they are empty here. */
export const profile = (): string =>
  translated<string>("imports", 42) ?? "Your picture, quote and name come along where they are empty here.";
/** {count, plural, one {# post has no date and gets} other {# posts have no date and get}} the time of the import. */
export const undated = (p: { count: number }): string =>
  translated<string>("imports", 43, p) ?? `${(p.count === 1 ? `${formatNumber(p.count)} post has no date and gets` : `${formatNumber(p.count)} posts have no date and get`)} the time of the import.`;
/** {count, plural, one {# post has words that are too long. They are} other {# posts have words that are too long. They are}} shortened. */
export const shortened = (p: { count: number }): string =>
  translated<string>("imports", 44, p) ?? `${(p.count === 1 ? `${formatNumber(p.count)} post has words that are too long. They are` : `${formatNumber(p.count)} posts have words that are too long. They are`)} shortened.`;
/** Left out or changed */
export const problemsTitle = (): string =>
  translated<string>("imports", 45) ?? "Left out or changed";
/** Videos */
export const videos = (): string =>
  translated<string>("imports", 46) ?? "Videos";
/** Boosts of other people's posts */
export const boosts = (): string =>
  translated<string>("imports", 47) ?? "Boosts of other people's posts";
/** Replies */
export const replies = (): string =>
  translated<string>("imports", 48) ?? "Replies";
/** Posts without a foto */
export const withoutFotos = (): string =>
  translated<string>("imports", 49) ?? "Posts without a foto";
/** {count, plural, one {# thing that can't come} other {# things that can't come}} */
export const lost = (p: { count: number }): string =>
  translated<string>("imports", 50, p) ?? (p.count === 1 ? `${formatNumber(p.count)} thing that can't come` : `${formatNumber(p.count)} things that can't come`);
/** {count, plural, one {# post that changes} other {# posts that change}} */
export const changed = (p: { count: number }): string =>
  translated<string>("imports", 51, p) ?? (p.count === 1 ? `${formatNumber(p.count)} post that changes` : `${formatNumber(p.count)} posts that change`);
/** Who sees them */
export const audienceTitle = (): string =>
  translated<string>("imports", 52) ?? "Who sees them";
/** Who sees your imported fotos */
export const audience = (): string =>
  translated<string>("imports", 53) ?? "Who sees your imported fotos";
/** Only people in flow with me */
export const cue = (): string =>
  translated<string>("imports", 54) ?? "Only people in flow with me";
/** Sphere: everyone */
export const sphere = (): string =>
  translated<string>("imports", 55) ?? "Sphere: everyone";
/** As before: those who saw each foto on the other server */
export const asBefore = (): string =>
  translated<string>("imports", 56) ?? "As before: those who saw each foto on the other server";
/** No one is notified. You can show single fotos in the sphere later. */
export const audienceHint = (): string =>
  translated<string>("imports", 57) ?? "No one is notified. You can show single fotos in the sphere later.";
/** Import {count, plural, one {# post} other {# posts}} */
export const start = (p: { count: number }): string =>
  translated<string>("imports", 58, p) ?? `Import ${(p.count === 1 ? `${formatNumber(p.count)} post` : `${formatNumber(p.count)} posts`)}`;
/** Couldn't start the import. Try again. */
export const couldntStart = (): string =>
  translated<string>("imports", 59) ?? "Couldn't start the import. Try again.";
/** Importing your fotos */
export const workingTitle = (): string =>
  translated<string>("imports", 60) ?? "Importing your fotos";
/** Importing… */
export const working = (): string =>
  translated<string>("imports", 61) ?? "Importing…";
/** Waiting: {reason} */
export const waits = (p: { reason: string | number }): string =>
  translated<string>("imports", 62, p) ?? `Waiting: ${p.reason}`;
/** {done} of {total} */
export const itemsOf = (p: { done: string | number; total: string | number }): string =>
  translated<string>("imports", 63, p) ?? `${p.done} of ${p.total}`;
/** Cancel the import? */
export const cancelTitle = (): string =>
  translated<string>("imports", 64) ?? "Cancel the import?";
/** Keep importing */
export const goOn = (): string =>
  translated<string>("imports", 65) ?? "Keep importing";
/** {count, plural, one {# post has arrived and stays} other {# posts have arrived and stay}}. The rest won't come, and the archive is deleted. */
export const cancelStays = (p: { count: number }): string =>
  translated<string>("imports", 66, p) ?? `${(p.count === 1 ? `${formatNumber(p.count)} post has arrived and stays` : `${formatNumber(p.count)} posts have arrived and stay`)}. The rest won't come, and the archive is deleted.`;
/** Nothing has arrived yet. The archive is deleted. */
export const cancelNothing = (): string =>
  translated<string>("imports", 67) ?? "Nothing has arrived yet. The archive is deleted.";
/** Import finished */
export const doneTitle = (): string =>
  translated<string>("imports", 68) ?? "Import finished";
/** Import cancelled */
export const cancelledTitle = (): string =>
  translated<string>("imports", 69) ?? "Import cancelled";
/** Import failed */
export const failedTitle = (): string =>
  translated<string>("imports", 70) ?? "Import failed";
/** Something went wrong on the server. */
export const failed = (): string =>
  translated<string>("imports", 71) ?? "Something went wrong on the server.";
/** What has arrived stays, and won't come twice. Choose the archive again to try again. */
export const failedHint = (): string =>
  translated<string>("imports", 72) ?? "What has arrived stays, and won't come twice. Choose the archive again to try again.";
/** Imported */
export const arrived = (): string =>
  translated<string>("imports", 73) ?? "Imported";
/** Here already */
export const hereBefore = (): string =>
  translated<string>("imports", 74) ?? "Here already";
/** Not imported */
export const notArrived = (): string =>
  translated<string>("imports", 75) ?? "Not imported";
/** See your fotos */
export const toProfile = (): string =>
  translated<string>("imports", 76) ?? "See your fotos";
/** Try again */
export const againTitle = (): string =>
  translated<string>("imports", 77) ?? "Try again";
/** Posts */
export const posts = (): string =>
  translated<string>("imports", 78) ?? "Posts";
/** Fotos */
export const fotos = (): string =>
  translated<string>("imports", 79) ?? "Fotos";
/** From */
export const oldest = (): string =>
  translated<string>("imports", 80) ?? "From";
/** Until */
export const newest = (): string =>
  translated<string>("imports", 81) ?? "Until";
