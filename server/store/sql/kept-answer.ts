import { z } from 'zod';
import type { Replay } from '../../../lib/ledger/earlier-call.ts';
import type { EarlierResult, KeptAnswer } from '../ledger.ts';

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
