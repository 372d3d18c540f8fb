import type { Context } from '../context.ts';
import { errorText, log } from '../log.ts';
import type { Tending } from '../store/store.ts';
import { isMoved } from '../store/write-change.ts';
import { WriterError } from '../store/writer.ts';

const everyMs = 10 * 60_000;

/** Deletes credentials that were replaced a day ago: at once, then every ten minutes until it is stopped. */
export function dropEarlierCredentials({ store }: Pick<Context, 'store'>): Tending {
  let underWay = Promise.resolve();
  const drop = () => {
    underWay = underWay
      .then(() => store.writer.run('drop-earlier-credentials', { now: Date.now() }))
      .then(() => {}, tell);
  };
  drop();
  const timer = setInterval(drop, everyMs);
  return {
    stop: () => {
      clearInterval(timer);
      return underWay;
    },
  };
}

/** The next time tries again. */
function tell(error: unknown): void {
  if (error instanceof WriterError && (isMoved(error) || error.code === 'writer-stopped')) return;
  log('error', 'earlier-credentials-not-dropped', { error: errorText(error) });
}
