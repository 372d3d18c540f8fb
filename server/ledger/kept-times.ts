/** How long a second call under the same idempotency key gets the answer of the first. */
export const idempotencyMs = 24 * 60 * 60 * 1000;
