import type { Database } from 'better-sqlite3';
import { keptAnswer } from '../../sql/kept-answer.ts';
import { idempotencyMs } from '../../sql/kept-times.ts';
import type { Balance, EarlierCall, IdempotencyKey, KeptAnswer } from '../../ledger.ts';

interface EarlierRow {
  callKey: number;
  versionKey: number;
  fingerprint: string;
  callId: string;
  state: number;
  charged: number;
  startedAt: number;
  owner: string | null;
}

/** The call of an idempotency key while the key is stored. An open call keeps its key. */
export function prepareEarlierCall(database: Database) {
  const find = database.prepare<[string], EarlierRow>(
    `SELECT i.callKey, i.fingerprint, c.id AS callId, c.versionKey, c.state, c.charged, c.startedAt, c.owner
       FROM IdempotentCall i JOIN Call c ON c.key = i.callKey WHERE i.hash = ?`,
  );
  const findAnswer = database.prepare<[number], { head: string | null; body: Uint8Array | null }>(
    'SELECT head, body FROM IdempotentCall WHERE callKey = ?',
  );

  function answerOf(callKey: number): KeptAnswer | null {
    const { head, body } = findAnswer.get(callKey) ?? { head: null, body: null };
    return keptAnswer(head, body);
  }

  function findKept(hash: string, nowMs: number): EarlierRow | undefined {
    const row = find.get(hash);
    return row && (row.state === 0 || nowMs - row.startedAt < idempotencyMs) ? row : undefined;
  }

  function findFirst(
    hash: string | null | undefined,
    owner: string | null,
    nowMs: number,
  ): EarlierRow | undefined {
    const row = hash ? findKept(hash, nowMs) : undefined;
    return row?.owner === owner ? row : undefined;
  }

  return (
    { hash, firstHash }: IdempotencyKey,
    owner: string | null,
    nowMs: number,
    balanceNow: () => Balance,
  ): EarlierCall | undefined => {
    const row = findKept(hash, nowMs) ?? findFirst(firstHash, owner, nowMs);
    if (!row) return undefined;
    const { callKey, callId, charged, versionKey, fingerprint, state } = row;
    return {
      callId,
      versionKey,
      fingerprint,
      result() {
        if (state === 0) return { outcome: 'in-flight', callId };
        if (state === 3) return { outcome: 'unknown', callId };
        return { outcome: 'done', callId, charged, answer: answerOf(callKey), balance: balanceNow() };
      },
    };
  };
}
