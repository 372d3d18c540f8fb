import type { Database } from 'better-sqlite3';
import { balanceOf } from '../../sql/allowance.ts';
import { mostKeptBytes } from '../../sql/kept-bytes.ts';
import type { Balance } from '../../ledger.ts';
import { earnedKey } from '../../sql/portal-purses.ts';
import { utcDay } from '../../../../lib/text/utc-day.ts';
import { prepareMemberReturn } from './prepare-member-use.ts';
import { prepareReturn } from './prepare-spend.ts';
import { prepareTransfer } from './prepare-transfer.ts';
import { released, settled, unknown } from '../../ledger-changes.ts';

export interface Resolution {
  callKey: number;
  state: typeof settled | typeof released | typeof unknown;
  charged: number;
  nowMs: number;
  /** Bytes of the response to store; 0 for none. */
  answerBytes: number;
}

export interface Resolved {
  balance: Balance;
  /** False if the purse has no room for more. Then its bytes are not counted. */
  keepsAnswer: boolean;
}

type ResolvedCall = [
  purseKey: number,
  apiKeyKey: number | null,
  productKey: number,
  quoted: number,
  startedAt: number,
  memberKey: number | null,
];

type PaidPurse = [posted: number, pending: number, keptBytes: number, isGuest: 0 | 1, hasCap: 0 | 1];

/** Resolves the hold of a call. The write itself checks that it is open and covers the charge. */
export function prepareResolve(database: Database): (resolution: Resolution) => Resolved {
  // Arrays instead of objects: every call creates these rows, and property names cost more than values.
  const close = database
    .prepare<[number, number, number, number, number], ResolvedCall>(
      `UPDATE Call SET state = ?, charged = ?, settledAt = ? WHERE key = ? AND state = 0 AND ? BETWEEN 0 AND quoted
       RETURNING purseKey, apiKeyKey, productKey, quoted, startedAt, memberKey`,
    )
    .raw();
  const pay = database
    .prepare<[number, number, number, number], PaidPurse>(
      `UPDATE Purse SET posted = posted - ?, pending = pending - ?, keptBytes = keptBytes + ? WHERE key = ?
       RETURNING posted, pending, keptBytes, grantedDay IS NOT NULL, coalesce(capDay, capMonth, capTotal) IS NOT NULL`,
    )
    .raw();
  const takeBack = database.prepare('UPDATE Purse SET keptBytes = keptBytes - ? WHERE key = ?');
  const earn = database.prepare('UPDATE Purse SET posted = posted + ? WHERE key = ?');
  const count = database.prepare(
    `INSERT INTO DailyUse (purseKey, day, productKey, apiKeyKey, memberKey, calls, credits) VALUES (?, ?, ?, ?, ?, 1, ?)
       ON CONFLICT DO UPDATE SET calls = calls + 1, credits = credits + excluded.credits`,
  );
  const find = database.prepare<[number], { state: number; quoted: number }>(
    'SELECT state, quoted FROM Call WHERE key = ?',
  );
  const giveBackToKey = prepareReturn(database, 'KeySpend');
  const giveBackToMember = prepareMemberReturn(database);
  const giveBackToAccount = prepareReturn(database, 'AccountSpend');
  const transfer = prepareTransfer(database);

  function refusal(callKey: number, charged: number): Error {
    const call = find.get(callKey);
    if (!call) return new Error(`There is no call ${callKey}.`);
    if (call.state !== 0) return new Error(`The hold of call ${callKey} is resolved already.`);
    return new Error(`The call ${callKey} cannot be charged ${charged}: ${call.quoted} credits are held.`);
  }

  return ({ callKey, state, charged, nowMs, answerBytes }) => {
    const call = close.get(state, charged, nowMs, callKey, charged);
    if (!call) throw refusal(callKey, charged);
    const [purseKey, apiKeyKey, productKey, quoted, startedAt, memberKey] = call;
    const purse = pay.get(charged, quoted, answerBytes, purseKey);
    if (!purse) throw new Error(`The call ${callKey} has no purse.`);
    if (charged > 0) {
      earn.run(charged, earnedKey);
      const to = earnedKey;
      transfer({ from: purseKey, to, credits: charged, kind: 'charge', nowMs, callKey, reason: null });
    }
    const [posted, pending, keptBytes, isGuest, hasCap] = purse;
    if (charged < quoted) {
      const unspent = quoted - charged;
      if (apiKeyKey !== null) giveBackToKey(apiKeyKey, unspent, startedAt);
      if (memberKey !== null) giveBackToMember(memberKey, unspent, startedAt);
      if (hasCap === 1) giveBackToAccount(purseKey, unspent, startedAt);
    }
    count.run(purseKey, utcDay(startedAt), productKey, apiKeyKey ?? 0, memberKey ?? 0, charged);
    const keepsAnswer = keptBytes <= (isGuest === 1 ? mostKeptBytes.guest : mostKeptBytes.account);
    if (!keepsAnswer && answerBytes > 0) takeBack.run(answerBytes, purseKey);
    return { balance: balanceOf(posted, pending), keepsAnswer };
  };
}
