import type { Database } from 'better-sqlite3';
import { balanceOf, balanceWithAllowance } from '../ledger/allowance.ts';
import { mostKeptBytes } from '../ledger/kept-bytes.ts';
import type { HoldResult } from '../../ledger.ts';
import type { Job } from '../writer/job.ts';
import { prepareEarlierCall } from './prepare-earlier-call.ts';
import { prepareForget } from './prepare-forget.ts';
import { isRevoked, prepareKeyUse } from './prepare-key-use.ts';
import { preparePurseHold } from './prepare-purse-hold.ts';
import { refuseUnlessCredits } from './refuse-unless-credits.ts';

/** An array, because it goes to the writer's thread with every call, and names cost more than values. */
export type HoldPayload = [
  callId: string,
  purseId: string,
  allowance: number | null,
  nowMs: number,
  owner: string | null,
  apiKeyKey: number | null,
  productKey: number,
  versionKey: number,
  credits: number,
  inputHash: string,
  input: string | null,
  idempotencyHash: string | null,
  fingerprint: string | null,
  firstHash: string | null,
];

/** A start scans this many calls, plus those since the oldest open one. */
const callsBetweenMoves = 1_024;

/** Opens a call and reserves its quote. A refusal writes nothing. */
export const hold: Job<HoldPayload, HoldResult> = {
  publishes: false,
  prepare(database) {
    const findEarlierCall = prepareEarlierCall(database);
    const keys = prepareKeyUse(database);
    const purses = preparePurseHold(database);
    const addCall = database.prepare(
      `INSERT INTO Call (id, purseKey, owner, apiKeyKey, productKey, versionKey, state, quoted, charged, startedAt, inputHash)
       VALUES (?, ?, ?, ?, ?, ?, 0, ?, 0, ?, ?)`,
    );
    const keepInput = prepareKeepInput(database);
    const takeIdempotencyKey = prepareTakeIdempotencyKey(database);
    const moveFirstOpen = database.prepare(
      `UPDATE FirstOpenCall SET key = (SELECT c.key FROM Call c WHERE c.key >= FirstOpenCall.key AND c.state = 0 ORDER BY c.key LIMIT 1)`,
    );
    return (payload) => {
      const [callId, purseId, allowance, nowMs, owner, apiKeyKey, productKey, versionKey, credits, ...rest] =
        payload;
      const [inputHash, input, idempotencyHash, fingerprint, firstHash] = rest;
      refuseUnlessCredits(credits);
      const balanceNow = () => balanceWithAllowance(purses.find.get(purseId), allowance, nowMs);

      const key = apiKeyKey === null ? undefined : { apiKeyKey, row: keys.read(apiKeyKey) };
      if (key && isRevoked(key.row)) return { outcome: 'key-revoked' };

      const earlier =
        idempotencyHash === null
          ? undefined
          : findEarlierCall({ hash: idempotencyHash, firstHash }, owner, nowMs, balanceNow);
      if (earlier && earlier.fingerprint !== fingerprint)
        return { outcome: 'other-call', callId: earlier.callId };
      if (earlier) return earlier.result();

      const overCap = key && keys.findCap(key.apiKeyKey, key.row, credits, nowMs);
      if (overCap) return overCap;
      const bytes = input === null ? 0 : Buffer.byteLength(input);
      const purse = purses.holdCredits(purseId, allowance, { credits, bytes }, nowMs);
      if (!purse) return { outcome: 'insufficient', balance: balanceNow() };
      if (key) keys.use(key.apiKeyKey, key.row, credits, nowMs);

      const [purseKey, posted, pending, keptBytes] = purse;
      const callKey = Number(
        addCall.run(callId, purseKey, owner, apiKeyKey, productKey, versionKey, credits, nowMs, inputHash)
          .lastInsertRowid,
      );
      if (input !== null)
        keepInput({ callKey, input, bytes, purseKey, keptBytes, isGuest: allowance !== null });
      if (idempotencyHash !== null) takeIdempotencyKey(callKey, idempotencyHash, fingerprint);
      if (callKey % callsBetweenMoves === 0) moveFirstOpen.run();
      return { outcome: 'held', callKey, balance: balanceOf(posted, pending) };
    };
  },
};

interface KeptInput {
  callKey: number;
  input: string;
  bytes: number;
  purseKey: number;
  /** The total of the purse, including these bytes. */
  keptBytes: number;
  isGuest: boolean;
}

/** Stores an input whose bytes are already counted, or subtracts them if they are too many. */
function prepareKeepInput(database: Database) {
  const add = database.prepare('INSERT INTO CallInput (callKey, input, bytes) VALUES (?, ?, ?)');
  const takeBack = database.prepare('UPDATE Purse SET keptBytes = keptBytes - ? WHERE key = ?');
  return ({ callKey, input, bytes, purseKey, keptBytes, isGuest }: KeptInput): void => {
    if (keptBytes <= (isGuest ? mostKeptBytes.guest : mostKeptBytes.account)) add.run(callKey, input, bytes);
    else takeBack.run(bytes, purseKey);
  };
}

/** A key of another call is reused only after its lifetime. */
function prepareTakeIdempotencyKey(database: Database) {
  const add = database.prepare(
    'INSERT INTO IdempotentCall (callKey, hash, fingerprint) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const findOther = database
    .prepare<[string], number>('SELECT callKey FROM IdempotentCall WHERE hash = ?')
    .pluck();
  const forget = prepareForget(database, 'IdempotentCall');
  return (callKey: number, hash: string, fingerprint: string | null): void => {
    if (add.run(callKey, hash, fingerprint).changes === 1) return;
    const other = findOther.get(hash);
    if (other !== undefined) forget(other);
    add.run(callKey, hash, fingerprint);
  };
}
