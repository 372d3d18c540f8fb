import { ConnectionError, ProblemError } from './errors.ts';

const firstPauseMs = 250;
const longestPauseMs = 8_000;
/** A portal that asks for a longer pause wants no client that waits. */
const longestAskedMs = 120_000;

/** Not done: the same request may be sent again. */
const passing = new Set(['rate-limited', 'unavailable']);

/**
 * Repeats a request whose answer was lost, after longer and longer pauses. A call has one Idempotency-Key in all its
 * attempts, so that it is made and charged once. As long as the portal says that the call is running, it is asked again.
 */
export async function persist<Result>(
  attempt: () => Promise<Result>,
  { retries, signal }: { retries: number; signal: AbortSignal | undefined },
): Promise<Result> {
  for (let lost = 0, asked = 0; ; ) {
    try {
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      const isRunning = error instanceof ProblemError && error.code === 'call-in-flight';
      if (!isRunning && (!isPassing(error) || lost >= retries)) throw error;
      await pause(pauseMs(error, isRunning ? asked : lost), signal);
      if (isRunning) asked += 1;
      else lost += 1;
    }
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof ProblemError) || !passing.has(error.code)) return false;
  return (error.retryAfterSeconds ?? 0) * 1_000 <= longestAskedMs;
}

/** Clients that lost their answers together do not come back together. */
function pauseMs(error: unknown, before: number): number {
  const asked = error instanceof ProblemError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
  const backoff = Math.min(longestPauseMs, firstPauseMs * 2 ** before);
  return Math.max(asked, backoff / 2) + (Math.random() * backoff) / 2;
}

export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(reasonOf(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new Error(String(reason));
}
