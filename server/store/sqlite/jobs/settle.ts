import type { Database } from 'better-sqlite3';
import { decideSettle, type Settled, type SettleRequest } from '../../../../lib/ledger/decide-settle.ts';
import { unknown } from '../../../../lib/ledger/earlier-call.ts';
import { requestOfSettlement } from '../../sql/ledger-payloads.ts';
import type { Job } from '../writer/message.ts';
import { prepareAddToPurse, prepareForget, prepareSpend, prepareTransfer } from './ledger-changes.ts';
import { prepareSettleRows } from './ledger-rows.ts';

/** Resolves a hold, charged or released, and keeps how the call ended; a hold that is resolved already is refused. */
export const settle: Job<'settle'> = {
  publishes: false,
  prepare(database) {
    const resolve = prepareResolve(database);
    const keepEnding = database.prepare('INSERT INTO CallEnding (callKey, ending) VALUES (?, ?)');
    const keepAnswer = database.prepare(
      'UPDATE IdempotentCall SET head = ?, body = ?, bytes = ? WHERE callKey = ?',
    );
    const freeKey = prepareForget(database, 'IdempotentCall');
    return (payload) => {
      const [callKey, , , , ending, answerHead, answerBody] = payload;
      const request = requestOfSettlement(payload);
      const { balance, keepsAnswer } = resolve(request);
      keepEnding.run(callKey, ending);
      if (keepsAnswer) keepAnswer.run(answerHead, answerBody, request.answerBytes, callKey);
      if (request.freesKey) freeKey(callKey);
      return balance;
    };
  },
};

const callsAtOnce = 200;

/** Some of the holds that a process left open become unknown, at no cost; run it until none are left. */
export const recover: Job<'recover'> = {
  publishes: false,
  prepare(database) {
    const findOpen = database
      .prepare<[number], number>(
        `SELECT key FROM Call WHERE state = 0 AND key >= (SELECT key FROM FirstOpenCall) ORDER BY key LIMIT ?`,
      )
      .pluck();
    const resolve = prepareResolve(database);
    return ({ nowMs }) => {
      const open = findOpen.all(callsAtOnce);
      const nothing = { charged: 0, answerBytes: null, freesKey: false };
      for (const callKey of open) resolve({ callKey, state: unknown, nowMs, ...nothing });
      return { unknown: open.length };
    };
  },
};

/** Resolves the hold of a call, and writes what the decision changes. */
function prepareResolve(database: Database): (request: SettleRequest) => Settled {
  const readRows = prepareSettleRows(database);
  const close = database.prepare(
    'UPDATE Call SET state = ?, charged = ?, settledAt = ? WHERE key = ? AND state = 0',
  );
  const addToPurse = prepareAddToPurse(database);
  const count = database.prepare(
    `INSERT INTO DailyUse (purseKey, day, productKey, apiKeyKey, memberKey, calls, credits) VALUES (?, ?, ?, ?, ?, 1, ?)
       ON CONFLICT DO UPDATE SET calls = calls + 1, credits = credits + excluded.credits`,
  );
  const addSpend = prepareSpend(database);
  const transfer = prepareTransfer(database);
  return (request) => {
    const { callKey, state, charged, nowMs } = request;
    const settled = decideSettle(readRows(callKey), request);
    const { purseKey, purse, charge, spends, use } = settled;
    close.run(state, charged, nowMs, callKey);
    addToPurse(purse, purseKey);
    if (charge) transfer(charge);
    for (const spend of spends) addSpend(spend);
    count.run(use.purseKey, use.day, use.productKey, use.apiKeyKey, use.memberKey, use.credits);
    return settled;
  };
}
