import { Component, type ReactNode } from "react";
import * as actionsWords from "../locales/actions";
import { Button } from "./Button";
import { EmptyState } from "./EmptyState";
import styles from "./ErrorBoundary.module.css";

/**
 * Shows an error in the place of the part that failed, with a way to try again. `small` is one line, for a part of
 * something; with `whole`, the page has no other title. `frame` renders the surroundings that failed along with the
 * part. When `about` changes, it tries again by itself.
 */
export class ErrorBoundary extends Component<
  {
    children: ReactNode;
    words: (error: unknown) => string;
    small?: boolean;
    whole?: boolean;
    about?: unknown;
    frame?: (failure: ReactNode) => ReactNode;
  },
  { error: unknown }
> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidUpdate(before: { about?: unknown }) {
    if (before.about !== this.props.about && this.state.error !== null) this.setState({ error: null });
  }

  override render() {
    const { children, words, small, whole, frame = (failure) => failure } = this.props;
    const { error } = this.state;
    if (error === null) return children;
    const help = words(error);
    const again = (
      <Button variant={small ? "ghost" : "secondary"} onClick={() => this.setState({ error: null })}>
        {actionsWords.retry()}
      </Button>
    );
    if (!small)
      return frame(
        <EmptyState
          alert
          heading={whole ? "h1" : "p"}
          title={actionsWords.couldntLoad()}
          help={help}
          action={again}
        />,
      );
    return frame(
      <p className={styles.small} role="alert">
        {help} {again}
      </p>,
    );
  }
}

/** The same in one line, for a part of a list whose other parts are there. */
export function FailedPart({ help, onRetry }: { help: string; onRetry: () => void }) {
  return (
    <p className={`${styles.small} ${styles.inset}`} role="alert">
      {help}{" "}
      <Button variant="ghost" onClick={onRetry}>
        {actionsWords.retry()}
      </Button>
    </p>
  );
}
