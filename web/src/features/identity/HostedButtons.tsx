import { useEffect, useState } from "react";
import { rememberReturnTo } from "../../lib/returnTo";
import * as identityWords from "../../locales/identity";
import { Button } from "../../ui/Button";
import styles from "./HostedButtons.module.css";
import { type Methods, startHostedLogin } from "./hosted";

/** One button per provider above the form for e-mail and password; nothing where there is no provider. */
export function HostedButtons({
  methods: { embedded, hosted },
  returnTo = null,
}: {
  methods: Methods;
  returnTo?: string | null;
}) {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    // The browser's back button at the provider may restore this page from its cache, as it was left.
    const returned = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      setLeaving(false);
      rememberReturnTo(null);
    };
    window.addEventListener("pageshow", returned);
    return () => window.removeEventListener("pageshow", returned);
  }, []);
  if (hosted.length === 0) return null;

  function leave(issuer: string): void {
    setLeaving(true);
    startHostedLogin(issuer, returnTo);
  }

  return (
    <>
      <div className={styles.ways}>
        {hosted.map(({ issuer, label }) => (
          <Button
            key={issuer}
            variant={embedded ? "secondary" : "primary"}
            wide
            disabled={isLeaving}
            onClick={() => leave(issuer)}
          >
            {identityWords.continueWith({ provider: label })}
          </Button>
        ))}
      </div>
      {embedded && <p className={styles.or}>{identityWords.or()}</p>}
    </>
  );
}

export function Problem({ words }: { words: string | null }) {
  if (words === null) return null;
  return (
    <p className={styles.problem} role="alert">
      {words}
    </p>
  );
}
