import type { ReactNode } from "react";
import { productName } from "../lib/deployment";
import { Icon } from "./Icon";
import { Link } from "./Link";
import styles from "./SettingsPage.module.css";

/** A narrow page below another: the way back, the title, and parts under each other. */
export function SettingsPage({
  title,
  back,
  backWords,
  children,
}: {
  title: string;
  back: string;
  backWords: string;
  children: ReactNode;
}) {
  return (
    <main className={styles.page}>
      <title>{`${title} · ${productName}`}</title>
      <header className={styles.head}>
        <Link to={back} aria-label={backWords}>
          <Icon name="back" />
        </Link>
        <h1>{title}</h1>
      </header>
      {children}
    </main>
  );
}

/** One section of such a page. With a line of help, it and the content stand on a card; `isCard` has one without it. */
export function SettingsSection({
  title,
  help,
  children,
  danger = false,
  isCard = false,
}: {
  title: string;
  help?: ReactNode;
  children?: ReactNode;
  danger?: boolean;
  isCard?: boolean;
}) {
  return (
    <section className={styles.part} data-danger={danger || undefined}>
      <h2>{title}</h2>
      {help || isCard ? (
        <div className={styles.card}>
          {help && <p>{help}</p>}
          {children}
        </div>
      ) : (
        children
      )}
    </section>
  );
}
