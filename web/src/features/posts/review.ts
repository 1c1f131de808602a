import { Refusal, refusalFrom, wordsFor } from "../../lib/refusal";
import * as words from "../../locales/contentWarning";

/** The file of a refused photograph that a moderator may look at; null where there is nothing to ask about. */
export type RefusedPhoto = (() => Promise<Blob | undefined>) | null;

/** Refusals that are no judgement of the content check: there is nothing that a moderator could review. */
const DECIDED = [
  "This photo can't be uploaded here. If that is a mistake, please contact us.",
  "Moderators have removed this photo. If that was a mistake, appeal against their decision.",
];

/** Whether these words of a refusal, in the page's language, are the content check's own judgement. */
export const isJudgement = (said: string): boolean =>
  DECIDED.every((sentence) => wordsFor(new Refusal("content_refused", sentence), "") !== said);

/** Sends a refused photograph to the moderators. */
export async function askForReview(photo: Blob): Promise<void> {
  const type = photo.type || "application/octet-stream";
  const headers = { "X-App": "1", "Content-Type": type };
  let answer: Response;
  try {
    answer = await fetch("/api/media/reviews", { method: "POST", headers, body: photo });
  } catch {
    throw new Refusal("unreachable", words.couldntAsk());
  }
  if (!answer.ok) throw refusalFrom(answer.status, await answer.json().catch(() => null), words.couldntAsk());
}
