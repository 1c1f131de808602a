import { type FocusEvent, type PointerEvent, useState } from "react";

/** Whether the pointer or the focus is on an element, or it was pressed last. */
export function useNearness() {
  const [isNear, setNear] = useState(false);
  const near = () => setNear(true);
  return {
    isNear,
    near,
    handlers: {
      onPointerEnter: near,
      onPointerLeave: ({ currentTarget }: PointerEvent) =>
        currentTarget.contains(document.activeElement) || setNear(false),
      onFocus: near,
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        currentTarget.contains(relatedTarget) || setNear(false),
    },
  };
}
