import { setTimeout } from 'node:timers/promises';
import { errorText } from '../error-text.ts';
import { log } from '../log.ts';
import { isMoved } from './refused-write.ts';
import type { Tending } from './store.ts';
import { type Writer, WriterError } from './writer.ts';

const everyMs = 5_000;
/** A few milliseconds of the writer, then calls go first. */
const most = 500;
const pauseMs = 25;

interface Duties {
  writer: Writer;
  /** The last call whose predecessors are all visible; undefined if that is not known yet. */
  readHorizon: () => Promise<number | undefined>;
}

/** Counts how calls ended, every few seconds until it is stopped. */
export function countOutcomes({ writer, readHorizon }: Duties): Tending {
  let isStopped = false;
  let underWay: Promise<void> | undefined;
  async function count(): Promise<void> {
    const upTo = await readHorizon();
    if (upTo === undefined) return;
    for (let isDone = false; !isDone && !isStopped; ) {
      ({ isDone } = await writer.run('count-outcomes', { upTo, most, now: Date.now() }));
      if (!isDone) await setTimeout(pauseMs);
    }
  }
  const timer = setInterval(() => {
    underWay ??= count()
      .catch(tell)
      .finally(() => (underWay = undefined));
  }, everyMs);
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await underWay;
    },
  };
}

function tell(error: unknown): void {
  if (error instanceof WriterError && (isMoved(error) || error.code === 'writer-stopped')) return;
  log('error', 'outcomes-not-counted', { error: errorText(error) });
}
