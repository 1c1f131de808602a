/** An outbox without a browser around it, for tests: its page, its messages, and the server's answers. */
import { ConvexError } from "convex/values";
import { vi } from "vitest";
import type { ConversationId, ProfileId } from "../../../api";
import type { PendingMessage } from "./outbox";
import type { UploadFoto } from "./outboxWorker";

export const ALICE = "alice" as ProfileId;
export const BOB = "bob" as ProfileId;

export type Page = typeof import("./outbox") &
  typeof import("./outboxWorker") &
  typeof import("./pendingFotos") &
  typeof import("../../../lib/offlineStorage") &
  typeof import("../../../lib/refusal");

/** A page of this browser's, as it is after it was loaded. */
export async function load(): Promise<Page> {
  vi.resetModules();
  return {
    ...(await import("./outbox")),
    ...(await import("./outboxWorker")),
    ...(await import("./pendingFotos")),
    ...(await import("../../../lib/offlineStorage")),
    ...(await import("../../../lib/refusal")),
  };
}

export function written(content: string, senderId = ALICE): PendingMessage {
  return {
    clientId: content,
    conversationId: "harbour" as ConversationId,
    senderId,
    receiverId: BOB,
    content,
    type: "text",
    replyToId: null,
    writtenAt: "2026-05-01T06:00:00Z",
  };
}

/** A foto whose file contains `shows`. */
export const foto = (shows: string): [PendingMessage, Blob] => [
  { ...written(shows), content: "", type: "photo", awaitsUpload: true },
  new Blob([shows], { type: "image/jpeg" }),
];

/** A server that takes every foto, and gives it an address after its content. */
export const taking: UploadFoto = async (file) => `/media/${await file.text()}`;

export const refusal = (code: string, more = {}) => new ConvexError({ code, message: "No.", ...more });
