import { Component, type ReactNode } from "react";

/** For what one can do without: where it cannot be drawn, nothing is shown, and the reason is logged. */
export class SilentErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override render() {
    return this.state.isBroken ? null : this.props.children;
  }
}
