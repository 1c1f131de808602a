import type { MeasureKind, Reason, SubjectKind } from "../../api";
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

const KIND_WORDS: Record<SubjectKind, () => string> = {
  post: words.post,
  grid: words.grid,
  comment: words.comment,
  message: words.message,
  profile: words.profile,
  quote: words.quote,
  proposal: words.proposal,
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
export const kindWords = (kind: SubjectKind): string => KIND_WORDS[kind]();
export const measureWords = (measure: MeasureKind): string => MEASURE_WORDS[measure]();
