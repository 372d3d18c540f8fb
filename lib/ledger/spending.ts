import { parseProductKeys } from '../account/api-keys.ts';
import { mayKey } from '../account/key-access.ts';
import { memberRole } from '../account/members.ts';
import { mayRole } from '../account/roles.ts';
import { utcDay } from '../text/times.ts';
import type { PurseRow } from './purse.ts';
import { type Caps, hasCap, type ReachedCap, reachedCaps, type Spent } from './caps.ts';

/** Who makes a call. */
export interface Caller {
  apiKeyKey: number | null;
  /** The member of the account who makes the call, with a key or without. */
  memberKey: number | null;
}

export interface ApiKeyRow extends Caps {
  isRevoked: boolean;
  access: string;
  /** JSON: array of product keys, which are all that it may call; null for every product. */
  products: string | null;
  lastUsedAt: number | null;
}

export function mayKeyCall({ access, products }: ApiKeyRow, productKey: number): boolean {
  if (!mayKey(access, 'calls')) return false;
  return parseProductKeys(products)?.includes(productKey) ?? true;
}

export interface MemberRow extends Caps {
  isRemoved: boolean;
  role: string;
}

export function mayMemberCall({ isRemoved, role }: MemberRow): boolean {
  return !isRemoved && mayRole(memberRole.parse(role), 'call');
}

/** Who may have caps, and sums of what was spent. */
export type Spender = 'key' | 'member' | 'account';

/** Credits that one of them spends on a day, including holds; negative for those that it gets back. */
export interface Spend {
  of: Spender;
  key: number;
  day: string;
  credits: number;
}

/** The rows of a caller and of the account. */
export interface CapRows {
  purse: PurseRow | undefined;
  apiKey: ApiKeyRow | undefined;
  member: MemberRow | undefined;
  /** Is asked of those that have a cap. */
  spent(of: Spender, key: number, day: string): Spent;
}

/** A cap of the key, the member or the account. A hold is refused by the first that it would exceed, in this order. */
export type OverCap = { outcome: 'over-cap' | 'over-member-cap' | 'over-account-cap' } & ReachedCap;

/** Every cap that a hold by this caller looks at, in its order, with what is spent of it. */
export function capsOf(
  { purse, apiKey, member, spent }: CapRows,
  { apiKeyKey, memberKey }: Caller,
  nowMs: number,
): OverCap[] {
  const day = utcDay(nowMs);
  const all: OverCap[] = [];
  const add = (outcome: OverCap['outcome'], of: Spender, key: number, limits: Caps): void => {
    if (!hasCap(limits)) return;
    all.push(...reachedCaps(limits, spent(of, key, day)).map((reached) => ({ outcome, ...reached })));
  };
  if (apiKeyKey !== null && apiKey) add('over-cap', 'key', apiKeyKey, apiKey);
  if (memberKey !== null && member && mayMemberCall(member))
    add('over-member-cap', 'member', memberKey, member);
  if (purse) add('over-account-cap', 'account', purse.key, purse);
  return all;
}

/**
 * What a hold adds to the sums. Keys and accounts without a cap are not counted; members are, so that a new cap knows of
 * what was spent before it.
 */
export function spendsOf(
  { purse, apiKey }: CapRows,
  { apiKeyKey, memberKey }: Caller,
  credits: number,
  nowMs: number,
): Spend[] {
  const day = utcDay(nowMs);
  const spends: Spend[] = [];
  if (apiKeyKey !== null && apiKey && hasCap(apiKey))
    spends.push({ of: 'key', key: apiKeyKey, day, credits });
  if (memberKey !== null && credits > 0) spends.push({ of: 'member', key: memberKey, day, credits });
  if (purse && hasCap(purse)) spends.push({ of: 'account', key: purse.key, day, credits });
  return spends;
}
