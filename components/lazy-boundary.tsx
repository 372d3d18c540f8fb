import { Component, type ReactNode, Suspense, type ComponentType, use } from 'react';
import { loaded } from './loaded.ts';
import { unreachable } from './problem-error.ts';

/** Resets for the parts that failed to load. */
const failed = new Set<() => void>();

/** A component that is loaded when it is first rendered, inside a `LazyBoundary`. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let part: Promise<ComponentType<Props>> | undefined;
  const get = () => {
    const loading = loaded(load());
    loading.catch(() => failed.add(() => (part = undefined)));
    return loading;
  };
  return function Loaded(props: Props) {
    part ??= get();
    const Part = use(part);
    return <Part {...props} />;
  };
}

/** Allows another load after a failure. Without this, rendering would retry in a loop. */
function retryFailedParts(): void {
  for (const reset of failed) reset();
  failed.clear();
}

interface Props {
  /** Names the part in the error message. */
  what: string;
  /** Shown while the part loads. */
  waiting?: ReactNode;
  /** Closes a part that the page does not need. */
  close?: () => void;
  children: ReactNode;
}

interface State {
  error: Error | null;
}

/**
 * Shows a part of the page that is loaded separately. If loading fails, the rest of the page stays, and a button or a
 * restored network loads the part again.
 */
export class LazyBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidMount() {
    window.addEventListener('online', this.retry);
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.retry);
    // Opening it again retries.
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
    // Other errors belong to the error page.
    if (error.message !== unreachable) throw error;
    return (
      <div
        role="alert"
        className="my-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-warn bg-card p-3 text-sm"
      >
        <p>{what} could not be loaded. The portal cannot be reached.</p>
        <button type="button" onClick={this.retry} className="button button-small">
          Try again
        </button>
        {close && (
          <button type="button" onClick={close} className="button button-small">
            Close
          </button>
        )}
      </div>
    );
  }
}
