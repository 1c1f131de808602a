import type { ReactNode } from "react";
import { showShortcutList } from "../features/shortcuts/settings";
import { productName, supportEmail } from "../lib/deployment";
import { paths } from "../paths";
import { Button, ButtonLink } from "../ui/Button";
import { SettingsPage, SettingsSection } from "../ui/SettingsPage";
import styles from "./SettingsHelp.module.css";

/** The support address, and frequent questions. */
export function SettingsHelp() {
  return (
    <SettingsPage title="Help Center" back={paths.settings()} backWords="Back to settings">
      <section className={styles.card}>
        <h2>Write to us</h2>
        <p>A person reads it.</p>
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
      </section>
      <SettingsSection
        title="Keyboard"
        help="Every screen works without a mouse, and some keys are shorter ways."
      >
        <Button onClick={() => showShortcutList()}>Show all keys</Button>
      </SettingsSection>
      <SettingsSection title="Questions">
        <div className={styles.questions}>
          <Question title={`What is ${productName}?`}>
            A place for photographs. You choose a nook, see what its members post, post fotos of your own, and
            come into flow with the people whose eye you like.
          </Question>
          <Question title="How do I get started?">
            Post a foto, or look through your nook and find people. Whoever you are in flow with can message
            you, and sees what you post to your cue.
            <ButtonLink to={paths.postFotos()}>Post a foto</ButtonLink>
          </Question>
          <Question title="Need more help?">
            Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>. Say what you did, what you saw,
            and what you had expected.
          </Question>
        </div>
      </SettingsSection>
    </SettingsPage>
  );
}

function Question({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary>{title}</summary>
      <div>{children}</div>
    </details>
  );
}
