import type { Writer } from '../writer/writer.ts';

const dayMs = 24 * 60 * 60 * 1000;

export interface Pruned {
  inputs: number;
  answers: number;
}

/**
 * Deletes the inputs of calls that began longer ago than they are kept for, and what idempotency keys kept whose time
 * is over. Entries and receipts stay. For every hour: a job at a time, so that calls go on between them.
 */
export async function pruneLedger(writer: Writer, nowMs: number, retentionDays: number): Promise<Pruned> {
  const inputsBeforeMs = nowMs - retentionDays * dayMs;
  const deleteAll = async (what: 'inputs' | 'answers') => {
    let total = 0;
    for (let afterKey: number | null = 0; afterKey !== null; ) {
      const run: { deleted: number; lastKey: number | null } = await writer.run('prune', {
        what,
        nowMs,
        inputsBeforeMs,
        afterKey,
      });
      total += run.deleted;
      afterKey = run.lastKey;
    }
    return total;
  };
  return { inputs: await deleteAll('inputs'), answers: await deleteAll('answers') };
}
