/** How long a second call under the same idempotency key gets the answer of the first. */
export const idempotencyMs = 24 * 60 * 60 * 1000;

/** When it is deleted: later, so that a clock which is set back by as much as a day finds what it needs. */
export const idempotencyRowMs = 2 * idempotencyMs;

/** How long the input of a call is kept that cost nothing: anybody may make any number of these. */
export const freeInputMs = 24 * 60 * 60 * 1000;
