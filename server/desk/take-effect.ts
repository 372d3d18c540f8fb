import type { Context } from '../context.ts';
import { errorText, log } from '../log.ts';
import type { Tending } from '../store/store.ts';
import { isMoved } from '../store/write-change.ts';
import { WriterError } from '../store/writer.ts';

/** Longer waits are looked at again. A timer takes 24 days at most. */
const longestWaitMs = 60 * 60_000;
const afterFailureMs = 5_000;

/**
 * Makes announced versions the products' own when their moment comes: at once if it has passed. Nothing depends on it but
 * lists and histories, since holds decide by the clock.
 */
export function takeEffectInTime({ store }: Pick<Context, 'store'>): Tending {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let underWay: Promise<void> | undefined;
  let isAskedAgain = false;

  async function look(): Promise<number> {
    let waitMs: number | undefined;
    while ((waitMs = await store.plannedVersions.msUntilNext()) !== undefined && waitMs <= 0 && !isStopped)
      await store.writer.run('take-effect', {});
    return Math.min(waitMs ?? longestWaitMs, longestWaitMs);
  }

  function start(): void {
    isAskedAgain = underWay !== undefined;
    if (underWay || isStopped) return;
    clearTimeout(timer);
    underWay = look()
      .catch(tell)
      .then((waitMs) => {
        underWay = undefined;
        if (isAskedAgain) start();
        else if (!isStopped) timer = setTimeout(start, waitMs).unref();
      });
  }

  const forget = store.writer.onPublish((what) => {
    if (what === 'catalogue') start();
  });
  start();
  return {
    async stop() {
      isStopped = true;
      forget();
      clearTimeout(timer);
      await underWay;
    },
  };
}

function tell(error: unknown): number {
  const isExpected = error instanceof WriterError && (isMoved(error) || error.code === 'writer-stopped');
  if (!isExpected) log('error', 'versions-not-in-force', { error: errorText(error) });
  return afterFailureMs;
}

/** Says what a version that may cost more needs, for every door of the database. */
export async function setPriceRule({ store, settings }: Pick<Context, 'store' | 'settings'>): Promise<void> {
  const { priceNoticeDays: noticeDays, priceApproval } = settings;
  try {
    await store.writer.run('set-price-rule', { noticeDays, needsSecond: priceApproval === 'second-person' });
  } catch (error) {
    // Data that is being moved takes no changes, and has the rule of before.
    if (!(error instanceof WriterError && isMoved(error))) throw error;
  }
}
