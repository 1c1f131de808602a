import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "../app/paths";
import { DeleteAccount } from "../features/identity/DeleteAccount";
import { Sessions } from "../features/identity/Sessions";
import { useViewer } from "../features/identity/Viewer";
import { productName } from "../lib/deployment";
import { Button, ButtonLink } from "../ui/Button";
import { Icon } from "../ui/Icon";
import styles from "./SettingsSecurity.module.css";

/** The password, where one is signed in, and the end of it all. */
export function SettingsSecurity() {
  const { email } = useViewer();
  return (
    <main className={styles.page}>
      <title>{`Security · ${productName}`}</title>
      <header className={styles.head}>
        <Link to={paths.settings()} aria-label="Back to settings">
          <Icon name="back" />
        </Link>
        <h1>Security</h1>
      </header>
      <Part
        title="Password"
        help="We mail you a code, and you choose a new one. You are signed out everywhere."
      >
        <ButtonLink to={paths.resetPassword()} state={{ email }}>
          Change Password
        </ButtonLink>
      </Part>
      <Part title="Two-factor authentication" help="A second proof beside your password.">
        <Button disabled>Coming soon</Button>
      </Part>
      <Part title="Sessions" help="Every browser that is signed in as you.">
        <Sessions />
      </Part>
      <Part danger title="Danger zone" help="Your fotos, your words and your name go with your account.">
        <DeleteAccount onDeleted={() => window.location.replace(paths.landing())} />
      </Part>
    </main>
  );
}

function Part({
  title,
  help,
  children,
  danger = false,
}: {
  title: string;
  help: string;
  children: ReactNode;
  danger?: boolean;
}) {
  return (
    <section className={styles.part} data-danger={danger || undefined}>
      <h2>{title}</h2>
      <p>{help}</p>
      {children}
    </section>
  );
}
