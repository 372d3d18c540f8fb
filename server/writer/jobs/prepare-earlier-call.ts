import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { idempotencyMs } from '../../ledger/kept-times.ts';
import type { Balance, HoldResult, KeptAnswer } from '../../ledger/ledger.ts';

interface EarlierRow {
  callKey: number;
  fingerprint: string;
  callId: string;
  state: number;
  charged: number;
  startedAt: number;
  owner: string | null;
}

export interface EarlierCall {
  callId: string;
  fingerprint: string;
  result(balanceNow: () => Balance): HoldResult;
}

const keptHead = z.tuple([z.number(), z.record(z.string(), z.string())]);

/**
 * The call that was made under an idempotency key before, as long as the key is kept; one in flight keeps it. Where an
 * owner is given it counts only if it is theirs.
 */
export function prepareEarlierCall(database: Database) {
  const find = database.prepare<[string], EarlierRow>(
    `SELECT i.callKey, i.fingerprint, c.id AS callId, c.state, c.charged, c.startedAt, c.owner
       FROM IdempotentCall i JOIN Call c ON c.key = i.callKey WHERE i.hash = ?`,
  );
  const findAnswer = database.prepare<[number], { head: string | null; body: Uint8Array | null }>(
    'SELECT head, body FROM IdempotentCall WHERE callKey = ?',
  );

  function answerOf(callKey: number): KeptAnswer | null {
    const { head, body } = findAnswer.get(callKey) ?? { head: null, body: null };
    if (head === null) return null;
    const [status, headers] = keptHead.parse(JSON.parse(head));
    return { status, headers, body: new Uint8Array(body ?? []) };
  }

  return (hash: string, nowMs: number, owner?: string | null): EarlierCall | undefined => {
    const row = find.get(hash);
    if (!row || (row.state !== 0 && nowMs - row.startedAt >= idempotencyMs)) return undefined;
    if (owner !== undefined && row.owner !== owner) return undefined;
    const { callKey, callId, charged, fingerprint, state } = row;
    return {
      callId,
      fingerprint,
      result(balanceNow) {
        if (state === 0) return { outcome: 'in-flight', callId };
        if (state === 3) return { outcome: 'unknown', callId };
        return { outcome: 'done', callId, charged, answer: answerOf(callKey), balance: balanceNow() };
      },
    };
  };
}
