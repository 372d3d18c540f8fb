/** How long a second call under the same idempotency key gets the answer of the first. */
export const idempotencyMs = 24 * 60 * 60 * 1000;

/** When it is deleted: later, so that a clock which is set back by as much as a day finds what it needs. */
export const idempotencyRowMs = 2 * idempotencyMs;
