import { Component, type ReactNode, Suspense } from 'react';
import { retryFailedParts } from './loaded-part.tsx';
import { quietButton } from './quiet-button.ts';
import { unreachable } from './unreachable.ts';

interface Props {
  /** Names the part in a sentence that says that it could not be loaded. */
  what: string;
  /** Shown until the part has come. */
  waiting?: ReactNode;
  /** Where the reader can do without the part. */
  close?: () => void;
  children: ReactNode;
}

interface State {
  error: Error | null;
}

/**
 * Place of a part of the page that comes later. If it does not come, the rest of the page stays, and the part is asked
 * for again by a button, or when the network is back.
 */
export class LatePart extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidMount() {
    window.addEventListener('online', this.retry);
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.retry);
    // Opening it once more asks for it again.
    if (this.state.error !== null) retryFailedParts();
  }

  readonly retry = () => {
    if (this.state.error === null) return;
    retryFailedParts();
    this.setState({ error: null });
  };

  override render() {
    const { what, waiting, close, children } = this.props;
    const { error } = this.state;
    if (error === null) return <Suspense fallback={waiting}>{children}</Suspense>;
    // The fault of a part that has come is the fault of its page.
    if (error.message !== unreachable) throw error;
    return (
      <div
        role="alert"
        className="my-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-warn bg-card p-3 text-sm"
      >
        <p>{what} could not be loaded. The portal cannot be reached.</p>
        <button type="button" onClick={this.retry} className={quietButton}>
          Try again
        </button>
        {close && (
          <button type="button" onClick={close} className={quietButton}>
            Close
          </button>
        )}
      </div>
    );
  }
}
