import { Component, type ReactNode } from 'react';

/** What cannot be shown, or whose viewer cannot be loaded, takes nothing else with it. */
export class ViewerBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <p role="alert" className="p-4 text-sm">
        This view could not be shown. Choose another one, or download the reply: it is all there.
      </p>
    );
  }
}
