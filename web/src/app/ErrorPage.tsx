import { Component, type ReactNode } from "react";
import { wordsFor } from "../lib/refusal";
import * as actions from "../locales/actions";
import * as words from "../locales/errors";
import { Button } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";

/** The last resort: a screen failed as a whole, or its code could not be fetched. */
export class ErrorPage extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  /** Going back leads to a screen that worked. */
  override componentDidCatch() {
    window.addEventListener("popstate", () => this.setState({ error: null }), { once: true });
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return (
      <main>
        <EmptyState
          alert
          heading="h1"
          title={words.unexpected()}
          help={wordsFor(this.state.error, words.unexpectedHint())}
          action={
            <Button variant="primary" onClick={() => window.location.reload()}>
              {actions.reload()}
            </Button>
          }
        />
      </main>
    );
  }
}
