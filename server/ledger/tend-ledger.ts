import { errorText } from '../error-text.ts';
import { log } from '../log.ts';
import type { Writer } from '../writer/writer.ts';
import type { Ledger } from './ledger.ts';
import { pruneLedger } from './prune-ledger.ts';

const hourMs = 60 * 60 * 1000;

/** Checks what is new in the ledger and deletes what was kept long enough: at once, then every hour until it is stopped. */
export function tendLedger(
  ledger: Ledger,
  writer: Writer,
  retentionDays: number,
): { stop: () => Promise<void> } {
  let underWay = Promise.resolve();
  const tend = () => {
    underWay = underWay
      .then(() => tendOnce(ledger, writer, retentionDays))
      .catch((error: unknown) => log('error', 'ledger-not-tended', { error: errorText(error) }));
  };
  tend();
  const timer = setInterval(tend, hourMs);
  return {
    stop: () => {
      clearInterval(timer);
      return underWay;
    },
  };
}

async function tendOnce(ledger: Ledger, writer: Writer, retentionDays: number): Promise<void> {
  const violations = await ledger.check();
  for (const violation of violations) log('error', 'ledger-invariant', { violation });
  const pruned = await pruneLedger(writer, Date.now(), retentionDays);
  if (pruned.inputs + pruned.answers + pruned.bytes > 0) log('info', 'ledger-pruned', { ...pruned });
}
