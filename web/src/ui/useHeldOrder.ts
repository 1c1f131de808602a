import { useState } from "react";
import { type HeldOrder, heldOrder } from "../lib/heldOrder";

/** Keeps rows in the order in which they are shown while `isHeld`, so that none moves away from a reader's finger. */
export function useHeldOrder<T extends { _id: string }>(sorted: readonly T[], isHeld: boolean): HeldOrder<T> {
  const [shown, setShown] = useState<readonly string[]>([]);
  const order = isHeld ? heldOrder(shown, sorted) : { rows: [...sorted], waiting: 0 };
  const ids = order.rows.map(({ _id }) => _id);
  if (ids.length !== shown.length || ids.some((id, at) => id !== shown[at])) setShown(ids);
  return order;
}
