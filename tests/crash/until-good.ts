import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const limitMs = 300_000;
const pollMs = 10;

/**
 * Seconds until a process that was started just now gives its first good answer, less those in which its threads were
 * ready to run and other programs had the processors: a busy machine makes no portal slow.
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
    if (good) return withoutTheLine(child, (performance.now() - startedAt) / 1000);
    await setTimeout(pollMs);
  }
  throw new Error(`${address} gave no good answer within ${limitMs / 1000} s.`);
}

/**
 * Linux counts for each thread how long it ran and how long it stood in line, in nanoseconds; elsewhere nobody does.
 * Threads stand in line side by side, so that the sum may be too much: what the main thread ran is the least.
 */
function withoutTheLine({ pid }: ChildProcess, seconds: number): number {
  if (pid === undefined || !existsSync(`/proc/${pid}/schedstat`)) return seconds;
  const [ran] = timesOf(pid, String(pid));
  const inLine = readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + timesOf(pid, thread)[1], 0);
  return Math.max(ran, seconds - inLine);
}

/** Seconds that a thread ran and stood in line; none where it ended since it was listed. */
function timesOf(pid: number, thread: string): [number, number] {
  try {
    const [ran = 0, inLine = 0] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')
      .split(' ')
      .map(Number);
    return [ran / 1e9, inLine / 1e9];
  } catch {
    return [0, 0];
  }
}
