import type { Context } from '../context.ts';
import type { CallFactsRow, KeptInputRow } from '../store/calls/read-call-facts.ts';
import type { VersionRow } from '../store/catalogue/catalogue.ts';
import type { ImportThread } from './import-thread.ts';

/** At either of these a backtest ends with what it has. Reading and reckoning are in threads. */
export interface BacktestBounds {
  calls: number;
  ms: number;
}

export interface Reach {
  calls: number;
  since: string | null;
  isComplete: boolean;
}

interface CallsWish {
  productKey: number;
  from: Date | undefined;
  bounds: BacktestBounds;
  /** Told after each page. Throws to stop. */
  onPage?: (calls: number) => void;
}

type Store = Pick<Context['store'], 'callFacts' | 'catalogue'>;

/** Sends calls to a thread, with the versions that it does not know yet, and with the inputs that it asks for. */
export class SendCalls {
  readonly #store: Store;
  readonly #thread: ImportThread;
  readonly #sent = new Set<number>();

  constructor(store: Store, thread: ImportThread) {
    this.#store = store;
    this.#thread = thread;
  }

  /** All calls of a product, from the newest on, until there are too many. */
  async all({ productKey, from, bounds, onPage }: CallsWish): Promise<Reach> {
    const began = performance.now();
    const { callFacts } = this.#store;
    const between = await callFacts.keysSince(from);
    let end = between?.end ?? null;
    let calls = 0;
    let since: number | undefined;
    while (between && end !== null && calls < bounds.calls && performance.now() - began < bounds.ms) {
      const page = await callFacts.page(productKey, from, { first: between.first, end });
      const waiting = await this.#thread.ask('calls', {
        versions: await this.versionsOf(page.rows),
        rows: page.rows,
      });
      await this.#sendInputs(page.rows, waiting, {
        read: (keys) => callFacts.inputs(productKey, { from: Math.min(...keys), to: Math.max(...keys) }),
        send: (batch) => this.#thread.ask('inputs', batch),
      });
      calls += page.rows.length;
      since = page.rows.at(-1)?.startedAt ?? since;
      end = page.next;
      onPage?.(calls);
    }
    return {
      calls,
      since: since === undefined ? null : new Date(since).toISOString(),
      isComplete: end === null,
    };
  }

  /** Those that were not sent before. */
  async versionsOf(rows: { versionKey: number }[]): Promise<{ key: number; row: VersionRow }[]> {
    const keys = [...new Set(rows.map(({ versionKey }) => versionKey))].filter((key) => !this.#sent.has(key));
    for (const key of keys) this.#sent.add(key);
    return Promise.all(keys.map((key) => readVersionRow(this.#store, key)));
  }

  /** A page of calls of one account, in their order. */
  async replayed(
    rows: (CallFactsRow & { isOfProduct: boolean })[],
    ask: () => Promise<number[]>,
    read: (keys: number[]) => Promise<KeptInputRow[]>,
  ): Promise<void> {
    await this.#sendInputs(rows, await ask(), {
      read,
      send: (batch) => this.#thread.ask('replayInputs', batch),
    });
  }

  async #sendInputs(
    rows: CallFactsRow[],
    waiting: number[],
    {
      read,
      send,
    }: {
      read: (keys: number[]) => Promise<KeptInputRow[]>;
      send: (batch: { keys: number[]; inputs: KeptInputRow[] }) => Promise<null>;
    },
  ): Promise<void> {
    const wanted = new Set(waiting);
    for (const keys of batches(rows.filter(({ key }) => wanted.has(key))))
      await send({ keys, inputs: await read(keys) });
  }
}

export async function readVersionRow(
  store: Pick<Context['store'], 'catalogue'>,
  versionKey: number,
): Promise<{ key: number; row: VersionRow }> {
  const { templateKey, hash, document } = await store.catalogue.readVersion(versionKey);
  return { key: versionKey, row: { templateKey, hash, document } };
}

/** An input may be megabytes long. Of old rows the length is not known. */
const mostBytes = 8 * 1024 * 1024;
const assumedBytes = 64 * 1024;

function* batches(rows: CallFactsRow[]): Iterable<number[]> {
  let batch: number[] = [];
  let bytes = 0;
  for (const { key, inputBytes } of rows) {
    batch.push(key);
    bytes += inputBytes === 0 ? assumedBytes : (inputBytes ?? 0);
    if (bytes < mostBytes) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
