import type { Database } from 'better-sqlite3';
import { balanceOf, balanceWithAllowance } from '../../sql/allowance.ts';
import { mostKeptBytes } from '../../sql/kept-bytes.ts';
import { firstExceeded } from '../../ledger.ts';
import type { Job } from '../writer/job.ts';
import { prepareEarlierCall } from './prepare-earlier-call.ts';
import { prepareForget } from './prepare-forget.ts';
import { isRevoked, mayCall, prepareKeyUse } from './prepare-key-use.ts';
import { prepareMemberUse } from './prepare-member-use.ts';
import { preparePurseHold } from './prepare-purse-hold.ts';
import { refuseUnlessCredits } from '../../sql/refuse-unless-credits.ts';

/** So many calls, and those since the oldest open one, are what a start looks through. */
const callsBetweenMoves = 1_024;

/**
 * Opens a call and takes its quote out of what is available. What it refuses leaves nothing behind. Whoever has lost access
 * learns nothing more; then an earlier call answers; then comes what no smaller price would mend, and then the limits.
 */
export const hold: Job<'hold'> = {
  publishes: false,
  prepare(database) {
    const findEarlierCall = prepareEarlierCall(database);
    const keys = prepareKeyUse(database);
    const members = prepareMemberUse(database);
    const findBar = prepareFindBar(database);
    const purses = preparePurseHold(database);
    const addCall = database.prepare(
      `INSERT INTO Call (id, purseKey, owner, apiKeyKey, productKey, versionKey, state, quoted, charged, startedAt, inputHash, memberKey)
       VALUES (?, ?, ?, ?, ?, ?, 0, ?, 0, ?, ?, ?)`,
    );
    const keepInput = prepareKeepInput(database);
    const takeIdempotencyKey = prepareTakeIdempotencyKey(database);
    const moveFirstOpen = database.prepare(
      `UPDATE FirstOpenCall SET key = (SELECT c.key FROM Call c WHERE c.key >= FirstOpenCall.key AND c.state = 0 ORDER BY c.key LIMIT 1)`,
    );
    return (payload) => {
      const [callId, purseId, allowance, nowMs, owner, apiKeyKey, productKey, versionKey, credits, ...rest] =
        payload;
      const [inputHash, input, idempotencyHash, fingerprint, firstHash, memberKey] = rest;
      refuseUnlessCredits(credits);
      const balanceNow = () => balanceWithAllowance(purses.find.get(purseId), allowance, nowMs);

      const bar = findBar(purseId, productKey);
      const key = apiKeyKey === null ? undefined : { apiKeyKey, row: keys.read(apiKeyKey) };
      if (key && isRevoked(key.row)) return { outcome: 'key-revoked' };
      if (bar?.isSuspended) return { outcome: 'suspended' };
      const member = memberKey === null ? undefined : members.read(memberKey);
      if (member === 'no-member') return { outcome: member };
      if (key && !mayCall(key.row, productKey)) return { outcome: 'out-of-scope' };

      const earlier =
        idempotencyHash === null
          ? undefined
          : findEarlierCall({ hash: idempotencyHash, firstHash }, owner, nowMs, balanceNow);
      if (earlier && earlier.fingerprint !== fingerprint)
        return { outcome: 'other-call', callId: earlier.callId };
      if (earlier) return earlier.result();

      if (bar?.isOffline) return { outcome: 'offline' };
      const overCap =
        (key && firstExceeded(keys.readCaps(key.apiKeyKey, key.row, nowMs), credits)) ??
        (member && firstExceeded(members.readCaps(member, nowMs), credits));
      if (overCap) return overCap;
      const bytes = input === null ? 0 : Buffer.byteLength(input);
      const purse = purses.holdCredits(purseId, allowance, { credits, bytes }, nowMs);
      if (!purse) return { outcome: 'insufficient', balance: balanceNow() };
      if (!Array.isArray(purse)) return purse;
      if (key) keys.use(key.apiKeyKey, key.row, credits, nowMs);
      if (member && credits > 0) members.spend(member.key, credits, nowMs);

      const [purseKey, posted, pending, keptBytes] = purse;
      const callKey = Number(
        addCall.run(
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
        ).lastInsertRowid,
      );
      if (input !== null)
        keepInput({ callKey, input, bytes, purseKey, keptBytes, isGuest: allowance !== null });
      if (idempotencyHash !== null) takeIdempotencyKey(callKey, idempotencyHash, fingerprint);
      if (callKey % callsBetweenMoves === 0) moveFirstOpen.run();
      return { outcome: 'held', callKey, balance: balanceOf(posted, pending) };
    };
  },
};

/** What makes every call impossible, whoever makes it. */
function prepareFindBar(database: Database) {
  const find = database.prepare<[string, number], { isSuspended: 0 | 1 | null; isOffline: 0 | 1 | null }>(
    `SELECT (SELECT suspendedAt IS NOT NULL FROM Purse WHERE id = ?) AS isSuspended,
            (SELECT status = 0 FROM Product WHERE key = ?) AS isOffline`,
  );
  return (purseId: string, productKey: number) => find.get(purseId, productKey);
}

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
