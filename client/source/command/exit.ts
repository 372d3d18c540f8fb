/** The codes with which commands end. */
export const exitCodes = {
  done: 0,
  /** The portal refused, the call failed, or a receipt does not hold. */
  refused: 1,
  /** The command was not understood. */
  usage: 2,
  /** No portal answered. */
  noAnswer: 3,
} as const;

/** A command that cannot be carried out as it was given. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
