import type { Context } from '../context.ts';
import { errorText, log } from '../log.ts';
import { isMoved } from '../store/write-change.ts';
import type { Tending } from '../store/store.ts';
import { WriterError } from '../store/writer.ts';
import { lookAt, lookId } from './follow-document.ts';

const everyMs = 10 * 60_000;
const dayMs = 24 * 60 * 60_000;

/** Looks for newer versions of documents that are followed daily, one after another, until it is stopped. */
export function lookDaily(context: Context): Tending {
  let isStopped = false;
  let underWay: Promise<void> | undefined;
  const look = () => {
    underWay ??= lookAtAll(context, () => isStopped)
      .catch(tell)
      .finally(() => (underWay = undefined));
  };
  look();
  const timer = setInterval(look, everyMs);
  return {
    stop() {
      isStopped = true;
      clearInterval(timer);
      // A look takes minutes at most, and may be cut off as any import may: nothing depends on it.
      return Promise.resolve();
    },
  };
}

async function lookAtAll(context: Context, isStopped: () => boolean): Promise<void> {
  while (!isStopped() && (await lookOnce(context, Date.now())));
}

/** Returns whether a look was due. Of several portals, one has it. */
export async function lookOnce(context: Context, nowMs: number): Promise<boolean> {
  const due = { id: lookId(), now: nowMs, next: nowMs + dayMs };
  const { look } = await context.store.writer.run('claim-look', due);
  if (!look) return false;
  await lookAt(context, look, true);
  return true;
}

/** The next round tries again. */
function tell(error: unknown): void {
  if (error instanceof WriterError && (isMoved(error) || error.code === 'writer-stopped')) return;
  log('error', 'documents-not-looked-at', { error: errorText(error) });
}
