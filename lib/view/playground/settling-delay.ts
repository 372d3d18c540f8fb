const firstDelayMs = 200;
const longestDelayMs = 5_000;
/** Three minutes in all. A call that settles later has its receipt. */
const mostTries = 40;

/** The delay before the next poll for a receipt; false after the last. */
export function settlingDelayMs(tries: number): number | false {
  return tries >= mostTries ? false : Math.min(firstDelayMs * 1.5 ** tries, longestDelayMs);
}
