/** Apart from the shelf, which every page begins with: this is asked when somebody leaves. */
import { createStore, keys } from "idb-keyval";

/** How many values lie on this browser's shelf whose key is meant; none where it keeps nothing. */
export async function countShelved(isMeant: (key: string) => boolean): Promise<number> {
  if (typeof indexedDB === "undefined") return 0;
  const all = await keys<string>(createStore("inflow", "shelf")).catch(() => []);
  return all.filter(isMeant).length;
}
