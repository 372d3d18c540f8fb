const mebibyte = 1024 * 1024;

/**
 * Limits for the stored inputs and responses of a purse. Beyond them new ones are not stored, but calls still work. The
 * limit for guests is lower, because anybody can be a guest from many networks, and rejected calls are free; operators
 * create accounts.
 */
export const maxKeptBytes = { guest: 64 * mebibyte, account: 2_048 * mebibyte };

export function mayKeep(keptBytes: number, isGuest: boolean): boolean {
  return keptBytes <= (isGuest ? maxKeptBytes.guest : maxKeptBytes.account);
}

/** How long the same idempotency key gets the first response again. */
export const idempotencyMs = 24 * 60 * 60 * 1000;

/** The row stays longer, so that a clock set back by up to a day still finds it. */
export const idempotencyRowMs = 2 * idempotencyMs;

/** How long inputs of free calls are stored, of which anybody can make any number. */
export const freeInputMs = 24 * 60 * 60 * 1000;
