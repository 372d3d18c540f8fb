import type { Caps } from './caps.ts';

export interface Balance {
  posted: number;
  pending: number;
  available: number;
}

/** The portal's own purses, which issue credits and receive charges. The migration creates them. */
export const issuedKey = 1;
export const earnedKey = 2;

/** They may owe, and nobody spends from them. */
export function isOfPortal({ key }: Pick<PurseRow, 'key'>): boolean {
  return key <= earnedKey;
}

/** The ids of guests' purses begin with it, those of accounts' with `acc_`. */
export const guestPrefix = 'guest_';

export function isOfGuest(purseId: string): boolean {
  return purseId.startsWith(guestPrefix);
}

export interface PurseRow extends Caps {
  key: number;
  posted: number;
  pending: number;
  /** The last period of a guest's allowance (allowance.ts), such as 2026-11-21. */
  grantedDay: string | null;
  /** Of stored inputs and responses. */
  keptBytes: number;
  isSuspended: boolean;
}

/** The columns of a purse that decisions add to. */
export const purseSums = ['posted', 'pending', 'keptBytes'] as const;
/** What a decision adds to them. */
export type PurseChange = Record<(typeof purseSums)[number], number>;

export const nothingAdded: PurseChange = { posted: 0, pending: 0, keptBytes: 0 };

export function newPurse(key: number): PurseRow {
  const caps = { capDay: null, capMonth: null, capTotal: null };
  return { key, ...nothingAdded, grantedDay: null, isSuspended: false, ...caps };
}

/** Why credits move. */
export const entryKinds = ['allowance', 'grant', 'charge', 'refund', 'correction'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** The purse of the portal that they come out of; null if they go from a caller into what is earned. */
export const entrySources = {
  allowance: issuedKey,
  grant: issuedKey,
  charge: null,
  refund: earnedKey,
  correction: issuedKey,
} as const satisfies Record<EntryKind, number | null>;

/** Those of a person who moves credits. */
export const grantKinds = ['grant', 'refund', 'correction'] as const satisfies EntryKind[];

/** Credits that move from one purse to another: two entries. */
export interface Transfer {
  from: number;
  to: number;
  credits: number;
  kind: EntryKind;
  nowMs: number;
  callKey: number | null;
  reason: string | null;
}

/** Credits of a hold or charge are non-negative integers. */
export function refuseUnlessCredits(credits: number): void {
  if (!Number.isSafeInteger(credits) || credits < 0)
    throw new Error(`${credits} is not a number of credits: it must be whole, and not below 0.`);
}

export function balanceOf(posted: number, pending: number): Balance {
  return { posted, pending, available: posted - pending };
}
