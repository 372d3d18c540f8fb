import type { PurseRow } from '../../../lib/ledger/purse.ts';

/** What calls read of a purse `p`, in both engines. A list, and not an object: names cost more than values. */
export const purseColumns = `p."key", p."posted", p."pending", p."grantedDay", p."keptBytes",
  p."suspendedAt" IS NOT NULL, p."capDay", p."capMonth", p."capTotal"`;

export type PurseColumns = [
  key: number,
  posted: number,
  pending: number,
  grantedDay: string | null,
  keptBytes: number,
  isSuspended: 0 | 1 | boolean,
  capDay: number | null,
  capMonth: number | null,
  capTotal: number | null,
];

export function purseOf(columns: PurseColumns): PurseRow {
  const [key, posted, pending, grantedDay, keptBytes, isSuspended, capDay, capMonth, capTotal] = columns;
  return {
    key,
    posted,
    pending,
    grantedDay,
    keptBytes,
    isSuspended: Boolean(isSuspended),
    capDay,
    capMonth,
    capTotal,
  };
}
