import { z } from 'zod';
import type { KeptAnswer } from '../ledger.ts';

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
