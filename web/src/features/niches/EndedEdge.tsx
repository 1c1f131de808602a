import { useEffect, useRef } from "react";
import * as words from "../../locales/nextNook";
import { Button } from "../../ui/Button";
import { DialogWords } from "../../ui/Dialog";
import styles from "./Forms.module.css";

/** The result of a proposal that ended while the dialog was open. */
export function EndedEdge({
  name,
  hasPassed,
  onClose,
}: {
  name: string;
  hasPassed: boolean;
  onClose: () => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The focused button is gone. A key that was meant for it must not press the next one.
    if (document.activeElement === document.body) place.current?.focus();
  }, []);
  return (
    <div ref={place} tabIndex={-1} className={styles.form}>
      <div role="alert" className={styles.form}>
        <strong className={styles.name} dir="auto">
          {name.toUpperCase()}
        </strong>
        <DialogWords>{hasPassed ? words.passed() : words.ended()}</DialogWords>
      </div>
      <Button variant="primary" wide onClick={onClose}>
        {words.gotIt()}
      </Button>
    </div>
  );
}
