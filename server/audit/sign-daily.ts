import { Problem } from '../../lib/problem/problem.ts';
import { signWithReceiptKey } from '../portal/receipt-key.ts';
import { errorText, log } from '../log.ts';
import type { Context } from '../context.ts';
import { isMoved } from '../store/write-change.ts';
import type { Tending } from '../store/store.ts';
import { WriterError } from '../store/writer.ts';

type Signing = Pick<Context, 'secret'> & { store: Pick<Context['store'], 'audit' | 'writer'> };

const hourMs = 60 * 60 * 1_000;
const dayMs = 24 * hourMs;
/** Others may write an entry between reading the last one and signing it. */
const mostTries = 10;

/** Signs the end of the audit log with the receipt key, once a day, until it is stopped. */
export function signDaily(context: Signing): Tending {
  let underWay = Promise.resolve();
  const sign = () => {
    underWay = underWay.then(() => signOnce(context, Date.now())).then(() => {}, tell);
  };
  sign();
  const timer = setInterval(sign, hourMs);
  return {
    stop: () => {
      clearInterval(timer);
      return underWay;
    },
  };
}

/** Returns whether it has signed: there is something to sign, and nobody has signed today. Days are those of UTC. */
export async function signOnce({ store, secret }: Signing, nowMs: number): Promise<boolean> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const end = await store.audit.end();
    if (!end || isSameDay(end.signedAtMs, nowMs)) return false;
    const { number, hash } = end;
    const { signed } = await store.writer.run(
      'sign-audit',
      signWithReceiptKey({ number, hash }, secret.signing),
    );
    if (signed) return true;
  }
  return false;
}

function isSameDay(oneMs: number | undefined, otherMs: number): boolean {
  return oneMs !== undefined && Math.floor(oneMs / dayMs) === Math.floor(otherMs / dayMs);
}

/** A data folder that moves has no new entries, and a lost database is told by its reader. The next hour tries again. */
function tell(error: unknown): void {
  if (error instanceof Problem) return;
  if (error instanceof WriterError && (isMoved(error) || error.code === 'writer-stopped')) return;
  log('error', 'audit-log-not-signed', { error: errorText(error) });
}
