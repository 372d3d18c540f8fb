const firstDelayMs = 200;
const longestDelayMs = 5_000;
/** Some three minutes: a call that takes longer to settle is looked up by its receipt. */
const mostTries = 40;

/** When to ask for the receipt of a call again that is not settled yet; false once that was tried often enough. */
export function settlingDelayMs(tries: number): number | false {
  return tries >= mostTries ? false : Math.min(firstDelayMs * 1.5 ** tries, longestDelayMs);
}
