/** When a message that could not be delivered is tried again. */
export interface RetryPlan {
  /** Each pause is twice the one before. */
  firstMs: number;
  longestMs: number;
  attempts: number;
}

/** Pauses are shortened by up to a fifth, so that messages which failed together do not come back together. */
const jitter = 0.2;

/** The pause after a failed attempt, counted from 1. Undefined if there are no more attempts. */
export function retryDelayMs(
  { firstMs, longestMs, attempts }: RetryPlan,
  attempt: number,
  random = Math.random(),
): number | undefined {
  if (attempt >= attempts) return undefined;
  const pauseMs = Math.min(firstMs * 2 ** (attempt - 1), longestMs);
  return Math.round(pauseMs * (1 - jitter * random));
}
