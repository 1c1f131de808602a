import type { MeasureId, Statement } from "../../api";
import { post } from "../../lib/http";
import * as words from "../../locales/decisions";

/** The decisions about a suspended member, who proves with the token from the login or an email who they are. */
export const decisionsFor = (token: string): Promise<Statement[]> =>
  post("/api/appeals/decisions", { token }, words.couldntLoad());

export const appealFor = (token: string, measureId: MeasureId, text: string): Promise<unknown> =>
  post("/api/appeals", { token, measureId, words: text }, words.couldntSend());
