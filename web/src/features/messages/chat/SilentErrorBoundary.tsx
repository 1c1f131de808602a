import { Component, type ReactNode } from "react";

/** For optional parts: on an error it renders nothing, and logs the reason. */
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
