import { setTimeout } from 'node:timers/promises';
import { errorText, log } from '../log.ts';
import type { Ledger } from './ledger.ts';
import type { Tending, PortalStore } from './store.ts';
import { isMoved } from './write-change.ts';
import { WriterError, type Writer } from './writer.ts';

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

/** An operator imports and publishes in a sitting. */
const importsKeptMs = 24 * hourMs;

/** Deletes documents that were imported more than a day ago, some rows at a time. */
export async function pruneImports(writer: Writer, nowMs: number): Promise<number> {
  for (let total = 0; ; ) {
    const { deleted, isDone } = await writer.run('prune-imports', { before: nowMs - importsKeptMs });
    total += deleted;
    if (isDone) return total;
  }
}

export function together(...tendings: Tending[]): Tending {
  return {
    async stop() {
      await Promise.all(tendings.map((one) => one.stop()));
    },
  };
}

/** Exits when nothing can be written any more, because a supervisor restarts only a process that has ended. */
export function exitWithStore({ died }: Pick<PortalStore, 'died'>): void {
  void died.then(({ message }) => {
    log('error', 'writer-died', { message });
    // Pending requests get their error first.
    setImmediate(() => process.exit(1));
  });
}

const everyMs = 5_000;
/** A few milliseconds of the writer, then calls go first. */
const most = 500;
const pauseMs = 25;

interface CountingDuties {
  writer: Writer;
  /** The last call whose predecessors are all visible; undefined if that is not known yet. */
  readHorizon: () => Promise<number | undefined>;
}

/** Counts how calls ended, every few seconds until it is stopped. */
export function countOutcomes({ writer, readHorizon }: CountingDuties): Tending {
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
      .catch(tellNotCounted)
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

function tellNotCounted(error: unknown): void {
  if (error instanceof WriterError && (isMoved(error) || error.code === 'writer-stopped')) return;
  log('error', 'outcomes-not-counted', { error: errorText(error) });
}
