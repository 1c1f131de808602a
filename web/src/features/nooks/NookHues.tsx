import { useNooks } from "./nooks";

/** Subscribes to the colours of all nooks, on every screen. */
export function NookHues() {
  useNooks();
  return null;
}
