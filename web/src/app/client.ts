import { ConvexReactClient, type MutationOptions } from "convex/react";
import type {
  ArgsAndOptions,
  FunctionArgs,
  FunctionReference,
  FunctionReference_future,
  FunctionReturnType,
  FunctionType,
  OptionalRestArgs,
} from "convex/server";
import { convexToJson, type Value } from "convex/values";
import { InactivityTimeoutSocket } from "../lib/inactivityTimeoutSocket";
import { Refusal } from "../lib/refusal";
import * as words from "../locales/errors";

const LEEWAY_SECONDS = 2;
const MOST_BYTES = 16 * 1024 * 1024;
/** Reserved for the frame around the arguments. */
const ENVELOPE_BYTES = 4 * 1024;
const MOST_BYTES_OF_A_CHARACTER = 3;

type Reference<Kind extends FunctionType> = FunctionReference<Kind> | FunctionReference_future<Kind>;

/**
 * The Convex client with the specification's constants. It refuses arguments that would not fit into a frame: the
 * server closes the socket at such a frame, and the client would send it again with every new socket.
 */
class Client extends ConvexReactClient {
  override async mutation<Mutation extends Reference<"mutation">>(
    mutation: Mutation,
    ...args: ArgsAndOptions<Mutation, MutationOptions<FunctionArgs<Mutation>>>
  ): Promise<FunctionReturnType<Mutation>> {
    requireSendable(args[0]);
    return super.mutation(mutation, ...args);
  }

  override async action<Action extends Reference<"action">>(
    action: Action,
    ...args: OptionalRestArgs<Action>
  ): Promise<FunctionReturnType<Action>> {
    requireSendable(args[0]);
    return super.action(action, ...args);
  }
}

/** Throws a Refusal for arguments that would not fit into a frame. */
function requireSendable(args: unknown): void {
  const text = JSON.stringify(convexToJson((args ?? {}) as Value));
  const most = MOST_BYTES - ENVELOPE_BYTES;
  // Counting bytes copies the text, which is hardly ever that long.
  if (text.length * MOST_BYTES_OF_A_CHARACTER > most && new Blob([text]).size > most)
    throw new Refusal("too_large", words.tooLarge());
}

/** The origin has no trailing slash; with one, the socket's address would be wrong. */
export const newClient = (): ConvexReactClient =>
  new Client(window.location.origin, {
    authRefreshTokenLeewaySeconds: LEEWAY_SECONDS,
    webSocketConstructor: InactivityTimeoutSocket,
  });
