import type { Writer } from '../../writer.ts';
import type { PrunePayload } from '../../ledger.ts';

const dayMs = 24 * 60 * 60 * 1000;

export interface Pruned {
  inputs: number;
  answers: number;
  /** The bytes by which the file shrank. */
  bytes: number;
}

/** Deletes expired inputs and idempotency keys, one job at a time, so that calls run in between. */
export async function pruneLedger(writer: Writer, nowMs: number, retentionDays: number): Promise<Pruned> {
  const inputsBeforeMs = nowMs - retentionDays * dayMs;
  const deleteAll = async (what: PrunePayload['what']) => {
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
  const inputs = (await deleteAll('inputs')) + (await deleteAll('free-inputs'));
  const answers = await deleteAll('answers');
  return { inputs, answers, bytes: await shortenFile(writer) };
}

async function shortenFile(writer: Writer): Promise<number> {
  for (let total = 0; ; ) {
    const { bytes, isDone } = await writer.run('shorten-file', {});
    total += bytes;
    if (isDone) return total;
  }
}
