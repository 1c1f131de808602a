import { useEffect, useRef } from "react";
import styles from "./Current.module.css";
import { flow } from "./flow";

/** Decoration only: nothing is said by it. */
export function Current() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current ? flow(place.current) : undefined), []);
  return <div className={styles.current} ref={place} aria-hidden="true" />;
}
