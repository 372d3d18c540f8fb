import { Component, type ReactNode } from 'react';

interface State {
  hasFailed: boolean;
}

/** Contains an error of a viewer. */
export class ViewerBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <p role="alert" className="p-4 text-sm">
        This view could not be shown. Choose another view or download the reply.
      </p>
    );
  }
}
