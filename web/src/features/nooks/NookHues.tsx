import { useNooks } from "./nooks";

/** Keeps the light of every nook known, on whatever screen one is. */
export function NookHues() {
  useNooks();
  return null;
}
