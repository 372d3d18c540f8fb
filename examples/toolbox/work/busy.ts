/** Refused callers may retry after this time. */
export const retryAfterSeconds = 2;

/** The queue is full. The portal responds to its own caller with 503 `upstream-busy`. */
export class Busy extends Error {
  override name = 'Busy';
  readonly status = 429;

  constructor() {
    super(`Too much work is waiting; try again in ${retryAfterSeconds} seconds`);
  }
}
