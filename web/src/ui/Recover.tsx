import { Component, type ReactNode } from "react";
import { Button } from "./Button";
import { Notice } from "./Notice";

/** Keeps a failure in its place: says what happened and offers to try again. */
export class Recover extends Component<
  { children: ReactNode; words: (error: unknown) => string },
  { error: unknown }
> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return (
      <Notice
        alert
        title="That did not load"
        help={this.props.words(this.state.error)}
        action={<Button onClick={() => this.setState({ error: null })}>Try again</Button>}
      />
    );
  }
}
