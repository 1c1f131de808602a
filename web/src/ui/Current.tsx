import { useEffect, useRef } from "react";
import { animateCurrent } from "./animateCurrent";
import styles from "./Current.module.css";

/** Decoration only: nothing is said by it. */
export function Current() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current ? animateCurrent(place.current) : undefined), []);
  return <div className={styles.current} ref={place} aria-hidden="true" />;
}
