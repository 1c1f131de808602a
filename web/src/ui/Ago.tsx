import { ago } from "../lib/time";
import { useNow } from "./useNow";

/** How long ago, as time goes by. By itself, so that nothing around it is drawn anew each minute. */
export function Ago({ since }: { since: string }) {
  return ago(new Date(since), useNow());
}
