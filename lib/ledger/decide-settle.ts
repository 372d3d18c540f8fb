import { utcDay } from '../text/times.ts';
import {
  type Balance,
  balanceOf,
  earnedKey,
  type PurseChange,
  type PurseRow,
  refuseUnlessCredits,
  type Transfer,
} from './purse.ts';
import { hasCap } from './caps.ts';
import type { Spend } from './spending.ts';
import { open, type released, type settled, type unknown, mayKeep } from './earlier-call.ts';

export interface SettleRequest {
  callKey: number;
  state: typeof settled | typeof released | typeof unknown;
  /** At most the quote. */
  charged: number;
  nowMs: number;
  /** Of the response to store; null for none. It is stored only with an idempotency key. */
  answerBytes: number | null;
  /** The call was not made: the same idempotency key may be used again. */
  freesKey: boolean;
}

export interface CallRow {
  purseKey: number;
  apiKeyKey: number | null;
  memberKey: number | null;
  productKey: number;
  state: number;
  quoted: number;
  startedAt: number;
}

/** The call, and the purse that pays it. */
export interface SettleRows {
  call: CallRow | undefined;
  purse: PurseRow | undefined;
  /** Whether an idempotency key is stored with the call. */
  hasKey(): boolean;
}

/** A call that is counted among those of the day on which it began. */
export interface Use {
  purseKey: number;
  day: string;
  productKey: number;
  /** 0 for none, as in the table. */
  apiKeyKey: number;
  memberKey: number;
  credits: number;
}

/** The hold of a call is resolved: the charge is paid, and the rest is given back. */
export interface Settled {
  balance: Balance;
  purseKey: number;
  purse: PurseChange;
  /** None for a call that costs nothing. */
  charge: Transfer | undefined;
  /** What is given back to those that spent it. Without a cap they have no sums. */
  spends: Spend[];
  use: Use;
  keepsAnswer: boolean;
}

/** Resolves a hold once. Throws what a misuse is told: such a settlement changes nothing. */
export function decideSettle(rows: SettleRows, request: SettleRequest): Settled {
  const { callKey, charged, nowMs, answerBytes, freesKey } = request;
  refuseUnlessCredits(charged);
  const { call, purse } = rows;
  if (!call) throw new Error(`There is no call ${callKey}.`);
  if (call.state !== open) throw new Error(`The hold of call ${callKey} is resolved already.`);
  if (charged > call.quoted)
    throw new Error(`The call ${callKey} cannot be charged ${charged}: ${call.quoted} credits are held.`);
  if (!purse) throw new Error(`The call ${callKey} has no purse.`);

  const { purseKey, productKey, apiKeyKey, memberKey, quoted, startedAt } = call;
  const mayAnswer = answerBytes !== null && !freesKey && rows.hasKey();
  const keepsAnswer = mayAnswer && mayKeep(purse.keptBytes + answerBytes, purse.grantedDay !== null);
  return {
    balance: balanceOf(purse.posted - charged, purse.pending - quoted),
    purseKey,
    purse: { posted: -charged, pending: -quoted, keptBytes: keepsAnswer ? answerBytes : 0 },
    charge:
      charged > 0
        ? { from: purseKey, to: earnedKey, credits: charged, kind: 'charge', nowMs, callKey, reason: null }
        : undefined,
    spends: charged < quoted ? returnsOf(call, purse, quoted - charged) : [],
    use: {
      purseKey,
      day: utcDay(startedAt),
      productKey,
      apiKeyKey: apiKeyKey ?? 0,
      memberKey: memberKey ?? 0,
      credits: charged,
    },
    keepsAnswer,
  };
}

/** The unspent part of a hold goes back to the periods in which it was held. */
function returnsOf(
  { purseKey, apiKeyKey, memberKey, startedAt }: CallRow,
  purse: PurseRow,
  credits: number,
): Spend[] {
  const back = { day: utcDay(startedAt), credits: -credits };
  const spends: Spend[] = [];
  if (apiKeyKey !== null) spends.push({ of: 'key', key: apiKeyKey, ...back });
  if (memberKey !== null) spends.push({ of: 'member', key: memberKey, ...back });
  if (hasCap(purse)) spends.push({ of: 'account', key: purseKey, ...back });
  return spends;
}
