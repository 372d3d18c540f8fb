import type { ActiveKey } from '../accounts.ts';

/** What requests need of a key. */
export const activeFields = {
  key: true,
  id: true,
  operator: true,
  expiresAt: true,
  personKey: true,
  accountKey: true,
  access: true,
  products: true,
  account: { select: { id: true } },
  operatorPerson: { select: { key: true, operatorRole: true } },
} as const;

export interface ActiveRow extends Pick<ActiveKey, 'key' | 'id' | 'operator'> {
  expiresAt: Date | null;
  personKey: number | null;
  accountKey: number;
  access: string;
  products: string | null;
  account: { id: string };
  operatorPerson: { key: number; operatorRole: string | null } | null;
}
