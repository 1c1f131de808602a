import { post } from "../../lib/http";
import { codeOf } from "../../lib/refusal";
import { isStillAtWork, type Upload } from "../upload/upload";
import type { Crop } from "./edits";
import { shapeNamed } from "./shapes";

const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 4_000;
const PATIENCE_MS = 60_000;
/** The request or its answer was lost, or the server is busy: worth another try. */
const PASSING = new Set(["unreachable", "busy", "http_502", "http_503", "http_504"]);
/** The same goes for a cut of which only the answer was lost, while the server is at work on it. */
const isPassing = (error: unknown) => PASSING.has(codeOf(error) ?? "") || isStillAtWork(error);

/** Asks the server to crop the upload. Retries after passing failures, such as a lost connection. */
export async function requestCrop(mediaId: string, cut: Crop): Promise<Upload> {
  const asked = { ratio: shapeNamed(cut.shape).ratio, crop: cut.box, rotation: cut.turn };
  const until = Date.now() + PATIENCE_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await post<Upload>(`/api/media/${mediaId}/cuts`, asked);
    } catch (error) {
      if (!isPassing(error) || Date.now() > until) throw error;
    }
    await new Promise((resume) => setTimeout(resume, pause));
  }
}
