import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { Problem } from '../../lib/problem/problem.ts';
import { errorText, log } from '../log.ts';
import type { Pages } from '../pages/pages.ts';
import { isMoved, refusedWrite } from '../store/write-change.ts';
import { type Writer, WriterError } from '../store/writer.ts';

export const readyResult = z
  .object({ status: z.literal('ready') })
  .meta({ id: 'Ready', description: 'The portal can take calls.' });

/** A balancer that asks often costs nothing. */
const rememberMs = 1_000;
/** A database that takes longer to commit one row cannot take calls. */
const probeLimitMs = 2_000;

interface Parts {
  writer: Writer;
  pages: Pick<Pages, 'check'>;
}

/** Whether this portal can take calls, for the balancer in front of several portals. */
export class Readiness {
  readonly #parts: Parts;
  #isStopping = false;
  #checkedAtMs = -Infinity;
  #checking: Promise<string | undefined> = Promise.resolve(undefined);

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The portal finishes what it has, and takes no more. */
  stop(): void {
    this.#isStopping = true;
  }

  async check(): Promise<z.output<typeof readyResult>> {
    if (this.#isStopping) throw notReady('The portal is stopping.');
    if (performance.now() - this.#checkedAtMs > rememberMs) {
      this.#checkedAtMs = performance.now();
      this.#checking = this.#findHindrance();
    }
    const hindrance = await this.#checking;
    if (hindrance !== undefined) throw notReady(hindrance);
    return { status: 'ready' };
  }

  async #findHindrance(): Promise<string | undefined> {
    const { writer, pages } = this.#parts;
    const probes = [
      { probe: () => writer.run('probe', {}), hindrance: 'The database cannot be written.' },
      { probe: () => pages.check(), hindrance: 'The pages do not respond.' },
    ];
    for (const { probe, hindrance } of probes) {
      try {
        await withinLimit(probe());
      } catch (error) {
        if (error instanceof WriterError && isMoved(error)) return refusedWrite(error, hindrance).message;
        log('error', 'not-ready', { hindrance, error: errorText(error) });
        return hindrance;
      }
    }
    return undefined;
  }
}

async function withinLimit(probe: Promise<unknown>): Promise<void> {
  const stop = new AbortController();
  const late = setTimeout(probeLimitMs, undefined, { signal: stop.signal, ref: false }).then(() => {
    throw new Error(`There was no answer within ${probeLimitMs / 1000} s.`);
  });
  // Aborted, it rejects after the race.
  late.catch(() => {});
  try {
    await Promise.race([probe, late]);
  } finally {
    stop.abort();
  }
}

function notReady(detail: string): Problem {
  return new Problem('unavailable', detail, [], { 'retry-after': '1' });
}
