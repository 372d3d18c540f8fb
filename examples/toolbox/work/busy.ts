/** When those who were turned away may come again. */
export const retryAfterSeconds = 2;

/** More work waits than is done in a short time. The portal answers 503 `upstream-busy` to its own caller. */
export class Busy extends Error {
  override name = 'Busy';
  readonly status = 429;

  constructor() {
    super(`Too much work is waiting; try again in ${retryAfterSeconds} seconds`);
  }
}
