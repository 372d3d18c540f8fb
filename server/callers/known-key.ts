/** What a call needs to know of a key that is not revoked. */
export interface KnownKey {
  key: number;
  id: string;
  accountId: string;
  operator: boolean;
  expiresAtMs: number | null;
}

/** What of a row of `ApiKey` makes one. */
export const knownKeyFields = {
  key: true,
  id: true,
  operator: true,
  expiresAt: true,
  account: { select: { id: true } },
} as const;

interface KeyRow extends Pick<KnownKey, 'key' | 'id' | 'operator'> {
  expiresAt: Date | null;
  account: { id: string };
}

export function knownKey({ account, expiresAt, ...row }: KeyRow): KnownKey {
  return { ...row, accountId: account.id, expiresAtMs: expiresAt?.getTime() ?? null };
}

/** It, unless its time is over. */
export function usableNow(known: KnownKey): KnownKey | undefined {
  return known.expiresAtMs === null || Date.now() < known.expiresAtMs ? known : undefined;
}
