import { errorText } from '../../../error-text.ts';
import { log } from '../../../log.ts';
import type { Writer } from '../../writer.ts';
import type { Ledger } from '../../ledger.ts';
import { pruneLedger } from './prune-ledger.ts';

const hourMs = 60 * 60 * 1000;

/** Checks new parts of the ledger and deletes expired data: at once, then every hour until it is stopped. */
export function tendLedger(
  ledger: Ledger,
  writer: Writer,
  retentionDays: number,
): { stop: () => Promise<void> } {
  const stopped = new AbortController();
  let underWay = Promise.resolve();
  const work = [() => checkOnce(ledger, stopped.signal), () => pruneOnce(writer, retentionDays)];
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

async function pruneOnce(writer: Writer, retentionDays: number): Promise<void> {
  const pruned = await pruneLedger(writer, Date.now(), retentionDays);
  if (pruned.inputs + pruned.answers + pruned.bytes > 0) log('info', 'ledger-pruned', { ...pruned });
}
