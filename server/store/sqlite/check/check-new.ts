import { z } from 'zod';
import type { CheckedPart, CheckOptions } from '../../ledger.ts';
import type { Checked } from '../../sql/checked-part.ts';
import { rulesOf } from '../../sql/check-rules.ts';
import { Findings } from '../../sql/findings.ts';
import type { SumsOnThread } from '../sums/sums-on-thread.ts';

/** How far earlier checks came, and how far a check of now comes: calls count as checked up to the first open one. */
export const readProgress = `SELECT p.checkedEntry AS entry, p.checkedCall AS call,
  coalesce((SELECT max(key) FROM Entry), 0) AS lastEntry,
  coalesce((SELECT key - 1 FROM Call WHERE key > p.checkedCall AND state = 0 ORDER BY key LIMIT 1),
           (SELECT max(key) FROM Call), 0) AS lastCall FROM LedgerProgress p`;

interface Progress extends Pick<Checked, 'entry' | 'call'> {
  lastEntry: number;
  lastCall: number;
}

const progressRows = z.tuple([
  z.object({ entry: z.int(), call: z.int(), lastEntry: z.int(), lastCall: z.int() }),
]);
const foundRows = z.array(z.object({ sentence: z.string() }));

export function checkedOf({ entry, call }: Pick<Progress, 'entry' | 'call'>): Checked {
  return { entry, call, firstOpen: call };
}

/**
 * Checks new entries and calls on a thread that is closed then, with a snapshot for each rule. Then `mark` stores the progress in
 * parts. It returns false if another check has continued, which ends this one.
 */
export async function checkNewRows(
  thread: Pick<SumsOnThread, 'run' | 'close'>,
  mark: (part: CheckedPart) => Promise<boolean>,
  { tell, signal }: CheckOptions = {},
): Promise<string[]> {
  const findings = new Findings();
  const stopped = new Promise<undefined>((resolve) =>
    signal?.addEventListener('abort', () => resolve(undefined), { once: true }),
  );
  try {
    const [progress] = progressRows.parse(await thread.run(readProgress, []));
    for (const { kind, sql } of rulesOf('sqlite', checkedOf(progress))) {
      const rows = signal?.aborted === true ? undefined : await Promise.race([thread.run(sql, []), stopped]);
      if (!rows) return [];
      for (const { sentence } of foundRows.parse(rows)) findings.add(kind, sentence);
    }
    tell?.(findings.sentences());
    for (const part of partsOf(progress)) if (signal?.aborted === true || !(await mark(part))) break;
    return findings.sentences();
  } finally {
    void thread.close();
  }
}

/** Keeps the write for each part within a few milliseconds. */
const entriesAtOnce = 1_000;
const callsAtOnce = 500;

function* partsOf({ entry, call, lastEntry, lastCall }: Progress): Generator<CheckedPart> {
  let from = { entry, call };
  while (from.entry < lastEntry || from.call < lastCall) {
    const to = {
      entry: Math.max(from.entry, Math.min(from.entry + entriesAtOnce, lastEntry)),
      call: Math.max(from.call, Math.min(from.call + callsAtOnce, lastCall)),
    };
    yield { from, to };
    from = to;
  }
}
