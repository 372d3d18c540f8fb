import { z } from 'zod';
import type { Replay } from '../../../lib/ledger/earlier-call.ts';
import type { EarlierResult, KeptAnswer } from '../ledger.ts';
import { first, run, type Statement, statement, type Steps } from './statement.ts';

const keptHead = z.tuple([z.number(), z.record(z.string(), z.string())]);

/** A stored response; null if none was stored. */
export function keptAnswer(head: string | null, body: Uint8Array | null): KeptAnswer | null {
  if (head === null) return null;
  const [status, headers] = keptHead.parse(JSON.parse(head));
  return { status, headers, body: new Uint8Array(body ?? []) };
}

export function answerHead({ status, headers }: KeptAnswer): string {
  return JSON.stringify([status, headers]);
}

/** How an earlier call ended, with the stored response of one that is done. */
export function resultOfReplay(
  replay: Replay,
  readAnswer: (callKey: number) => KeptAnswer | null,
): EarlierResult {
  if (replay.outcome !== 'done') return replay;
  const { callKey, ...done } = replay;
  return { ...done, answer: readAnswer(callKey) };
}

/** Deletes what is kept of a call, and returns its bytes. */
type Kept = Statement<{ bytes: number }>;

export const inputRow: Kept = statement('DELETE FROM CallInput WHERE callKey = ? RETURNING bytes');
export const answerRow: Kept = statement('DELETE FROM IdempotentCall WHERE callKey = ? RETURNING bytes');

const giveBack = statement(
  'UPDATE Purse SET keptBytes = keptBytes - ? WHERE key = (SELECT purseKey FROM Call WHERE key = ?)',
);

/** Deletes the stored input or response of a call and releases its bytes; false if there was none. */
export function* forget(kept: Kept, callKey: number): Steps<boolean> {
  const removed = yield* first(kept, callKey);
  if (removed && removed.bytes > 0) yield* run(giveBack, removed.bytes, callKey);
  return removed !== undefined;
}
