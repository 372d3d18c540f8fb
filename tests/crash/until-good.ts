import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const limitMs = 90_000;
const pollMs = 10;

/**
 * Seconds until a process that was started just now gives its first good answer, less those for which it was ready to
 * run and another program had the processor: a busy machine makes no portal slow.
 */
export async function secondsUntilGood(
  child: ChildProcess,
  address: string,
  refuseIfEnded: () => void,
): Promise<number> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < limitMs) {
    refuseIfEnded();
    const good = await fetch(address).then(
      async (answer) => (await answer.arrayBuffer(), answer.ok),
      () => false,
    );
    if (good) return (performance.now() - startedAt) / 1000 - secondsInLine(child);
    await setTimeout(pollMs);
  }
  throw new Error(`${address} gave no good answer within ${limitMs / 1000} s.`);
}

/** Linux counts, in nanoseconds, how long the main thread stood in line; elsewhere nobody does. */
function secondsInLine({ pid }: ChildProcess): number {
  const file = `/proc/${pid}/schedstat`;
  if (!existsSync(file)) return 0;
  const [, waited = '0'] = readFileSync(file, 'utf8').split(' ');
  return Number(waited) / 1e9;
}
