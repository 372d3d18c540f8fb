import { errorText } from '../error-text.ts';
import { log } from '../log.ts';
import type { Ledger } from './ledger.ts';
import type { Tending } from './store.ts';

const hourMs = 60 * 60 * 1000;

/** Checks new parts of the ledger and deletes expired data: at once, then every hour until it is stopped. */
export function tendLedger(ledger: Ledger, prune: () => Promise<Record<string, number>>): Tending {
  const stopped = new AbortController();
  let underWay = Promise.resolve();
  const work = [() => checkOnce(ledger, stopped.signal), () => pruneOnce(prune)];
  const tend = () => {
    for (const task of work)
      underWay = underWay
        .then(task)
        .catch((error: unknown) => log('error', 'ledger-not-tended', { error: errorText(error) }));
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

async function pruneOnce(prune: () => Promise<Record<string, number>>): Promise<void> {
  const pruned = await prune();
  if (Object.values(pruned).some((count) => count > 0)) log('info', 'ledger-pruned', pruned);
}
