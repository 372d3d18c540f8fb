/** One secret, or several while it is being changed. The first signs. */
export type SecretList = readonly [Buffer, ...Buffer[]];

export interface PortalSecret {
  signing: Buffer;
  /** What one of them signed is valid. */
  all: SecretList;
  /** Makes the names of guests and callers in the database. It stays the same until it leaves the list. */
  naming: Buffer;
}

/** `naming` defaults to the last of the list, which is the oldest. */
export function portalSecret(all: SecretList, naming: Buffer = all.at(-1) ?? all[0]): PortalSecret {
  return { signing: all[0], all, naming };
}
