/** How long the same idempotency key gets the first response again. */
export const idempotencyMs = 24 * 60 * 60 * 1000;

/** The row stays longer, so that a clock set back by up to a day still finds it. */
export const idempotencyRowMs = 2 * idempotencyMs;

/** How long inputs of free calls are stored, of which anybody can make any number. */
export const freeInputMs = 24 * 60 * 60 * 1000;
