import { Component, type ReactNode } from "react";
import { wordsFor } from "../lib/refusal";
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
          title="Unexpected Application Error!"
          help={wordsFor(this.state.error, "This page could not be shown. Loading it again often helps.")}
          action={
            <Button variant="primary" onClick={() => window.location.reload()}>
              Load again
            </Button>
          }
        />
      </main>
    );
  }
}
