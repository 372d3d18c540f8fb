import { errorText } from '../error-text.ts';
import { log } from '../log.ts';
import type { Ledger } from './ledger.ts';
import { isMoved } from './refused-write.ts';
import type { Tending } from './store.ts';
import { WriterError } from './writer.ts';

const hourMs = 60 * 60 * 1000;

interface Duties {
  ledger: Ledger;
  /** Deletes expired data, and returns what it deleted. */
  prune: () => Promise<object>;
  /** Runs the duties, unless another process runs them. */
  unlessBusy: (tend: () => Promise<void>) => Promise<void>;
}

/** Checks new parts of the ledger and deletes expired data: at once, then every hour until it is stopped. */
export function tendLedger({ ledger, prune, unlessBusy }: Duties): Tending {
  const stopped = new AbortController();
  let underWay = Promise.resolve();
  const tell = (error: unknown) => {
    if (!(error instanceof WriterError && isMoved(error)))
      log('error', 'ledger-not-tended', { error: errorText(error) });
  };
  const work = async () => {
    await checkOnce(ledger, stopped.signal).catch(tell);
    await pruneOnce(prune).catch(tell);
  };
  const tend = () => {
    underWay = underWay.then(() => unlessBusy(work)).catch(tell);
  };
  tend();
  const timer = setInterval(tend, hourMs);
  return {
    stop: () => {
      clearInterval(timer);
      stopped.abort();
      return underWay;
    },
  };
}

async function checkOnce(ledger: Ledger, signal: AbortSignal): Promise<void> {
  const tell = (found: string[]) => {
    for (const violation of found) log('error', 'ledger-invariant', { violation });
  };
  await ledger.check({ tell, signal });
}

async function pruneOnce(prune: () => Promise<object>): Promise<void> {
  const pruned = await prune();
  if (Object.values(pruned).some((count) => count > 0)) log('info', 'ledger-pruned', pruned);
}
