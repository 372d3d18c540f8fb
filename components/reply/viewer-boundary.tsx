import { Component, type ReactNode } from 'react';
import { quietButton } from '../shell/quiet-button.ts';
import { unreachable } from '../unreachable.ts';
import { retryFailedViewers } from './loaded-viewer.tsx';

interface State {
  /** Whether the viewer could not be loaded, or could not show the reply. */
  failure: 'loading' | 'showing' | null;
}

/** What cannot be shown takes nothing else with it. What could not be loaded is loaded when the network is back. */
export class ViewerBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    const isLoading = error instanceof Error && error.message === unreachable;
    return { failure: isLoading ? 'loading' : 'showing' };
  }

  override componentDidMount() {
    window.addEventListener('online', this.retry);
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.retry);
  }

  readonly retry = () => {
    if (this.state.failure !== 'loading') return;
    retryFailedViewers();
    this.setState({ failure: null });
  };

  override render() {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    if (failure === 'showing')
      return (
        <p role="alert" className="p-4 text-sm">
          This view could not be shown. Choose another view or download the reply.
        </p>
      );
    return (
      <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4 text-sm">
        <p>This view could not be loaded. The portal cannot be reached.</p>
        <button type="button" onClick={this.retry} className={quietButton}>
          Try again
        </button>
      </div>
    );
  }
}
