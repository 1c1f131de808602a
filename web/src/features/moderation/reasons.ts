import type { CaseKind, MeasureKind, Reason, SubjectKind } from "../../api";
import * as words from "../../locales/moderation";

/** The reasons of a report, in the order in which they are offered. */
export const REASONS: readonly Reason[] = [
  "spam",
  "nudity",
  "harassment",
  "hate",
  "violence",
  "self_harm",
  "illegal",
  "impersonation",
  "other",
];

const REASON_WORDS: Record<Reason, () => string> = {
  spam: words.spam,
  nudity: words.nudity,
  harassment: words.harassment,
  hate: words.hate,
  violence: words.violence,
  self_harm: words.selfHarm,
  illegal: words.illegal,
  impersonation: words.impersonation,
  other: words.other,
};

const KIND_WORDS: Record<CaseKind, () => string> = {
  post: words.post,
  grid: words.grid,
  comment: words.comment,
  message: words.message,
  profile: words.profile,
  quote: words.quote,
  proposal: words.proposal,
  refusals: words.refusals,
  activity: words.activity,
  upload: words.upload,
};

const UNREPORTED: Record<Exclude<CaseKind, SubjectKind>, true> = {
  refusals: true,
  activity: true,
  upload: true,
};

const MEASURE_WORDS: Record<MeasureKind, () => string> = {
  warn: words.warn,
  remove: words.remove,
  unlist: words.unlist,
  restrict: words.restrict,
  suspend: words.suspend,
  ban: words.ban,
};

export const reasonWords = (reason: Reason): string => REASON_WORDS[reason]();
export const kindWords = (kind: CaseKind): string => KIND_WORDS[kind]();
export const measureWords = (measure: MeasureKind): string => MEASURE_WORDS[measure]();

/** Whether members reported what a case of this kind is about. If not, the server counted something, or the member asked. */
export const isReported = (kind: CaseKind): boolean => !(kind in UNREPORTED);
