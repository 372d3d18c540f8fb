import type { Database } from 'better-sqlite3';
import { issuedKey } from '../../../../lib/ledger/purse.ts';
import { decideHold, type Held } from '../../../../lib/ledger/decide-hold.ts';
import type { HoldPayload } from '../../ledger.ts';
import { resultOfReplay } from '../../sql/kept-answer.ts';
import { requestOfHold } from '../../sql/ledger-payloads.ts';
import type { Job } from '../writer/message.ts';
import { prepareAddToPurse, prepareForget, prepareSpend, prepareTransfer } from './ledger-changes.ts';
import { prepareHoldRows, prepareReadAnswer } from './ledger-rows.ts';

/** So many calls, and those since the oldest open one, are what a start looks through. */
const callsBetweenMoves = 1_024;

/** Opens a call and takes its quote out of what is available. What is refused leaves nothing behind. */
export const hold: Job<'hold'> = {
  publishes: false,
  prepare(database) {
    const readRows = prepareHoldRows(database);
    const readAnswer = prepareReadAnswer(database);
    const write = prepareWriteHold(database);
    return (payload) => {
      const request = requestOfHold(payload);
      const rows = readRows(request.purse.id, request.productKey, request);
      const decision = decideHold(rows, request);
      if (decision.outcome === 'done') return resultOfReplay(decision, readAnswer);
      if (decision.outcome !== 'held') return decision;
      const callKey = write(payload, rows.purse?.key, decision);
      return { outcome: 'held', callKey, balance: decision.balance };
    };
  },
};

/** Writes a hold, and returns the key of the call. The table refuses a purse that would owe. */
function prepareWriteHold(database: Database) {
  const makePurse = database.prepare<[string]>('INSERT INTO Purse (id, posted, pending) VALUES (?, 0, 0)');
  const addToPurse = prepareAddToPurse(database);
  const writeDay = database.prepare('UPDATE Purse SET grantedDay = ? WHERE key = ?');
  const touchKey = database.prepare('UPDATE ApiKey SET lastUsedAt = ? WHERE key = ?');
  const addCall = database.prepare(
    `INSERT INTO Call (id, purseKey, owner, apiKeyKey, productKey, versionKey, state, quoted, charged, startedAt, inputHash, memberKey)
     VALUES (?, ?, ?, ?, ?, ?, 0, ?, 0, ?, ?, ?)`,
  );
  const addInput = database.prepare('INSERT INTO CallInput (callKey, input, bytes) VALUES (?, ?, ?)');
  const addKey = database.prepare('INSERT INTO IdempotentCall (callKey, hash, fingerprint) VALUES (?, ?, ?)');
  const moveFirstOpen = database.prepare(
    `UPDATE FirstOpenCall SET key = (SELECT c.key FROM Call c WHERE c.key >= FirstOpenCall.key AND c.state = 0 ORDER BY c.key LIMIT 1)`,
  );
  const freeKey = prepareForget(database, 'IdempotentCall');
  const addSpend = prepareSpend(database);
  const transfer = prepareTransfer(database);

  return (payload: HoldPayload, knownKey: number | undefined, held: Held): number => {
    const [callId, purseId, , nowMs, owner, apiKeyKey, productKey, versionKey, credits, ...rest] = payload;
    const [inputHash, input, idempotencyHash, fingerprint, , memberKey] = rest;
    const { purse, grantedDay, spends, touchesKey, keepsInput, replaces } = held;
    const purseKey = knownKey ?? Number(makePurse.run(purseId).lastInsertRowid);
    addToPurse(purse, purseKey);
    if (grantedDay !== null) writeDay.run(grantedDay, purseKey);
    if (purse.posted > 0)
      transfer({
        from: issuedKey,
        to: purseKey,
        credits: purse.posted,
        kind: 'allowance',
        nowMs,
        callKey: null,
        reason: null,
      });
    for (const spend of spends) addSpend(spend);
    if (touchesKey) touchKey.run(nowMs, apiKeyKey);
    const added = addCall.run(
      callId,
      purseKey,
      owner,
      apiKeyKey,
      productKey,
      versionKey,
      credits,
      nowMs,
      inputHash,
      memberKey,
    );
    const callKey = Number(added.lastInsertRowid);
    if (keepsInput) addInput.run(callKey, input, purse.keptBytes);
    if (replaces) freeKey(replaces.callKey);
    if (idempotencyHash !== null) addKey.run(callKey, idempotencyHash, fingerprint);
    if (callKey % callsBetweenMoves === 0) moveFirstOpen.run();
    return callKey;
  };
}
